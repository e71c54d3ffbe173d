import Testing
import Todo

@Suite struct WorkspaceTests {
  @Test func `the example of the documentation works`() throws {
    var workspace = Workspace()
    var journal: [Transaction] = []
    let me = SessionID.random()
    let now = Timestamp(milliseconds: 1_764_000_000_000)

    func perform(_ command: some Command) throws {
      guard let made = try workspace.perform(command, session: me, time: now) else { return }
      try workspace.apply(made)
      journal.append(made)
    }
    let home = CreateList(name: try Title("Home"), time: now)
    let milk = CreateItem(title: try Title("Buy milk"), list: home.id, time: now)
    try perform(home)
    try perform(milk)
    try perform(RemoveItem(milk.id))
    if case .transaction(let undo) = workspace.step(.undo, session: me, time: now) {
      try workspace.apply(undo)  // The item is back at its place,
      journal.append(undo)  // and the journal says how.
    }

    #expect(journal.map(\.revision) == [1, 2, 3, 4])
    #expect(workspace.document.counts(of: home.id) == Counts(all: 1, open: 1))
  }

  @Test func `a new step clears what could be redone, one that changes nothing does not`() throws {
    var store = Store()
    let list = try store.makeList("Home")
    let item = try store.makeItem("a", in: list)
    try store.perform(AddToCount(item, by: try Count("1")))
    store.undo()
    let empty = try store.perform(UpdateProperty(item, .count, to: 0))
    #expect(empty == nil)
    #expect(store.workspace.session(Store.me)?.history.undone.count == 1)
    try store.perform(UpdateProperty(item, .done, to: true))
    #expect(store.workspace.session(Store.me)?.history.undone.isEmpty == true)
  }

  @Test func `an undone creation comes back under its id at its place`() throws {
    var store = Store()
    let list = try store.makeList("Home")
    let a = try store.makeItem("a", in: list)
    let before = dump(store.workspace.document)
    store.undo()
    guard case .removed(let item, list) = store.workspace.document.item(a) else {
      Issue.record("not known any more")
      return
    }
    #expect(item.title == "a")
    _ = try store.makeItem("b", in: list, as: Store.other)
    store.undo(as: Store.other)
    store.redo()
    #expect(store.titles(list) == ["a"])
    #expect(Array(dump(store.workspace.document).prefix(2)) == before)
  }

  @Test func `steps beyond the end go to the end`() throws {
    var store = Store()
    let list = try store.makeList("Home", as: Store.other)
    for _ in 0..<3 { _ = try store.makeItem("x", in: list) }
    #expect(store.undo(99) == nil)
    #expect(store.titles(list).isEmpty)
    let time = store.tick()
    guard case .nothing = store.workspace.step(.undo, session: Store.me, time: time) else {
      Issue.record("something to undo")
      return
    }
    #expect(store.redo(2) == nil)
    #expect(store.titles(list).count == 2)
  }

  @Test func `a history keeps a thousand steps`() throws {
    var store = Store()
    let list = try store.makeList("Home")
    let item = try store.makeItem("a", in: list)
    for _ in 0..<1_005 { try store.perform(AddToCount(item, by: try Count("1"))) }
    #expect(store.workspace.session(Store.me)?.history.done.count == 1_000)
    store.undo(2_000)
    guard case .live(let left, _) = store.workspace.document.item(item) else { return }
    #expect(left.count == 5)
  }

  @Test func `a thousand sessions are remembered, those used last`() throws {
    var store = Store()
    let list = try store.makeList("Home", as: Store.other)
    for number in 0..<1_001 as Range<UInt64> {
      let session = SessionID(high: 9, low: number)
      if number == 500 { _ = try store.makeItem("x", in: list, as: SessionID(high: 9, low: 0)) }
      _ = try store.makeItem("x", in: list, as: session)
    }
    #expect(store.workspace.sessions.count == 1_000)
    #expect(store.workspace.session(Store.other) == nil)
    #expect(store.workspace.session(SessionID(high: 9, low: 0)) != nil)
    #expect(store.workspace.session(SessionID(high: 9, low: 1)) == nil)
  }

