import Foundation

/// The program as it is shipped, serving a new folder at a free port.
final class Program: Sendable {
  let port: Int
  private let process: ChildProcess
  private let folder: URL

  /// - Parameters:
  ///   - token: what is asked for before anything is shown.
  ///   - room: how many blocks of 512 bytes a file of the data may have, as on a disk that is full.
  init(token: String? = nil, room: Int? = nil) throws {
    guard let program = Equipment.program else { throw MissingEquipment(name: "modosu") }
    folder = FileManager.default.temporaryDirectory
      .appending(path: "modosu-browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let more = try Self.options(token: token, in: folder)
    let announced = /at http:\/\/localhost:(\d+)\//
    var words = [
      program.path(percentEncoded: false), "--port", "0", "--data",
      folder.path(percentEncoded: false),
    ]
    if let room { words = ["/bin/sh", "-c", Self.limit, "sh", String(room)] + words }
    process = try ChildProcess(words[0], words.dropFirst() + more) { $0.contains(announced) }
    port = process.greeting.firstMatch(of: announced).flatMap { Int($0.output.1) } ?? 0
  }

  /// Past the limit a write fails, rather than end the program with a signal.
  private static let limit = #"trap '' XFSZ; ulimit -f "$1"; shift; exec "$@""#

  private static func options(token: String?, in folder: URL) throws -> [String] {
    guard let token else { return [] }
    let file = folder.appending(path: "token")
    try Data(token.utf8).write(to: file)
    let path = file.path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return ["--access-token-file", path]
  }

  func stop() {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}
