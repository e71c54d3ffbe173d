import Kernel
import Todo

/// A new file with the state of the journal, which is to take its place.
struct Replacement: Sendable {
  let file: OpenFile
  /// The size of the new file.
  var end: Int
  let snapshotEnd: Int
  /// Up to which offset of the journal the new file has everything.
  var copied: Int
  /// How many transactions were copied behind the snapshot.
  var transactions = 0
  /// How often lines were copied without keeping the journal waiting.
  var rounds = 0

  /// Whether so much is missing yet that no post should wait for it. A journal that grows faster than
  /// it can be copied is not chased for ever.
  func isFarBehind(_ journal: Journal) -> Bool {
    rounds < 8 && journal.end - copied > 256 << 10
  }

  /// The same with the lines that the journal has by now.
  func catchingUp(with journal: Journal) -> Result<Replacement, StorageError> {
    var copy = self
    copy.rounds += 1
    do throws(SystemError) {
      try Compaction.copy(to: &copy, from: journal.file, upTo: journal.end)
      try copy.file.syncData()
      return .success(copy)
    } catch {
      journal.discardNewFile()
      return .failure(.system(StorageError.Failure("write", journal.newPath, error)))
    }
  }
}

/// Writes the state of a journal to a new file while the journal goes on growing.
///
/// The state is a copy of the one that requests are answered from: of that moment at which all its
/// transactions were lines of the journal, and on disk. While the copy lives, what changes is copied
/// when it does, piece by piece.
struct Compaction: Sendable {
  private let journal: Journal
  private let time: Timestamp
  private let isCancelled: @Sendable () -> Bool

  /// How much is copied at a time.
  private static let chunk = 1 << 20

  init(
    of journal: Journal, time: Timestamp,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.journal = journal
    self.time = time
    self.isCancelled = isCancelled
  }

  /// Makes a new file with a state; it is on disk when this returns. After an error there is no new
  /// file.
  ///
  /// - Parameter state: what the journal's lines up to its end come to.
  func prepare(with state: Workspace) throws(StorageError) -> Replacement {
    precondition(state.revision == journal.revision, "the state of another place in the journal")
    let file = try create()
    do throws(StorageError) {
      let size = try write(state, to: file)
      try attempt("sync", file.path) { () throws(SystemError) in try file.sync() }
      return Replacement(file: file, end: size, snapshotEnd: size, copied: journal.end)
    } catch {
      journal.discardNewFile()
      throw error
    }
  }

  private func create() throws(StorageError) -> OpenFile {
    try journal.removeNewFile()
    let model = try attempt("examine", journal.path) { () throws(SystemError) in
      try journal.fileSystem.status(journal.path)
    }
    return try attempt("create", journal.newPath) { () throws(SystemError) in
      try OpenFile(journal.newPath, .createNew(model), in: journal.fileSystem)
    }
  }

  private func write(
    _ workspace: Workspace, to file: OpenFile
  ) throws(StorageError) -> Int {
    var writer = SnapshotWriter(file, isCancelled: isCancelled)
    do throws(SnapshotWriter.Failure) {
      try writer.write(workspace, time: time)
      return writer.size
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .system(let reason): throw .system(StorageError.Failure("write", file.path, reason))
      }
    }
  }

  /// Copies the lines that the journal got meanwhile, up to an offset where a line ends.
  static func copy(
    to replacement: inout Replacement, from journal: OpenFile, upTo end: Int
  ) throws(SystemError) {
    while replacement.copied < end {
      let bytes = try journal.read(
        at: replacement.copied, count: min(chunk, end - replacement.copied))
      if bytes.isEmpty { throw .inputOutput("pread") }
      try replacement.file.write(bytes, at: replacement.end)
      replacement.end += bytes.count
      replacement.copied += bytes.count
      replacement.transactions += bytes.count { $0 == UInt8(ascii: "\n") }
    }
  }
}

extension Journal {
  /// Why a new file did not take the journal's place.
  enum AdoptFailure: Error {
    /// The journal goes on as before.
    case kept(StorageError)
    /// Which of the two files has the name after a power cut is unknown. Both are whole.
    case unknown(SystemError)
  }

  /// Gives the new file what is missing yet, and the journal's name. In between two appends.
  mutating func adopt(_ replacement: Replacement) throws(AdoptFailure) {
    var replacement = replacement
    do throws(SystemError) {
      if replacement.copied < end {
        try Compaction.copy(to: &replacement, from: file, upTo: end)
        try replacement.file.syncData()
      }
      try fileSystem.rename(newPath, to: path)
    } catch {
      discardNewFile()
      throw .kept(.system(StorageError.Failure("replace", path, error)))
    }
    file = replacement.file
    end = replacement.end
    room.note(end: 0)
    snapshotEnd = replacement.snapshotEnd
    transactions = replacement.transactions
    do throws(SystemError) { try folder.sync() } catch { throw .unknown(error) }
  }

  /// Removes the new file of a compaction that did not end, if there is one.
  func removeNewFile() throws(StorageError) {
    let found = try attempt("examine", newPath) { () throws(SystemError) in
      try fileSystem.status(newPath)
    }
    if found == nil { return }
    try attempt("remove", newPath) { () throws(SystemError) in try fileSystem.remove(newPath) }
  }

  /// Removes the new file as far as that is possible: the next compaction tries again.
  func discardNewFile() {
    do throws(StorageError) { try removeNewFile() } catch {}
  }
}
