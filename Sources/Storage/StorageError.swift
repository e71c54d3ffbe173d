package import Kernel

/// Why a store cannot be opened, checked, repaired or compacted. Each is one line for a person.
public enum StorageError: Error, Sendable {
  /// Another process has the folder open.
  case inUse(folder: String)
  /// Something else is where a folder or a file should be.
  case wrongKind(path: String, expected: String)
  /// The file is of a newer program.
  case newerFormat(file: String, format: Int)
  /// The file holds something that no program wrote there; it was not touched.
  case damaged(Damage)
  /// The system refused.
  case system(Failure)
  /// There is no store in the folder.
  case missing(file: String)
  /// The program ends, so a compaction was given up.
  case cancelled
}

/// Where a file is damaged.
public struct Damage: Hashable, Sendable {
  public let file: String
  /// Counted from 1.
  public let line: Int
  /// The offset of the line's first byte.
  public let byte: Int
  /// The number (`seq`) that the line should have; that of the snapshot in the lines before the
  /// first transaction.
  public let number: Int
  public let reason: String

  package init(file: String, line: Int, byte: Int, number: Int, reason: String) {
    self.file = file
    self.line = line
    self.byte = byte
    self.number = number
    self.reason = reason
  }
}

extension StorageError {
  /// What was to be done, with which file, and what the system said.
  public struct Failure: Hashable, Sendable {
    public let action: String
    public let path: String
    package let error: SystemError

    package init(_ action: String, _ path: String, _ error: SystemError) {
      self.action = action
      self.path = path
      self.error = error
    }
  }

  /// The exit status of a program that stops because of it: 2 for damage, 1 for everything else.
  public var exitStatus: Int32 {
    switch self {
    case .damaged, .newerFormat: 2
    case .inUse, .wrongKind, .system, .missing, .cancelled: 1
    }
  }
}

extension StorageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .inUse(let folder):
      "the folder \(folder) is in use by another process: stop that one, or choose another folder"
    case .wrongKind(let path, let expected):
      "\(path) is not a \(expected): move it away, or choose another folder"
    case .newerFormat(let file, let format):
      "\(file), line 1: format \(format), but this program reads format \(Header.format): it was "
        + "written by a newer program, or line 1 is damaged; nothing was changed"
    case .damaged(let damage):
      "\(damage); nothing was changed. `modosu check` says more, `modosu repair` writes what can be "
        + "saved to a new file beside it"
    case .system(let failure): "cannot \(failure.action) \(failure.path): \(failure.error)"
    case .missing(let file): "\(file) does not exist: nothing is stored there"
    case .cancelled: "given up, since the program ends"
    }
  }
}

extension Damage: CustomStringConvertible {
  public var description: String {
    "\(file) is damaged at line \(line), byte \(byte), number \(number): \(reason)"
  }
}

/// Makes a call to the file system whose failure ends the attempt.
func attempt<Result>(
  _ action: String, _ path: String, _ body: () throws(SystemError) -> Result
) throws(StorageError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw .system(StorageError.Failure(action, path, error))
  }
}
