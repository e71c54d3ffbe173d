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
