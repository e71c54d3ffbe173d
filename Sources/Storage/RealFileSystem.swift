package import Kernel
import Synchronization

/// The files of this machine.
package final class RealFileSystem: FileSystem {
  private let files = Mutex<[FileNumber: OpenDescriptor]>([:])

  /// A descriptor that a dictionary can hold.
  private final class OpenDescriptor: Sendable {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) {
      self.descriptor = descriptor
    }
  }

  package init() {}

  package func open(_ path: String, _ access: Files.Access) throws(SystemError) -> FileNumber {
    let opened = OpenDescriptor(try Files.open(path, access))
    let number = FileNumber(Int(opened.descriptor.number))
    files.withLock { $0[number] = opened }
    return number
  }

  package func close(_ file: FileNumber) {
    files.withLock { $0[file] = nil }
  }

  package func read(
    _ file: FileNumber, at offset: Int, count: Int
  ) throws(SystemError) -> [UInt8] {
    try Files.read(descriptor(file).descriptor, at: offset, count: count)
  }

  package func write(
    _ file: FileNumber, _ bytes: ArraySlice<UInt8>, at offset: Int
  ) throws(SystemError) -> Int {
    try Files.write(descriptor(file).descriptor, bytes, at: offset)
  }

  package func truncate(_ file: FileNumber, to size: Int) throws(SystemError) {
    try Files.truncate(descriptor(file).descriptor, to: size)
  }

  package func syncData(_ file: FileNumber) throws(SystemError) {
    try Files.syncData(descriptor(file).descriptor)
  }

  package func sync(_ file: FileNumber) throws(SystemError) {
    try Files.sync(descriptor(file).descriptor)
  }

  package func lock(_ file: FileNumber) throws(SystemError) -> Bool {
    try Files.lock(descriptor(file).descriptor)
  }

  package func status(_ path: String) throws(SystemError) -> FileStatus? {
    try Files.status(path)
  }

  package func realPath(_ path: String) throws(SystemError) -> String {
    try Files.realPath(path)
  }

  package func rename(_ path: String, to other: String) throws(SystemError) {
    try Files.rename(path, to: other)
  }

  package func remove(_ path: String) throws(SystemError) {
    try Files.remove(path)
  }

  package func makeFolder(_ path: String) throws(SystemError) {
    try Files.makeFolder(path)
  }

  private func descriptor(_ file: FileNumber) -> OpenDescriptor {
    guard let opened = files.withLock({ $0[file] }) else {
      preconditionFailure("a file is used after it was closed")
    }
    return opened
  }
}
