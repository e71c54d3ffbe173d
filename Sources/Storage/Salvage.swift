import Kernel
import Todo

/// Reads what can be read of a damaged journal, and notes what cannot.
struct Salvage {
  private(set) var workspace = Workspace()
  /// What is lost, one line each, in the order of the file.
  private(set) var losses: [String] = []
  private var parts = Parts()
  private var isInSnapshot = true

  /// A snapshot that may have holes.
  fileprivate struct Parts {
    var header = Header(
      revision: 0, nextOrdinal: 1, snapshotLines: 0, time: Timestamp(milliseconds: 0))
    var lists: [(list: ItemList, stamp: Int, deletion: Deletion?)] = []
    var items: [ListID: [(item: Item, stamp: Int, deletion: Deletion?)]] = [:]
    var known: Set<ItemID> = []
    var sessions: [(id: SessionID, lastUsed: Int, done: [Step], undone: [Step])] = []
    /// Whether the steps that come belong to the last session.
    var isSessionWhole = false
    var tokens: [OnceToken] = []
    var lastLine = 1
  }

  /// Reads the whole file.
  mutating func read(_ file: OpenFile, path: String, size: Int) throws(StorageError) {
    var source = LineSource(file, from: 0, to: size)
    var number = 0
    while let range = try attempt("read", path, { () throws(SystemError) in try source.next() }) {
      number += 1
      read(source.buffer, range, line: number)
    }
    let rest = source.writtenRest
    if !rest.isEmpty { read(source.buffer, rest, line: number + 1) }
    finishSnapshot()
  }

  // MARK: Lines

  private mutating func read(_ bytes: [UInt8], _ range: Range<Int>, line: Int) {
    let starts = Self.starts(bytes, range)
    if starts.isEmpty { losses.append("line \(line): \(FormatError.Reason.unexpected.rawValue)") }
    var isWhole = !starts.isEmpty
    for (index, start) in starts.enumerated() {
      // Where a newline was lost, one line ends right before the next one begins.
      let next = index + 1 < starts.count ? starts[index + 1] - 1 : range.upperBound
      var reason = read(LineReader(bytes, from: start, to: next), line: line)
      if reason != nil, next < range.upperBound {
        reason = read(LineReader(bytes, from: start, to: range.upperBound), line: line)
      }
      if let reason {
        losses.append("line \(line): \(reason)")
        isWhole = false
      }
    }
    if isWhole, starts.count > 1 || starts.first != range.lowerBound {
      losses.append("line \(line): some bytes between what it should hold")
    }
  }

  /// Where a line of this program may begin: at the start, or behind a lost newline.
  private static func starts(_ bytes: [UInt8], _ range: Range<Int>) -> [Int] {
    var starts: [Int] = []
    var at = range.lowerBound
    while let brace = bytes.position(of: UInt8(ascii: "{"), from: at, to: range.upperBound) {
      at = brace + 1
      for start in [JournalLine.start, SnapshotEntry.start, Header.start]
      where bytes.has(start, at: brace, before: range.upperBound) {
        starts.append(brace)
      }
    }
    return starts
  }

  /// Takes a line over, or says why not.
  private mutating func read(_ line: LineReader, line number: Int) -> String? {
    do throws(FormatError) {
      var line = line
      var copy = line
      if copy.skip(Header.start) {
        guard case .header(let header) = try line.header(), number == 1 else {
          return FormatError.Reason.unexpected.rawValue
        }
        parts.header = header
      } else if copy.skip(SnapshotEntry.start) {
        let entry = try SnapshotEntry(line)
        guard isInSnapshot else { return FormatError.Reason.sequence.rawValue }
        parts.add(entry)
      } else {
        try line.verifyChecksum()
        let transaction = try line.sealedLine().transaction
        finishSnapshot()
        apply(transaction, line: number)
      }
      return nil
    } catch {
      return error.reason.rawValue
    }
  }

  // MARK: Transactions

