package import Kernel

/// Everything that the store asks of a file system. There are two: the real one, and one in the
/// tests that fails, tears and forgets as real ones do.
///
/// Every call is one system call; none is repeated. Offsets and sizes are in bytes.
package protocol FileSystem: Sendable {
  /// Opens a file; it stays open until `close`.
  func open(_ path: String, _ access: Files.Access) throws(SystemError) -> FileNumber
  func close(_ file: FileNumber)
  /// At most `count` bytes at an offset; fewer only at the end of the file.
  func read(_ file: FileNumber, at offset: Int, count: Int) throws(SystemError) -> [UInt8]
  /// Writes bytes at an offset: how many were taken may be less than asked.
  func write(
    _ file: FileNumber, _ bytes: ArraySlice<UInt8>, at offset: Int
  ) throws(SystemError) -> Int
  func truncate(_ file: FileNumber, to size: Int) throws(SystemError)
  /// Makes a file's bytes and size durable.
  func syncData(_ file: FileNumber) throws(SystemError)
  /// Makes a new file with all that is known of it, or the entries of a folder, durable.
  func sync(_ file: FileNumber) throws(SystemError)
  /// Takes the lock until the file is closed; `false` if another process has it.
  func lock(_ file: FileNumber) throws(SystemError) -> Bool
  /// What is at a path, symbolic links followed; `nil` only if nothing is there.
  func status(_ path: String) throws(SystemError) -> FileStatus?
  /// The absolute path of what is there, without symbolic links.
  func realPath(_ path: String) throws(SystemError) -> String
  func rename(_ path: String, to other: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  /// Makes a folder that only its owner can enter.
  func makeFolder(_ path: String) throws(SystemError)
}

/// An open file of a file system.
package struct FileNumber: Hashable, Sendable {
  package let value: Int

  package init(_ value: Int) {
    self.value = value
  }
}

/// A file that closes itself, and that writes until everything is written.
final class OpenFile: Sendable {
  let path: String
  private let fileSystem: any FileSystem
  private let number: FileNumber

  init(
    _ path: String, _ access: Files.Access, in fileSystem: any FileSystem
  ) throws(SystemError) {
    self.path = path
    self.fileSystem = fileSystem
    number = try fileSystem.open(path, access)
  }

  deinit {
    fileSystem.close(number)
  }

  func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    try fileSystem.read(number, at: offset, count: count)
  }

  /// Writes all of the bytes. After an error some of them may be in the file.
  func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try fileSystem.write(number, bytes[written...], at: offset + written)
    }
  }

  func truncate(to size: Int) throws(SystemError) { try fileSystem.truncate(number, to: size) }
  func syncData() throws(SystemError) { try fileSystem.syncData(number) }
  func sync() throws(SystemError) { try fileSystem.sync(number) }
  func lock() throws(SystemError) -> Bool { try fileSystem.lock(number) }
}
