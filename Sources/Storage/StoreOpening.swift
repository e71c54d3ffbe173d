import Kernel
import Todo

/// A store right after its start: what is on disk, and who may write there.
struct OpenedStore {
  let workspace: Workspace
  /// `nil` where the file can only be read.
  let journal: Journal?
  /// Why nothing can be written, if so.
  let readOnly: String?
  let folder: StoreFolder
}

/// Opens a store: everything is read and checked before anything is changed, and everything that
/// was read is on disk before anything is shown.
struct StoreOpening {
  let fileSystem: any FileSystem
  let log: (String) -> Void

  /// - Parameters:
  ///   - now: the time that new files say they were made at.
  ///   - firstStart: makes the first transaction of a new store, if it shall have one.
  func open(
    _ path: String, now: Timestamp, firstStart: (Workspace) -> Transaction?
  ) throws(StorageError) -> OpenedStore {
    let folder = try StoreFolder(path, fileSystem: fileSystem)
    let journalPath = folder.journalPath
    let status = try attempt("open", journalPath) { () throws(SystemError) in
      try fileSystem.status(journalPath)
    }
    guard let status else {
      return try create(in: folder, now: now, firstStart: firstStart)
    }
    guard status.kind == .file else { throw .wrongKind(path: journalPath, expected: "file") }
    // The file may be a link to one elsewhere: the new file of a compaction belongs there, too.
    let realPath = try attempt("open", journalPath) { () throws(SystemError) in
      try fileSystem.realPath(journalPath)
    }
    let access = try openJournal(realPath)
    var reader = JournalReader(access.file, path: realPath, size: status.size)
    let contents = try reader.contents()
    guard access.readOnly == nil else {
      if let torn = contents.tornTail {
        log("\(torn); it is left there, since \(realPath) can only be read")
      }
      return OpenedStore(
        workspace: contents.workspace, journal: nil, readOnly: access.readOnly, folder: folder)
    }
    var journal = Journal(
      fileSystem: fileSystem, path: realPath, folder: try openFolder(of: realPath),
      file: access.file, end: contents.end, revision: contents.workspace.revision,
      snapshotEnd: contents.snapshotEnd, transactions: contents.transactions)
    try settle(&journal, contents, now: now)
    return OpenedStore(
      workspace: contents.workspace, journal: journal, readOnly: nil, folder: folder)
  }

  // MARK: An existing journal

  private func openJournal(
    _ path: String
  ) throws(StorageError) -> (file: OpenFile, readOnly: String?) {
    do throws(SystemError) {
      return (try OpenFile(path, .readWrite, in: fileSystem), nil)
    } catch {
      guard error.isReadOnlyFileSystem || error.isForbidden else {
        throw .system(StorageError.Failure("open", path, error))
      }
      let file = try attempt("open", path) { () throws(SystemError) in
        try OpenFile(path, .read, in: fileSystem)
      }
      return (file, "\(path) can only be read: \(error.reason)")
    }
  }

  private func openFolder(of path: String) throws(StorageError) -> OpenFile {
    let folder = StoreFolder.parentFolder(of: path)
    return try attempt("open the folder", folder) { () throws(SystemError) in
      try OpenFile(folder, .folder, in: fileSystem)
    }
  }

  /// Makes what was read durable, and takes away what interrupted work left behind.
  private func settle(
    _ journal: inout Journal, _ contents: JournalContents, now: Timestamp
  ) throws(StorageError) {
    if let torn = contents.tornTail { try cut(torn, from: journal) }
    let marker = try attempt("examine", journal.distrustPath) { () throws(SystemError) in
      try fileSystem.status(journal.distrustPath)
    }
    let isRewritten = try rewrite(contents.provedEnd..<contents.end, of: journal)
    if marker != nil || !isRewritten { journal.toMove = contents.workspace }
    let (file, folder, path) = (journal.file, journal.folder, journal.path)
    try attempt("sync", path) { () throws(SystemError) in try file.syncData() }
    // An earlier process may have been killed between a rename and its sync.
    try attempt("sync the folder of", path) { () throws(SystemError) in try folder.sync() }
    journal.discardNewFile()
    guard let state = journal.toMove else { return }
    do throws(Journal.AdoptFailure) {
      try journal.move(state, now: now)
      log("an earlier sync of \(path) had failed: everything is in a new file now")
    } catch {
      switch error {
      case .kept(let reason): log("\(reason): nothing is accepted before it is in a new file")
      case .unknown(let reason):
        throw .system(StorageError.Failure("sync the folder of", path, reason))
      }
    }
  }