  private mutating func apply(_ transaction: Transaction, line: Int) {
    guard transaction.revision > workspace.revision else {
      losses.append("line \(line): number \(transaction.revision) was there before")
      return
    }
    if transaction.revision > workspace.revision + 1 {
      losses.append(
        "numbers \(workspace.revision + 1) to \(transaction.revision - 1) are missing before line "
          + "\(line)")
      workspace = rebuilt(revision: transaction.revision - 1)
    }
    let withoutHistory = Transaction(
      revision: transaction.revision, time: transaction.time, session: nil,
      action: .perform(Label(.updateItem, .none, name: "")), changes: transaction.changes)
    for candidate in [transaction, withoutHistory] {
      do throws(TransactionError) {
        try workspace.apply(candidate)
        if candidate.session == nil, transaction.session != nil {
          losses.append("line \(line): the history of its session, what it did is kept")
        }
        return
      } catch {
        continue
      }
    }
    losses.append(
      "line \(line): number \(transaction.revision), which stands on what is missing")
  }

  /// The same state under another number.
  private func rebuilt(revision: Int) -> Workspace {
    var parts = Parts()
    parts.header.revision = revision
    parts.header.nextOrdinal = workspace.document.nextOrdinal
    workspace.document.forEachList { list, stamp, deletion in
      parts.lists.append((list, stamp, deletion))
      workspace.document.forEachItem(of: list.id) { item, stamp, deletion in
        parts.items[list.id, default: []].append((item, stamp, deletion))
      }
    }
    parts.sessions = workspace.sessions.map {
      ($0.id, $0.lastUsed, Array($0.history.done), Array($0.history.undone))
    }
    parts.tokens = workspace.onceTokens
    return parts.workspace ?? workspace
  }

  private mutating func finishSnapshot() {
    guard isInSnapshot else { return }
    isInSnapshot = false
    if parts.lastLine < parts.header.snapshotLines + 1 {
      losses.append(
        "the snapshot's lines \(parts.lastLine + 1) to \(parts.header.snapshotLines + 1)")
    }
    if let whole = parts.workspace {
      workspace = whole
    } else {
      losses.append("the snapshot, which contradicts itself")
    }
  }
}

extension Salvage.Parts {
  mutating func add(_ entry: SnapshotEntry) {
    let follows = entry.number == lastLine + 1
    lastLine = max(lastLine, entry.number)
    switch entry.content {
    case .list(let list, let stamp, let deletion):
      if let known = lists.firstIndex(where: { $0.list.id == list.id }) {
        lists[known] = (list, stamp, deletion)
      } else {
        lists.append((list, stamp, deletion))
      }
    case .item(let item, let home, let stamp, let deletion):
      guard known.insert(item.id).inserted else { return }
      if !lists.contains(where: { $0.list.id == home }) {
        // Its line is lost; the items come first.
        lists.append((ItemList(id: home, name: "Recovered", created: item.created), stamp, nil))
      }
      items[home, default: []].append((item, stamp, deletion))
    case .session(let id, let lastUsed):
      guard !sessions.contains(where: { $0.id == id }) else { return }
      sessions.append((id, lastUsed, [], []))
      isSessionWhole = true
      return
    case .step(let step, let direction):
      // Behind a hole it is unknown whose step it is.
      isSessionWhole = isSessionWhole && follows
      guard isSessionWhole, let last = sessions.indices.last else { return }
      if direction == .undo {
        sessions[last].done.append(step)
      } else {
        sessions[last].undone.append(step)
      }
    case .token(let token): tokens.append(token)
    }
  }

  /// The workspace of these parts, or `nil` if they contradict each other.
  var workspace: Workspace? {
    var builder = WorkspaceBuilder(revision: header.revision, nextOrdinal: header.nextOrdinal)
    do throws(ContentsError) {
      for (list, stamp, deletion) in lists {
        try builder.add(list, stamp: stamp, deletion: deletion)
        for (item, stamp, deletion) in items[list.id] ?? [] {
          try builder.add(item, to: list.id, stamp: stamp, deletion: deletion)
        }
      }
      for (id, lastUsed, done, undone) in sessions {
        let history = History(done: done, undone: undone)
        try builder.add(Session(id: id, history: history, lastUsed: lastUsed))
      }
      for token in tokens { builder.add(token) }
      return try builder.finish()
    } catch {
      return nil
    }
  }
}
