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

/// Where a running server says at which port it is: a file of the user's runtime folder, or of the
/// one for temporary files, named after the data folder. It counts only while the data folder is
/// locked, so one that a crash left behind misleads nobody, and only if the same person owns both.
enum ServerNotice {
  /// - Parameter folder: the data folder; symbolic links to it make no difference.
  static func path(for folder: String) -> String {
    let folder = (try? Files.realPath(folder)) ?? folder
    // FNV-1a: it only has to tell one person's folders apart.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in folder.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let place =
      Environment.variable("XDG_RUNTIME_DIR") ?? Environment.variable("TMPDIR") ?? "/tmp"
    return "\(place)/modosu-\(String(hash, radix: 16))"
  }

  /// Says that the server is at this port of this host.
  static func post(host: String, port: UInt16, in folder: String) {
    // Without it only the command line does not find the server.
    try? SmallFile.write(Array("\(host) \(port)\n".utf8), to: path(for: folder))
  }

  static func remove(from folder: String) {
    try? Files.remove(path(for: folder))
  }

  /// Host and port of the server.
  static func read(from folder: String) -> (host: String, port: UInt16)? {
    let path = path(for: folder)
    guard let notice = try? Files.status(path), let data = try? Files.status(folder),
      notice.owner == data.owner
    else { return nil }
    let words = SmallFile.line(path)?.split(separator: " ") ?? []
    guard words.count == 2, let port = UInt16(words[1]) else { return nil }
    return (String(words[0]), port)
  }
}
