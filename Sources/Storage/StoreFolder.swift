import Kernel
import Todo

/// The folder of a store, locked for this process.
struct StoreFolder {
  /// Without symbolic links.
  let path: String
  /// Held for as long as the store is open; `nil` where nobody can write.
  let lock: OpenFile?
  private let fileSystem: any FileSystem

  static let journalName = "journal.jsonl"
  static let lockName = "lock"

  var journalPath: String { path + "/" + Self.journalName }

  /// Finds or makes the folder, and locks it.
  init(
    _ folder: String, fileSystem: any FileSystem, create: Bool = true
  ) throws(StorageError) {
    self.fileSystem = fileSystem
    try Self.make(folder, fileSystem, create: create)
    path = try attempt("open", folder) { () throws(SystemError) in
      try fileSystem.realPath(folder)
    }
    lock = try Self.lock(path, fileSystem)
  }

  private static func make(
    _ folder: String, _ fileSystem: any FileSystem, create: Bool
  ) throws(StorageError) {
    let found = try attempt("open", folder) { () throws(SystemError) in
      try fileSystem.status(folder)
    }
    if let found {
      guard found.kind == .folder else { throw .wrongKind(path: folder, expected: "folder") }
      return
    }
    guard create else { throw .missing(file: folder) }
    let parent = parentFolder(of: folder)
    try make(parent, fileSystem, create: true)
    try syncParent(of: parent, fileSystem)
    try attempt("create the folder", folder) { () throws(SystemError) in
      do throws(SystemError) {
        try fileSystem.makeFolder(folder)
      } catch {
        // Somebody else may have made it just now.
        if !error.isTaken { throw error }
      }
    }
    try syncFolder(parent, fileSystem)
  }

  private static func lock(
    _ folder: String, _ fileSystem: any FileSystem
  ) throws(StorageError) -> OpenFile? {
    let path = folder + "/" + lockName
    let file: OpenFile?
    do throws(SystemError) {
      file = try OpenFile(path, .lock, in: fileSystem)
    } catch {
      guard error.isReadOnlyFileSystem || error.isForbidden else {
        throw .system(StorageError.Failure("lock", path, error))
      }
      file = try existingLock(path, fileSystem, error)
    }
    guard let file else { return nil }
    let isOurs = try attempt("lock", path) { () throws(SystemError) in try file.lock() }
    guard isOurs else { throw .inUse(folder: folder) }
    return file
  }

  /// A lock needs no right to write. Where there is no lock file and nobody can make one, because the
  /// file system can only be read, there is nobody to keep out.
  private static func existingLock(
    _ path: String, _ fileSystem: any FileSystem, _ reason: SystemError
  ) throws(StorageError) -> OpenFile? {
    do throws(SystemError) {
      return try OpenFile(path, .read, in: fileSystem)
    } catch {
      if error.isMissing, reason.isReadOnlyFileSystem { return nil }
      throw .system(StorageError.Failure("lock", path, reason))
    }
  }

  /// Makes the names in a folder durable.
  static func syncFolder(
    _ folder: String, _ fileSystem: any FileSystem
  ) throws(StorageError) {
    try attempt("sync the folder", folder) { () throws(SystemError) in
      try OpenFile(folder, .folder, in: fileSystem).sync()
    }
  }

  /// Makes a name durable that an earlier start may have made just before it was killed. Where this
  /// user may not open the folder, another one made the name.
  static func syncParent(
    of path: String, _ fileSystem: any FileSystem
  ) throws(StorageError) {
    let parent = parentFolder(of: path)
    do throws(SystemError) {
      try OpenFile(parent, .folder, in: fileSystem).sync()
    } catch {
      guard error.isForbidden || error.isReadOnlyFileSystem else {
        throw .system(StorageError.Failure("sync the folder", parent, error))
      }
    }
  }

  /// The folder that a path is in.
  static func parentFolder(of path: String) -> String {
    let bytes = path.utf8
    guard let last = bytes.lastIndex(where: { $0 != UInt8(ascii: "/") }),
      let slash = bytes[..<last].lastIndex(of: UInt8(ascii: "/"))
    else { return bytes.first == UInt8(ascii: "/") ? "/" : "." }
    return slash == bytes.startIndex ? "/" : String(path[..<slash])
  }
}
