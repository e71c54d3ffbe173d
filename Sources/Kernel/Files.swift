#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// System calls on files and folders, each under the name of what it does. Offsets and sizes are
/// in bytes.
package enum Files {
  /// What to open, and for what.
  package enum Access: Sendable {
    /// An existing file, to read.
    case read
    /// An existing file, to read and write.
    case readWrite
    /// A file that does not exist yet, to read and write.
    case createNew(FileStatus?)
    /// The file that a lock is held on; made if it is missing.
    case lock
    /// A folder, to make its entries durable.
    case folder
  }

  /// Opens a file. The descriptor is not inherited by other programs.
  package static func open(_ path: String, _ access: Access) throws(SystemError) -> Descriptor {
    let flags: CInt =
      switch access {
      case .read: O_RDONLY
      case .readWrite: O_RDWR
      case .createNew: O_RDWR | O_CREAT | O_EXCL
      case .lock: O_RDWR | O_CREAT
      case .folder: O_RDONLY | O_DIRECTORY
      }
    // The path is handed over as a C string that lives for the call.
    let number = try systemCall("open") { unsafe openFile(path, flags | O_CLOEXEC, 0o600) }
    let descriptor = Descriptor(owning: number)
    if case .createNew(let model?) = access {
      // A file that takes the place of another one keeps its mode, and its owner where we may set
      // it.
      _ = fchown(number, model.owner, model.group)
      try systemCall("fchmod") { fchmod(number, mode_t(model.permissions)) }
    }
    return descriptor
  }

  /// Reads at most `count` bytes at an offset; fewer only at the end of the file.
  package static func read(
    _ file: borrowing Descriptor, at offset: Int, count: Int
  ) throws(SystemError) -> [UInt8] {
    let number = file.number
    var failure: SystemError?
    // The buffer holds `count` bytes, and exactly the bytes that the kernel filled are taken over.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        while filled < count {
          let start = unsafe buffer.baseAddress.map { unsafe $0 + filled }
          let taken = try systemCall("pread") {
            unsafe pread(number, start, count - filled, off_t(offset + filled))
          }
          if taken == 0 { break }
          filled += taken
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes bytes at an offset, in one call: how many the kernel took may be less than asked.
  package static func write(
    _ file: borrowing Descriptor, _ bytes: ArraySlice<UInt8>, at offset: Int
  ) throws(SystemError) -> Int {
    let number = file.number
    // The bytes live, and do not move, for the call.
    return try systemCall("pwrite") {
      unsafe bytes.withUnsafeBytes {
        unsafe pwrite(number, $0.baseAddress, $0.count, off_t(offset))
      }
    }
  }

  /// Cuts the file to a size.
  package static func truncate(_ file: borrowing Descriptor, to size: Int) throws(SystemError) {
    let number = file.number
    try systemCall("ftruncate") { ftruncate(number, off_t(size)) }
  }

  /// Makes the file's bytes and its size durable.
  package static func syncData(_ file: borrowing Descriptor) throws(SystemError) {
    let number = file.number
    #if canImport(Darwin)
      try flush(number)
    #else
      try systemCall("fdatasync") { fdatasync(number) }
    #endif
  }

  /// Makes a file with all that is known of it, or a folder's entries, durable.
  package static func sync(_ file: borrowing Descriptor) throws(SystemError) {
    let number = file.number
    #if canImport(Darwin)
      try flush(number)
    #else
      try systemCall("fsync") { fsync(number) }
    #endif
  }

  /// Takes the lock on the file for this process, until the descriptor is closed; `false` if
  /// another one has it.
  package static func lock(_ file: borrowing Descriptor) throws(SystemError) -> Bool {
    let number = file.number
    do throws(SystemError) {
      try systemCall("flock") { flock(number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }
}

/// The system call, whose name on its own would mean a method here.
private func openFile(_ path: UnsafePointer<CChar>, _ flags: CInt, _ mode: mode_t) -> CInt {
  #if canImport(Darwin)
    unsafe Darwin.open(path, flags, mode)
  #else
    unsafe Glibc.open(path, flags, mode)
  #endif
}

#if canImport(Darwin)
  /// Makes a file durable: fsync of this system does not reach the medium. Where the file system
  /// cannot do better than that, it has to do.
  private func flush(_ number: CInt) throws(SystemError) {
    do throws(SystemError) {
      try systemCall("fcntl") { fcntl(number, F_FULLFSYNC) }
    } catch {
      guard error.code == ENOTSUP || error.code == EINVAL else { throw error }
      try systemCall("fsync") { fsync(number) }
    }
  }
#endif
