import Kernel
public import Todo

/// What is done to a store from outside, while no program has it open.
public struct Maintenance {
  private let folder: String
  private let fileSystem: any FileSystem
  private let now: Timestamp

  /// - Parameter now: the time that new files say they were made at.
  public init(folder: String, now: Timestamp) {
    self.init(folder: folder, fileSystem: RealFileSystem(), now: now)
  }

  package init(folder: String, fileSystem: any FileSystem, now: Timestamp) {
    self.folder = folder
    self.fileSystem = fileSystem
    self.now = now
  }

  // MARK: Check

  /// What a check found.
  public struct Check: Sendable {
    public let file: String
    /// In bytes.
    public let size: Int
    /// The number of the last transaction.
    public let revision: Int
    /// How many transactions stand behind the snapshot.
    public let transactions: Int
    public let lists: Int
    /// How many items there are, deleted ones included.
    public let items: Int
    /// What the next start would cut off.
    public let tornTail: TornTail?
    /// The first damage, because of which the store does not start.
    public let damage: Damage?
    /// Everything that `repair` could not save, one line each.
    public let losses: [String]
  }

  /// Reads everything and compares every checksum; touches nothing.
  public func check() throws(StorageError) -> Check {
    let (file, path, size) = try openJournal()
    var reader = JournalReader(file, path: path, size: size)
    do throws(StorageError) {
      let contents = try reader.contents()
      return Check(
        path, size, contents.workspace, transactions: contents.transactions,
        tornTail: contents.tornTail)
    } catch {
      guard case .damaged(let damage) = error else { throw error }
      var salvage = Salvage()
      try salvage.read(file, path: path, size: size)
      return Check(path, size, salvage.workspace, damage: damage, losses: salvage.losses)
    }
  }

  // MARK: Repair

  /// What a repair came to.
  public struct Repair: Sendable {
    /// The new file; `nil` if the journal needs no repair.
    public let file: String?
    public let lists: Int
    /// How many items were saved, deleted ones included.
    public let items: Int
    /// What is lost, one line each.
    public let losses: [String]
  }

  /// Writes what can be saved of a damaged journal to a new file beside it, which can then take its
  /// place; the damaged file stays as it is.
  public func repair() throws(StorageError) -> Repair {
    let found = try check()
    guard found.damage != nil else {
      return Repair(file: nil, lists: found.lists, items: found.items, losses: [])
    }
    let (file, path, size) = try openJournal()
    var salvage = Salvage()
    try salvage.read(file, path: path, size: size)
    let repaired = path + ".repaired"
    try write(salvage.workspace, to: repaired, like: path)
    return Repair(
      file: repaired, lists: found.lists, items: found.items, losses: salvage.losses)
  }

  private func write(
    _ workspace: Workspace, to path: String, like model: String
  ) throws(StorageError) {
    let file = try attempt("create", path) { () throws(SystemError) in
      try OpenFile(path, .createNew(try fileSystem.status(model)), in: fileSystem)
    }
    var writer = SnapshotWriter(file)
    do throws(SnapshotWriter.Failure) {
      try writer.write(workspace, time: now)
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .system(let reason): throw .system(StorageError.Failure("write", path, reason))
      }
    }
    try attempt("sync", path) { () throws(SystemError) in try file.sync() }
    try StoreFolder.syncFolder(StoreFolder.parentFolder(of: path), fileSystem)
  }

  private func openJournal() throws(StorageError) -> (file: OpenFile, path: String, size: Int) {
    let name = folder + "/" + StoreFolder.journalName
    let status = try attempt("open", name) { () throws(SystemError) in
      try fileSystem.status(name)
    }
    guard let status else { throw .missing(file: name) }
    guard status.kind == .file else { throw .wrongKind(path: name, expected: "file") }
    return try attempt("open", name) { () throws(SystemError) in
      let path = try fileSystem.realPath(name)
      return (try OpenFile(path, .read, in: fileSystem), path, status.size)
    }
  }

  // MARK: Compact

  /// What a compaction came to.
  public struct Compacted: Sendable {
    public let file: String
    /// In bytes.
    public let sizeBefore: Int
    public let sizeAfter: Int
  }

  /// Writes the state to a new file that takes the journal's place, in a store that nobody has open.
  public func compact(log: @escaping (String) -> Void) throws(StorageError) -> Compacted {
    let name = folder + "/" + StoreFolder.journalName
    let status = try attempt("open", name) { () throws(SystemError) in
      try fileSystem.status(name)
    }
    guard let status else { throw .missing(file: name) }
    let opened = try StoreOpening(fileSystem: fileSystem, log: log).open(folder, now: now) { _ in
      nil
    }
    guard var journal = opened.journal else {
      throw .system(StorageError.Failure("write", name, .readOnly("open")))
    }
    do throws(Journal.AdoptFailure) {
      try journal.move(opened.workspace, now: now)
    } catch {
      switch error {
      case .kept(let reason): throw reason
      case .unknown(let reason):
        throw .system(StorageError.Failure("sync the folder of", journal.path, reason))
      }
    }
    return Compacted(file: journal.path, sizeBefore: status.size, sizeAfter: journal.end)
  }
}

extension Maintenance.Check {
  fileprivate init(
    _ file: String, _ size: Int, _ workspace: Workspace, transactions: Int = 0,
    tornTail: TornTail? = nil, damage: Damage? = nil, losses: [String] = []
  ) {
    self.file = file
    self.size = size
    revision = workspace.revision
    self.transactions = transactions
    var lists = 0
    workspace.document.forEachList { _, _, _ in lists += 1 }
    self.lists = lists
    items = workspace.document.itemCount
    self.tornTail = tornTail
    self.damage = damage
    self.losses = losses
  }
}
