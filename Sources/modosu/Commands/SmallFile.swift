internal import Kernel

/// Files of a few lines in the data folder, and files that a person names.
enum SmallFile {
  /// The bytes of a file.
  static func read(_ path: String, limit: Int = 64 * 1024 * 1024) throws(SystemError) -> [UInt8] {
    let file = try Files.open(path, .read)
    let size = try Files.status(path)?.size ?? 0
    return try Files.read(file, at: 0, count: min(size, limit))
  }

  /// Puts a file in the place of an older one, in one step: nobody sees half of it. Only its owner
  /// can read it.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let new = "\(path).new"
    do throws(SystemError) {
      try Files.remove(new)
    } catch {
      if !error.isMissing { throw error }
    }
    do {
      let file = try Files.open(new, .createNew(nil))
      var rest = bytes[...]
      while !rest.isEmpty {
        rest = rest.dropFirst(try Files.write(file, rest, at: bytes.count - rest.count))
      }
    } catch {
      throw error
    }
    try Files.rename(new, to: path)
  }

  /// The first line of a file of the data folder; `nil` if there is none.
  static func line(_ path: String) -> String? {
    guard let bytes = try? read(path, limit: 4_096) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty ? nil : String(validating: line, as: UTF8.self)
  }
}

/// Where a running server says at which port it is: the file `server` in its data folder, which
/// only the folder's owner can read. It counts only while the folder is locked, so one that a crash
/// left behind misleads nobody.
enum ServerNotice {
  static func path(in folder: String) -> String { "\(folder)/server" }

  /// Says that the server is at this port of this host.
  static func post(host: String, port: UInt16, in folder: String) {
    // Without it only the command line does not find the server.
    try? SmallFile.write(Array("\(host) \(port)\n".utf8), to: path(in: folder))
  }

  static func remove(from folder: String) {
    try? Files.remove(path(in: folder))
  }

  /// Host and port of the server.
  static func read(from folder: String) -> (host: String, port: UInt16)? {
    let words = SmallFile.line(path(in: folder))?.split(separator: " ") ?? []
    guard words.count == 2, let port = UInt16(words[1]) else { return nil }
    return (String(words[0]), port)
  }
}
