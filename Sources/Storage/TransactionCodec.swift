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
}

extension LineWriter {
  /// Adds the line of a transaction.
  package mutating func line(_ transaction: Transaction, synced: Int) {
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
    try expect(JournalLine.start)
    let revision = try number()
    try expect(",\"synced\":")
    let synced = try number()
    guard synced < revision, synced >= 0 else { throw FormatError(.number, position) }
    try expect(",\"time\":")
    let time = try time()
    try expect(",\"session\":")
    let session: SessionID? = try optionalID()
    let action = try action()
    try expect(",\"changes\":")
    let changes = try changes()
    let once = try once()
    try finish()
    return JournalLine(
      transaction: Transaction(
        revision: revision, time: time, session: session, action: action, changes: changes,
        once: once),
      synced: synced)
  }

  /// Reads only the checksum and the first two numbers: whatever else a line says, it was written
  /// whole, and by a program that knew what was on disk.
  mutating func sealedNumbers() throws(FormatError) -> (number: Int, synced: Int) {
    try verifyChecksum()
    try expect(JournalLine.start)
    let number = try number()
    try expect(",\"synced\":")
    return (number, try self.number())
  }

  private mutating func action() throws(FormatError) -> Transaction.Action {
    if skip(",\"step\":") { return .perform(try label()) }
    if skip(",\"undo\":") { return .step(.undo, steps: try number()) }
    if skip(",\"redo\":") { return .step(.redo, steps: try number()) }
    if skip(",\"skip undo\":") { return .skip(.undo, step: try number()) }
    try expect(",\"skip redo\":")
    return .skip(.redo, step: try number())
  }

  mutating func label() throws(FormatError) -> Label {
    try expect("{\"verb\":")
    let start = position
    guard let verb = Label.Verb(rawValue: try text()) else {
      throw FormatError(.unexpected, start)
    }
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
    let count = skip(",\"count\":") ? try number() : 1
    try expect("}")
    return Label(verb, subject, name: name, detail: detail, count: count)
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
