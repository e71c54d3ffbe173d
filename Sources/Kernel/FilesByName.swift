#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the system knows of a file besides its bytes.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Sendable {
    case file, folder, other
    /// A symbolic link to something that is not there (now).
    case brokenLink
  }

  package let kind: Kind
  /// In bytes.
  package let size: Int
  /// The permission bits of its mode.
  package let permissions: UInt16
  package let owner: UInt32
  package let group: UInt32

  package init(
    kind: Kind, size: Int, permissions: UInt16 = 0o600, owner: UInt32 = 0, group: UInt32 = 0
  ) {
    self.kind = kind
    self.size = size
    self.permissions = permissions
    self.owner = owner
    self.group = group
  }
}

extension Files {
  /// What is at a path, a symbolic link followed; `nil` only if nothing is there.
  package static func status(_ path: String) throws(SystemError) -> FileStatus? {
    var found = stat()
    do throws(SystemError) {
      // The structure lives for the call.
      try systemCall("stat") { unsafe stat(path, &found) }
    } catch {
      if error.code != ENOENT { throw error }
      guard unsafe lstat(path, &found) == 0 else { return nil }
      return FileStatus(kind: .brokenLink, size: 0)
    }
    let kind: FileStatus.Kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    return FileStatus(
      kind: kind, size: Int(found.st_size),
      permissions: UInt16(truncatingIfNeeded: found.st_mode & 0o7777), owner: found.st_uid,
      group: found.st_gid)
  }

  /// The absolute path of what is there, without symbolic links.
  package static func realPath(_ path: String) throws(SystemError) -> String {
    // The system makes the text; it is copied and given back.
    guard let text = unsafe realpath(path, nil) else {
      throw SystemError("realpath", code: errno)
    }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// Gives a file another name, in one step; a file that had that name is gone.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    #if canImport(Darwin)
      try systemCall("rename") { unsafe Darwin.rename(path, other) }
    #else
      try systemCall("rename") { unsafe Glibc.rename(path, other) }
    #endif
  }

  /// Removes a name; the file goes with its last name.
  package static func remove(_ path: String) throws(SystemError) {
    try systemCall("unlink") { unsafe unlink(path) }
  }

  /// Makes a folder that only its owner can enter.
  package static func makeFolder(_ path: String) throws(SystemError) {
    try systemCall("mkdir") { unsafe mkdir(path, 0o700) }
  }
}

/// The reasons of the kernel that a caller tells apart.
extension SystemError {
  /// Nothing is there under that name.
  package var isMissing: Bool { code == ENOENT }
  /// The name is taken.
  package var isTaken: Bool { code == EEXIST }
  /// The file system can only be read.
  package var isReadOnlyFileSystem: Bool { code == EROFS }
  /// This user may not.
  package var isForbidden: Bool { code == EACCES || code == EPERM }

  /// Errors for file systems that are made up in tests.
  package static func noSpace(_ call: StaticName) -> Self { Self(call, code: ENOSPC) }
  package static func inputOutput(_ call: StaticName) -> Self { Self(call, code: EIO) }
  package static func missing(_ call: StaticName) -> Self { Self(call, code: ENOENT) }
  package static func taken(_ call: StaticName) -> Self { Self(call, code: EEXIST) }
  package static func tooManyFiles(_ call: StaticName) -> Self { Self(call, code: EMFILE) }
  package static func readOnly(_ call: StaticName) -> Self { Self(call, code: EROFS) }
  package static func forbidden(_ call: StaticName) -> Self { Self(call, code: EACCES) }
}
