import Testing
import Todo

/// A workspace and what was done to it: what a store on disk would be, without the disk.
struct Store {
  static let me = SessionID(high: 1, low: 1)
  static let other = SessionID(high: 2, low: 2)

  var workspace = Workspace()
  var journal: [Transaction] = []
  var now: Int64 = 1_000_000

  /// Performs a command; `nil` if there was nothing to do.
  @discardableResult
  mutating func perform(
    _ command: some Command, as session: SessionID = me, once: Once? = nil
  ) throws -> Transaction? {
    let transaction = try workspace.perform(command, session: session, time: tick(), once: once)
    if let transaction { apply(transaction) }
    return transaction
  }

  /// Undoes; `nil` if it was done, else what stood in the way.
  @discardableResult
  mutating func undo(_ steps: Int = 1, as session: SessionID = me) -> Conflict? {
    step(.undo, steps, as: session)
  }

  @discardableResult
  mutating func redo(_ steps: Int = 1, as session: SessionID = me) -> Conflict? {
    step(.redo, steps, as: session)
  }

  mutating func step(_ direction: Direction, _ steps: Int, as session: SessionID) -> Conflict? {
    switch workspace.step(direction, steps: steps, session: session, time: tick()) {
    case .transaction(let transaction): apply(transaction)
    case .nothing: break
    case .conflict(let conflict, _): return conflict
    }
    return nil
  }

  mutating func skip(_ direction: Direction, as session: SessionID = me) {
    guard let step = workspace.session(session)?.history.next(direction)?.revision else { return }
    let transaction = workspace.skip(direction, step: step, session: session, time: tick())
    if let transaction { apply(transaction) }
  }

  mutating func apply(_ transaction: Transaction) {
    #expect(throws: Never.self) { try workspace.apply(transaction) }
    journal.append(transaction)
  }

  mutating func makeList(_ name: String, as session: SessionID = me) throws -> ListID {
    let command = CreateList(name: try Title(name), time: tick())
    try perform(command, as: session)
    return command.id
  }

  mutating func makeItem(
    _ title: String, _ detail: String = "", in list: ListID, as session: SessionID = me
  ) throws -> ItemID {
    let command = CreateItem(
      title: try Title(title), detail: try Detail(detail), list: list, time: tick())
    try perform(command, as: session)
    return command.id
  }

  func titles(_ list: ListID, _ view: View = View()) -> [String] {
    workspace.document.page(of: list, view: view, 0..<Int.max).items.map(\.title)
  }

  mutating func tick() -> Timestamp {
    now += 1
    return Timestamp(milliseconds: now)
  }
}