  @Test func `a token is found for a day, by its session or without one`() throws {
    var store = Store()
    let list = try store.makeList("Home")
    let once = Once(token: "t", location: "/lists/1")
    try store.perform(
      CreateItem(title: try Title("a"), list: list, time: store.tick()), once: once)
    #expect(store.workspace.once("t", session: Store.me)?.once == once)
    #expect(store.workspace.once("t", session: nil)?.session == Store.me)
    #expect(store.workspace.once("t", session: Store.other) == nil)
    store.undo()
    #expect(store.workspace.once("t", session: Store.me)?.once == once)
    store.now += 24 * 60 * 60 * 1_000 - 10
    _ = try store.makeItem("b", in: list)
    #expect(store.workspace.once("t", session: nil) != nil)
    store.now += 20
    _ = try store.makeItem("c", in: list)
    #expect(store.workspace.once("t", session: nil) == nil)
  }

  @Test func `a transaction that does not fit alters nothing`() throws {
    var store = Store()
    let list = try store.makeList("Home")
    let item = try store.makeItem("a", in: list)
    let before = dump(store.workspace)
    let time = store.tick()
    let unknown = ItemID(high: 5, low: 5)
    func transaction(
      _ revision: Int, _ action: Transaction.Action, _ changes: [Change] = []
    ) -> Transaction {
      Transaction(
        revision: revision, time: time, session: Store.me, action: action, changes: changes)
    }
    let label = Label(.updateItem, .none, name: "")
    let good = Change.setProperty(
      item, Property.done.erased, from: .flag(false), to: .flag(true))
    let bad = Change.setProperty(
      unknown, Property.done.erased, from: .flag(false), to: .flag(true))
    let wrong = Change.setProperty(
      item, Property.done.erased, from: .flag(false), to: .text("yes"))
    let failures: [(Transaction, TransactionError)] = [
      (transaction(9, .perform(label), [good]), .wrongRevision(expected: 3, found: 9)),
      (transaction(3, .perform(label), [good, bad]), .change(1, .unknownItem(unknown))),
      (
        transaction(3, .perform(label), [good, wrong]),
        .change(1, .wrongKind(item, property: "done"))
      ),
      (transaction(3, .step(.undo, steps: 3)), .noSuchStep),
      (transaction(3, .step(.redo, steps: 1)), .noSuchStep),
      (transaction(3, .skip(.undo, step: 1)), .noSuchStep),
    ]
    for (transaction, failure) in failures {
      #expect(throws: failure) { try store.workspace.apply(transaction) }
      #expect(dump(store.workspace) == before)
    }
  }

  @Test func `contents that do not fit are refused`() throws {
    let time = Timestamp(milliseconds: 0)
    let list = ItemList(id: ListID(high: 1, low: 1), name: "x", created: time)
    let item = Item(id: ItemID(high: 1, low: 1), title: "a", created: time, ordinal: 1)
    var builder = WorkspaceBuilder(revision: 1, nextOrdinal: 2)
    #expect(throws: ContentsError.unknownList(list.id)) {
      try builder.add(item, to: list.id, stamp: 1, deletion: nil)
    }
    try builder.add(list, stamp: 1, deletion: Deletion(number: 1, revision: 1))
    #expect(throws: ContentsError.duplicateList(list.id)) {
      try builder.add(list, stamp: 1, deletion: nil)
    }
    try builder.add(item, to: list.id, stamp: 1, deletion: nil)
    let copy = builder
    #expect(throws: ContentsError.itemWithoutList(item.id)) { try copy.finish() }
    #expect(throws: ContentsError.duplicateItem(item.id)) {
      try builder.add(item, to: list.id, stamp: 1, deletion: nil)
    }
  }
}
