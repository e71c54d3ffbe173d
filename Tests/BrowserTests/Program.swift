import Foundation

/// The program as it is shipped, serving a new folder at a free port.
final class Program: Sendable {
  let port: Int
  private let process: ChildProcess
  private let folder: URL

  init() throws {
    guard let program = Equipment.program else { throw MissingEquipment(name: "modosu") }
    folder = FileManager.default.temporaryDirectory
      .appending(path: "modosu-browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let announced = /at http:\/\/localhost:(\d+)\//
    process = try ChildProcess(
      program.path(percentEncoded: false),
      ["--port", "0", "--data", folder.path(percentEncoded: false)]
    ) { $0.contains(announced) }
    port = process.greeting.firstMatch(of: announced).flatMap { Int($0.output.1) } ?? 0
  }

  func stop() {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}
