import Kernel
import Todo

// How a snapshot says what stands where. Its lines are numbered like those of the file, so the first
// one, behind the header, has 2:
//
//   {"line":2,"list":LIST,"stamp":SEQ,"deleted":DELETION,"crc":"..."}
//   {"line":3,"item":ITEM,"in":ID,"stamp":SEQ,"deleted":DELETION,"crc":"..."}
//   {"line":4,"session":ID,"last used":SEQ,"crc":"..."}
//   {"line":5,"done":SEQ,"time":TIME,"step":LABEL,"changes":[...],"crc":"..."}
//   {"line":6,"undone":SEQ,"time":TIME,"step":LABEL,"changes":[...],"crc":"..."}
//   {"line":7,"token":TEXT,"location":TEXT,"session":ID,"time":TIME,"crc":"..."}
//
// Lists come in their order, the items of each right behind it in theirs; deleted ones among them,
// at the places that they would come back to. "in" is the item's list. "stamp" is the transaction that put them there.
// DELETION is null or {"number":NUMBER,"seq":SEQ}: the how-manieth deletion it was and which
// transaction did it. Behind a session come its steps: those that can be undone, the oldest first,
// then those that can be redone, the next one last.

/// Adds the lines of a file with the state of a workspace to a file, some at a time.
struct SnapshotWriter {
  private let file: OpenFile
  private let isCancelled: () -> Bool
  private var writer = LineWriter()
  private var lines = 0
  /// The size of the file so far, in bytes.
  private(set) var size = 0

  /// How much is held before it is written.
  private static let chunk = 1 << 20

  /// - Parameter isCancelled: asked now and then; to give up is reported as `Cancelled`.
  init(_ file: OpenFile, isCancelled: @escaping () -> Bool = { false }) {
    self.file = file
    self.isCancelled = isCancelled
  }

  /// Why a snapshot is not finished.
  enum Failure: Error {
    case system(SystemError)
    case cancelled
  }

  /// Writes the header and the snapshot.
  mutating func write(_ workspace: Workspace, time: Timestamp) throws(Failure) {
    let sessions = workspace.sessions
    let tokens = workspace.onceTokens
    writer.header(
      Header(
        revision: workspace.revision, nextOrdinal: workspace.document.nextOrdinal,
        snapshotLines: workspace.document.knownCount + tokens.count
          + sessions.reduce(0) { $0 + 1 + $1.history.done.count + $1.history.undone.count },
        time: time))
    lines = 1
    try write(workspace.document)
    for session in sessions { try write(session) }
    for token in tokens { try write(token) }
    try flush()
  }

  /// Writes what is still held.
  private mutating func flush() throws(Failure) {
    if isCancelled() { throw .cancelled }
    do throws(SystemError) {
      try file.write(writer.bytes, at: size)
    } catch {
      throw .system(error)
    }
    size += writer.bytes.count
    writer.removeAll()
  }

  private mutating func write(_ document: Document) throws(Failure) {
    try document.forEachList { (list, stamp, deletion) throws(Failure) in
      try line { writer in
        writer.raw(",\"list\":")
        writer.list(list)
        writer.stay(stamp, deletion)
      }
      try document.forEachItem(of: list.id) { (item, stamp, deletion) throws(Failure) in
        try line { writer in
          writer.raw(",\"item\":")
          writer.item(item)
          writer.raw(",\"in\":")
          writer.id(list.id)
          writer.stay(stamp, deletion)
        }
      }
    }
  }

  private mutating func write(_ session: Session) throws(Failure) {
    try line { writer in
      writer.raw(",\"session\":")
      writer.id(session.id)
      writer.raw(",\"last used\":")
      writer.number(session.lastUsed)
    }
    for step in session.history.done {
      try line { writer in
        writer.raw(",\"done\":")
        writer.step(step)
      }
    }
    for step in session.history.undone {
      try line { writer in
        writer.raw(",\"undone\":")
        writer.step(step)
      }
    }
  }

  private mutating func write(_ token: OnceToken) throws(Failure) {
    try line { writer in
      writer.raw(",\"token\":")
      writer.text(token.once.token)
      writer.raw(",\"location\":")
      writer.text(token.once.location)
      writer.raw(",\"session\":")
      writer.id(token.session)
      writer.raw(",\"time\":")
      writer.time(token.time)
    }
  }

  private mutating func line(_ body: (inout LineWriter) -> Void) throws(Failure) {
    lines += 1
    writer.raw("{\"line\":")
    writer.number(lines)
    body(&writer)
    writer.endLine()
    if writer.bytes.count >= Self.chunk { try flush() }
  }
}

extension Document {
  /// How many lists and items there are, deleted ones included.
  fileprivate var knownCount: Int {
    var count = itemCount
    forEachList { _, _, _ in count += 1 }
    return count
  }
}

extension LineWriter {
  fileprivate mutating func stay(_ stamp: Int, _ deletion: Deletion?) {
    raw(",\"stamp\":")
    number(stamp)
    raw(",\"deleted\":")
    guard let deletion else { return raw("null") }
    raw("{\"number\":")
    number(deletion.number)
    raw(",\"seq\":")
    number(deletion.revision)
    raw("}")
  }

  fileprivate mutating func step(_ step: Step) {
    number(step.revision)
    raw(",\"time\":")
    time(step.time)
    raw(",\"step\":")
    label(step.label)
    raw(",\"changes\":")
    changes(step.changes)
  }
}
