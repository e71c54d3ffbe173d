import Todo

/// What one line of a snapshot says.
struct SnapshotEntry: Sendable {
  /// Its number in the file, counted from 1 with the header.
  let number: Int
  let content: Content

  enum Content: Sendable {
    case list(ItemList, stamp: Int, Deletion?)
    case item(Item, in: ListID, stamp: Int, Deletion?)
    case session(SessionID, lastUsed: Int)
    case step(Step, Direction)
    case token(OnceToken)
  }

  /// What every line of a snapshot begins with.
  static let start: StaticString = "{\"line\":"

  /// Reads a line, its checksum first.
  init(_ line: LineReader) throws(FormatError) {
    var line = line
    try line.verifyChecksum()
    try self.init(sealed: &line)
  }

  /// Reads a line whose checksum was verified.
  init(sealed line: inout LineReader) throws(FormatError) {
    try line.expect(Self.start)
    number = try line.counter()
    content = try line.content()
    try line.finish()
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

  /// Adds what a line says; it must fit the ones before.
  mutating func add(_ content: SnapshotEntry.Content) throws(FormatError) {
    do throws(ContentsError) {
      switch content {
      case .list(let new, let stamp, let deletion):
        try builder.add(new, stamp: stamp, deletion: deletion)
        list = new.id
      case .item(let item, let home, let stamp, let deletion):
        guard home == list else { throw ContentsError.unknownList(home) }
        try builder.add(item, to: home, stamp: stamp, deletion: deletion)
      case .session(let id, let lastUsed):
        try finishSession()
        session = Session(id: id, lastUsed: lastUsed)
      case .step(let step, .undo): done.append(step)
      case .step(let step, .redo): undone.append(step)
      case .token(let token):
        try finishSession()
        builder.add(token)
      }
    } catch {
      throw FormatError(.state, 0)
    }
  }

  /// Adds one of some new items.
  mutating func add(
    _ new: NewItems, _ index: Int, to home: ListID, stamp: Int, _ deletion: Deletion?
  ) throws(FormatError) {
    do throws(ContentsError) {
      guard home == list else { throw ContentsError.unknownList(home) }
      try builder.add(new, index, to: home, stamp: stamp, deletion: deletion)
    } catch {
      throw FormatError(.state, 0)
    }
  }

  /// The workspace, when all lines were added.
  mutating func finish() throws(FormatError) -> Workspace {
    do throws(ContentsError) {
      try finishSession()
      return try builder.finish()
    } catch {
      throw FormatError(.state, 0)
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
  fileprivate mutating func content() throws(FormatError) -> SnapshotEntry.Content {
    if skip(",\"item\":") {
      let item = try item()
      try expect(",\"in\":")
      let list: ListID = try id()
      let (stamp, deletion) = try stay()
      return .item(item, in: list, stamp: stamp, deletion)
    }
    if skip(",\"done\":") { return .step(try step(), .undo) }
    if skip(",\"undone\":") { return .step(try step(), .redo) }
    if skip(",\"list\":") {
      let list = try list()
      let (stamp, deletion) = try stay()
      return .list(list, stamp: stamp, deletion)
    }
    if skip(",\"session\":") {
      let id: SessionID = try id()
      try expect(",\"last used\":")
      return .session(id, lastUsed: try counter())
    }
    return .token(try token())
  }

  fileprivate mutating func stay() throws(FormatError) -> (stamp: Int, deletion: Deletion?) {
    try expect(",\"stamp\":")
    let stamp = try counter()
    try expect(",\"deleted\":")
    if skip("null") { return (stamp, nil) }
    try expect("{\"number\":")
    let number = try counter()
    try expect(",\"seq\":")
    let deletion = Deletion(number: number, revision: try self.counter())
    try expect("}")
    return (stamp, deletion)
  }

  fileprivate mutating func step() throws(FormatError) -> Step {
    let revision = try counter()
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
