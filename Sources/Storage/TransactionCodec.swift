import Kernel
package import Todo

/// One line of the journal: a transaction, and up to which number everything was on disk when the
/// line was written.
package struct JournalLine: Sendable {
  package let transaction: Transaction
  package let synced: Int

  package init(transaction: Transaction, synced: Int) {
    self.transaction = transaction
    self.synced = synced
  }

  /// Reads one line, without its newline.
  package init(_ bytes: [UInt8]) throws(FormatError) {
    var reader = LineReader(bytes, from: 0, to: bytes.count)
    try reader.verifyChecksum()
    self = try reader.sealedLine()
  }

  /// What every line of a transaction begins with. It stands nowhere else in a file, since a quote
  /// inside a text is escaped.
  static let start: StaticString = "{\"seq\":"

  /// What stands before the action.
  struct Start {
    let revision: Int
    let synced: Int
    let time: Timestamp
    let session: SessionID?
  }
}

extension LineWriter {
  /// Adds the line of a transaction.
  package mutating func line(_ transaction: Transaction, synced: Int) {
    // A long line grows in one piece and not by being copied again and again.
    if transaction.changes.count > 16 {
      reserve(transaction.changes.reduce(0) { $0 + $1.roughSize })
    }
    raw(JournalLine.start)
    number(transaction.revision)
    raw(",\"synced\":")
    number(synced)
    raw(",\"time\":")
    time(transaction.time)
    raw(",\"session\":")
    id(transaction.session)
    action(transaction.action)
    raw(",\"changes\":")
    changes(transaction.changes)
    if let once = transaction.once {
      raw(",\"once\":{\"token\":")
      text(once.token)
      raw(",\"location\":")
      text(once.location)
      raw("}")
    }
    endLine()
  }

  private mutating func action(_ action: Transaction.Action) {
    switch action {
    case .perform(let label):
      raw(",\"step\":")
      self.label(label)
    case .step(.undo, let steps):
      raw(",\"undo\":")
      number(steps)
    case .step(.redo, let steps):
      raw(",\"redo\":")
      number(steps)
    case .skip(.undo, let step):
      raw(",\"skip undo\":")
      number(step)
    case .skip(.redo, let step):
      raw(",\"skip redo\":")
      number(step)
    }
  }

  mutating func label(_ label: Label) {
    raw("{\"verb\":")
    text(label.verb.rawValue)
    switch label.subject {
    case .item(let id):
      raw(",\"item\":")
      self.id(id)
    case .list(let id):
      raw(",\"list\":")
      self.id(id)
    case .none: break
    }
    raw(",\"name\":")
    text(label.name)
    if !label.detail.isEmpty {
      raw(",\"detail\":")
      text(label.detail)
    }
    if label.count != 1 {
      raw(",\"count\":")
      number(label.count)
    }
    raw("}")
  }
}

extension LineReader {
  /// Reads a line of a transaction whose checksum was verified.
  mutating func sealedLine() throws(FormatError) -> JournalLine {
    let start = try lineStart()
    return try line(behind: start)
  }

  /// Reads what such a line begins with.
  mutating func lineStart() throws(FormatError) -> JournalLine.Start {
    try expect(JournalLine.start)
    let revision = try counter()
    try expect(",\"synced\":")
    let synced = try counter()
    guard synced < revision, synced >= 0 else { throw FormatError(.number, position) }
    try expect(",\"time\":")
    let time = try time()
    try expect(",\"session\":")
    return JournalLine.Start(
      revision: revision, synced: synced, time: time, session: try optionalID())
  }

  /// Reads the rest of it.
  mutating func line(behind start: JournalLine.Start) throws(FormatError) -> JournalLine {
    let action = try action()
    try expect(",\"changes\":")
    let changes = try changes()
    let once = try once()
    try finish()
    return JournalLine(
      transaction: Transaction(
        revision: start.revision, time: start.time, session: start.session, action: action,
        changes: changes, once: once),
      synced: start.synced)
  }

  /// Reads only the checksum and the first two numbers: whatever else a line says, it was written
  /// whole, and by a program that knew what was on disk.
  mutating func sealedNumbers() throws(FormatError) -> (number: Int, synced: Int) {
    try verifyChecksum()
    try expect(JournalLine.start)
    let number = try counter()
    try expect(",\"synced\":")
    return (number, try self.counter())
  }

  private mutating func action() throws(FormatError) -> Transaction.Action {
    if skip(",\"step\":") { return .perform(try label()) }
    if skip(",\"undo\":") { return .step(.undo, steps: try counter()) }
    if skip(",\"redo\":") { return .step(.redo, steps: try counter()) }
    if skip(",\"skip undo\":") { return .skip(.undo, step: try counter()) }
    try expect(",\"skip redo\":")
    return .skip(.redo, step: try counter())
  }

  mutating func label() throws(FormatError) -> Label {
    try expect("{\"verb\":\"")
    let verb = try verb()
    let subject: Label.Subject
    if skip(",\"item\":") {
      subject = .item(try id())
    } else if skip(",\"list\":") {
      subject = .list(try id())
    } else {
      subject = .none
    }
    try expect(",\"name\":")
    let name = try text()
    let detail = skip(",\"detail\":") ? try text() : ""
    let count = skip(",\"count\":") ? try counter() : 1
    try expect("}")
    return Label(verb, subject, name: name, detail: detail, count: count)
  }

  /// A verb whose opening quote was read.
  private mutating func verb() throws(FormatError) -> Label.Verb {
    let start = position
    guard let name = ShortName(bytes.span, endingWithQuoteFrom: start, before: end),
      let verb = Label.Verb(name)
    else { throw FormatError(.unexpected, start) }
    skip(count: name.count + 1)
    return verb
  }

  private mutating func once() throws(FormatError) -> Once? {
    guard skip(",\"once\":{\"token\":") else { return nil }
    let token = try text()
    try expect(",\"location\":")
    let location = try text()
    try expect("}")
    return Once(token: token, location: location)
  }
}

extension Label.Verb {
  /// The verb of that name, if there is one.
  init?(_ name: ShortName) {
    let names = Self.names.span
    for place in names.indices where names[place].name == name {
      self = names[place].verb
      return
    }
    return nil
  }

  private static let names = allCases.compactMap { verb in
    ShortName(verb.rawValue).map { (name: $0, verb: verb) }
  }
}