  /// Writes the last lines once more where they are. Their sync may have failed right before the
  /// program was killed: the system then holds them for written, and only a new write makes it write
  /// them. Gives whether that could be done.
  private func rewrite(_ range: Range<Int>, of journal: Journal) throws(StorageError) -> Bool {
    if range.isEmpty { return true }
    let (file, path) = (journal.file, journal.path)
    let bytes = try attempt("read", path) { () throws(SystemError) in
      try file.read(at: range.lowerBound, count: range.count)
    }
    do throws(SystemError) {
      try file.write(bytes, at: range.lowerBound)
      return true
    } catch {
      log("cannot write \(path) (\(error)): nothing is accepted until its state is in a new file")
      return false
    }
  }

  /// Cuts a torn tail off, and keeps a copy of it beside the file if there is room.
  private func cut(_ torn: TornTail, from journal: Journal) throws(StorageError) {
    let copy = torn.written > 0 ? keep(torn, of: journal) : nil
    try attempt("cut the torn tail off", torn.file) { () throws(SystemError) in
      try journal.file.truncate(to: torn.byte)
      try journal.file.syncData()
    }
    log("\(torn); it was cut off\(copy.map { ", a copy is \($0)" } ?? "")")
  }

  private func keep(_ torn: TornTail, of journal: Journal) -> String? {
    let path = "\(journal.path).torn-\(torn.byte)"
    do throws(SystemError) {
      if try fileSystem.status(path) != nil { return nil }
      let copy = try OpenFile(path, .createNew(try fileSystem.status(journal.path)), in: fileSystem)
      do throws(SystemError) {
        var copied = 0
        while copied < torn.written {
          let bytes = try journal.file.read(
            at: torn.byte + copied, count: min(1 << 20, torn.written - copied))
          if bytes.isEmpty { break }
          try copy.write(bytes, at: copied)
          copied += bytes.count
        }
        try copy.sync()
      } catch {
        try fileSystem.remove(path)
        throw error
      }
      return path
    } catch {
      log("no copy of the torn tail is kept: \(error)")
      return nil
    }
  }

  // MARK: A new journal

  private func create(
    in folder: StoreFolder, now: Timestamp, firstStart: (Workspace) -> Transaction?
  ) throws(StorageError) -> OpenedStore {
    try StoreFolder.syncParent(of: folder.path, fileSystem)
    var workspace = Workspace()
    var writer = LineWriter()
    writer.header(
      Header(
        revision: 0, nextOrdinal: workspace.document.nextOrdinal, snapshotLines: 0, time: now))
    let snapshotEnd = writer.bytes.count
    if let transaction = firstStart(workspace) {
      do throws(TransactionError) {
        try workspace.apply(transaction)
      } catch {
        preconditionFailure("the first transaction does not fit an empty store: \(error)")
      }
      writer.line(transaction, synced: 0)
    }
    let path = folder.journalPath
    let directory = try openFolder(of: path)
    let newPath = path + ".new"
    let file = try write(writer.bytes, to: newPath)
    let journal = Journal(
      fileSystem: fileSystem, path: path, folder: directory, file: file, end: writer.bytes.count,
      revision: workspace.revision, snapshotEnd: snapshotEnd, transactions: workspace.revision)
    do throws(StorageError) {
      try attempt("create", path) { () throws(SystemError) in
        try fileSystem.rename(newPath, to: path)
      }
    } catch {
      journal.discardNewFile()
      throw error
    }
    try attempt("sync the folder of", path) { () throws(SystemError) in try directory.sync() }
    return OpenedStore(workspace: workspace, journal: journal, readOnly: nil, folder: folder)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(StorageError) -> OpenFile {
    try attempt("create", path) { () throws(SystemError) in
      if try fileSystem.status(path) != nil { try fileSystem.remove(path) }
      let file = try OpenFile(path, .createNew(nil), in: fileSystem)
      do throws(SystemError) {
        try file.write(bytes, at: 0)
        try file.sync()
      } catch {
        do throws(SystemError) { try fileSystem.remove(path) } catch {}
        throw error
      }
      return file
    }
  }
}

extension Journal {
  /// Writes its state to a new file that takes its place, in one go.
  ///
  /// - Parameter state: what its lines come to.
  mutating func move(_ state: Workspace, now: Timestamp) throws(AdoptFailure) {
    let replacement: Replacement
    do throws(StorageError) {
      replacement = try Compaction(of: self, time: now).prepare(with: state)
    } catch {
      throw .kept(error)
    }
    try adopt(replacement)
    toMove = nil
    do throws(SystemError) {
      if try fileSystem.status(distrustPath) != nil { try fileSystem.remove(distrustPath) }
    } catch {
      // It costs the next start a new file.
    }
  }
}

extension TornTail: CustomStringConvertible {
  public var description: String {
    let place = "of \(file) at line \(line), byte \(byte), \(length) bytes long"
    return written == 0 ? "unused room \(place)" : "torn tail \(place): \(reason)"
  }
}
