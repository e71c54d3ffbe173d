#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files of one folder, read whole: small ones that people edit while the program runs.
package struct FolderFiles: Sendable {
  /// The largest file that is read, in bytes.
  package static let sizeLimit = 16 << 20

  private let folder: String

  package init(_ folder: String) {
    self.folder = folder
  }

  /// The names of the files that can be read: no hidden ones.
  package func names() throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw SystemError("opendir", code: errno) }
    defer { _ = unsafe closedir(stream) }
    var names: [String] = []
    // The entry is copied before the next one takes its place; the stream is no one else's.
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          unsafe String(cString: $0)
        }
      }
      if Self.isPlain(name) { names.append(name) }
    }
    return names.sorted()
  }

  /// The bytes of a file; `nil` if there is none of that name that can be read.
  package func read(_ name: String) -> [UInt8]? {
    guard Self.isPlain(name) else { return nil }
    let path = folder + "/" + name
    do throws(SystemError) {
      guard let status = try Files.status(path), status.kind == .file,
        // A link may lead to another file of the folder, never out of it.
        try Files.realPath(path).hasPrefix(try Files.realPath(folder) + "/")
      else { return nil }
      let file = try Files.open(path, .read)
      return try Files.read(file, at: 0, count: min(status.size, Self.sizeLimit))
    } catch {
      return nil
    }
  }

  /// A name that leads nowhere else and is not hidden.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.first != UInt8(ascii: ".") && name.utf8.count <= 255
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }
}
