import Kernel
import Todo

// How a snapshot says what stands where. Its lines are numbered like those of the file, so the first
// one, behind the header, has 2:
//
//   {"line":2,"list":LIST,"stamp":SEQ,"deleted":DELETION,"crc":"..."}
//   {"line":3,"item":ITEM,"stamp":SEQ,"deleted":DELETION,"crc":"..."}
//   {"line":4,"session":ID,"last used":SEQ,"crc":"..."}
//   {"line":5,"done":SEQ,"time":TIME,"step":LABEL,"changes":[...],"crc":"..."}
//   {"line":6,"undone":SEQ,"time":TIME,"step":LABEL,"changes":[...],"crc":"..."}
//   {"line":7,"token":TEXT,"location":TEXT,"session":ID,"time":TIME,"crc":"..."}
//
// Lists come in their order, the items of each right behind it in theirs; deleted ones among them,
// at the places that they would come back to. "stamp" is the transaction that put them there.
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
    var count = 0
    forEachList { list, _, _ in
      count += 1
      forEachItem(of: list.id) { _, _, _ in count += 1 }
    }
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

/// Puts a workspace together from the lines of a snapshot.
struct SnapshotReader {
  private var builder: WorkspaceBuilder
  private var list: ListID?
  private var session: Session?
  private var done: [Step] = []
  private var undone: [Step] = []

  init(_ header: Header) {
    builder = WorkspaceBuilder(
      revision: header.revision, nextOrdinal: header.nextOrdinal,
      expectedItems: min(header.snapshotLines, 1 << 20))
  }

  /// Adds what a line says.
  ///
  /// - Parameter number: the number that the line must have.
  mutating func add(_ line: LineReader, number: Int) throws(FormatError) {
    var line = line
    let start = line.position
    try line.verifyChecksum()
    try line.expect("{\"line\":")
    guard try line.number() == number else { throw FormatError(.sequence, start) }
    do {
      try add(&line)
    } catch let error as FormatError {
      throw error
    } catch {
      throw FormatError(.state, start)
    }
    try line.finish()
  }

  /// The workspace, when all lines were added.
  mutating func finish() throws(FormatError) -> Workspace {
    do {
      try finishSession()
      return try builder.finish()
    } catch {
      throw FormatError(.state, 0)
    }
  }

  private mutating func add(_ line: inout LineReader) throws {
    if line.skip(",\"item\":") {
      let item = try line.item()
      let (stamp, deletion) = try line.stay()
      guard let list, session == nil else { throw FormatError(.state, line.position) }
      try builder.add(item, to: list, stamp: stamp, deletion: deletion)
    } else if line.skip(",\"done\":") {
      done.append(try line.step())
      guard session != nil, undone.isEmpty else { throw FormatError(.state, line.position) }
    } else if line.skip(",\"undone\":") {
      undone.append(try line.step())
      guard session != nil else { throw FormatError(.state, line.position) }
    } else if line.skip(",\"list\":") {
      let list = try line.list()
      let (stamp, deletion) = try line.stay()
      guard session == nil else { throw FormatError(.state, line.position) }
      try builder.add(list, stamp: stamp, deletion: deletion)
      self.list = list.id
    } else if line.skip(",\"session\":") {
      try finishSession()
      let id: SessionID = try line.id()
      try line.expect(",\"last used\":")
      session = Session(id: id, lastUsed: try line.number())
    } else {
      try finishSession()
      builder.add(try line.token())
    }
  }

  private mutating func finishSession() throws(ContentsError) {
    guard var session else { return }
    session.history = History(done: done, undone: undone)
    try builder.add(session)
    self.session = nil
    done = []
    undone = []
  }
}

extension LineReader {
  fileprivate mutating func stay() throws(FormatError) -> (stamp: Int, deletion: Deletion?) {
    try expect(",\"stamp\":")
    let stamp = try number()
    try expect(",\"deleted\":")
    if skip("null") { return (stamp, nil) }
    try expect("{\"number\":")
    let number = try number()
    try expect(",\"seq\":")
    let deletion = Deletion(number: number, revision: try self.number())
    try expect("}")
    return (stamp, deletion)
  }

  fileprivate mutating func step() throws(FormatError) -> Step {
    let revision = try number()
    try expect(",\"time\":")
    let time = try time()
    try expect(",\"step\":")
    let label = try label()
    try expect(",\"changes\":")
    return Step(revision: revision, label: label, changes: try changes(), time: time)
  }

  fileprivate mutating func token() throws(FormatError) -> OnceToken {
    try expect(",\"token\":")
    let token = try text()
    try expect(",\"location\":")
    let location = try text()
    try expect(",\"session\":")
    let session: SessionID = try id()
    try expect(",\"time\":")
    return OnceToken(
      session: session, once: Once(token: token, location: location), time: try time())
  }
}
