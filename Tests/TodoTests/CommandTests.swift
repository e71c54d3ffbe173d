import Testing
import Todo

@Suite struct CommandTests {
  var store = Store()
  let list: ListID

  init() throws {
    list = try store.makeList("Home")
  }

  /// Performs a command that changes something, and says what the step is called.
  private mutating func label(of command: some Command) throws -> Label {
    guard case .perform(let label) = try store.perform(command)?.action else {
      throw NothingDone()
    }
    return label
  }

  private struct NothingDone: Error {}

  @Test mutating func `deleting a list is one step, and so is its return`() throws {
    let other = try store.makeList("Other")
    for title in ["a", "b", "c"] { _ = try store.makeItem(title, in: other) }
    let gone = try store.makeItem("gone before", in: other)
    try store.perform(RemoveItem(gone))
    let before = visible(store.workspace.document)
    let removal = try label(of: RemoveList(other))
    #expect(removal.verb == .deleteList && removal.name == "Other" && removal.count == 3)
    #expect(store.workspace.document.lists.map(\.id) == [list])
    #expect(store.undo() == nil)
    #expect(visible(store.workspace.document) == before)
    store.redo()
    let restore = try label(of: RestoreList(other))
    #expect(restore.verb == .restoreList && restore.count == 3)
    #expect(visible(store.workspace.document) == before)
    #expect(try store.perform(RestoreList(other)) == nil)
  }

  @Test mutating func `a restored item brings its list back, without the other items`() throws {
    let other = try store.makeList("Other")
    let a = try store.makeItem("a", in: other)
    let b = try store.makeItem("b", in: other)
    try store.perform(RemoveItem(a))
    try store.perform(RemoveList(other))
    #expect(try store.perform(RemoveList(other)) == nil)
    let restore = try label(of: RestoreItem(a))
    #expect(restore.verb == .restoreItem && restore.name == "a")
    #expect(store.titles(other) == ["a"])
    guard case .removed = store.workspace.document.item(b) else {
      Issue.record("b is back")
      return
    }
    store.undo()
    guard case .removed = store.workspace.document.list(other) else {
      Issue.record("the list is still there")
      return
    }
    store.undo(2)
    #expect(store.titles(other) == ["a", "b"])
  }

  @Test mutating func `what is deleted is listed newest first and leaves when it returns`() throws {
    let other = try store.makeList("Other")
    let items = try ["a", "b", "c"].map { try store.makeItem($0, in: list) }
    try store.perform(RemoveItem(items[2]))
    try store.perform(RemoveList(other))
    try store.perform(RemoveItem(items[0]))
    func deleted(_ range: Range<Int>) -> [String] {
      store.workspace.document.deleted(range).entries.map { entry in
        switch entry {
        case .item(let item, _): item.title
        case .list(let list): list.name
        }
      }
    }
    #expect(deleted(0..<9) == ["a", "Other", "c"])
    #expect(deleted(1..<2) == ["Other"])
    #expect(store.workspace.document.deleted(7..<9).total == 3)
    try store.perform(RestoreItem(items[0]))
    #expect(deleted(0..<9) == ["Other", "c"])
    store.undo()
    #expect(deleted(0..<9) == ["a", "Other", "c"])
  }

  @Test mutating func `clearing removes the done items of the list in one step`() throws {
    #expect(try store.perform(ClearDone(list)) == nil)
    let items = try ["a", "b", "c"].map { try store.makeItem($0, in: list) }
    for item in items.dropFirst() { try store.perform(UpdateProperty(item, .done, to: true)) }
    let made = try label(of: ClearDone(list))
    #expect(made.verb == .clearDone && made.count == 2 && made.name == "Home")
    #expect(store.titles(list) == ["a"])
    store.undo()
    #expect(store.titles(list) == ["a", "b", "c"])
  }

  @Test mutating func `a count ends at its bounds`() throws {
    let item = try store.makeItem("a", in: list)
    try store.perform(AddToCount(item, by: try Count("999999999")))
    #expect(throws: Refusal.countOutOfRange(item)) {
      try store.perform(AddToCount(item, by: try Count("1")))
    }
    #expect(try store.perform(AddToCount(item, by: try Count("0"))) == nil)
    try store.perform(AddToCount(item, by: try Count("-999999999")))
    try store.perform(AddToCount(item, by: try Count("-999999999")))
    #expect(throws: Refusal.countOutOfRange(item)) {
      try store.perform(AddToCount(item, by: try Count("-2")))
    }
  }

  @Test mutating func `what is deleted or was never there refuses commands`() throws {
    let item = try store.makeItem("a", in: list)
    try store.perform(RemoveItem(item))
    #expect(try store.perform(RemoveItem(item)) == nil)
    let unknown = ItemID(high: 4, low: 4)
    for (id, refusal) in [(item, Refusal.deletedItem(item)), (unknown, .unknownItem(unknown))] {
      #expect(throws: refusal) { try store.perform(UpdateProperty(id, .done, to: true)) }
      #expect(throws: refusal) { try store.perform(AddToCount(id, by: try Count("1"))) }
      #expect(throws: refusal) { try store.perform(MoveItem(id, to: .startOf(list))) }
    }
    #expect(throws: Refusal.unknownItem(unknown)) { try store.perform(RestoreItem(unknown)) }
    #expect(throws: Refusal.unknownItem(unknown)) { try store.perform(RemoveItem(unknown)) }
    #expect(throws: Refusal.lastList(list)) { try store.perform(RemoveList(list)) }
    var empty = Store()
    #expect(throws: Refusal.noList) {
      try empty.perform(CreateItem(title: try Title("a"), time: empty.tick()))
    }
  }

  @Test mutating func `what marks an item done notes when, and undo takes that back too`() throws {
    let item = try store.makeItem("a", in: list)
    func completed() -> Timestamp? {
      guard case .live(let item, _) = store.workspace.document.item(item) else { return nil }
      return item.completed
    }
    let done = UpdateProperty(item, .done, to: true)
    let made = try store.perform(done)
    let transaction = try #require(made)
    guard case .perform(let label) = transaction.action else { return }
    #expect(label.verb == .markDone)
    #expect(completed() == transaction.time)
    #expect(try store.perform(done) == nil)
    store.undo()
    #expect(completed() == nil)
    store.redo()
    #expect(completed() == transaction.time)
    try store.perform(
      CompositeCommand([
        UpdateProperty(item, .title, to: "b"), UpdateProperty(item, .done, to: false),
      ]))
    #expect(completed() == nil)
    store.undo()
    #expect(completed() == transaction.time)
    #expect(store.titles(list) == ["a"])
  }

  @Test mutating func `an item that is open was never done`() throws {
    // A step of an older journal knows of no time.
    let item = try store.makeItem("a", in: list)
    try store.perform(UpdateProperty(item, .done, to: true))
    let old = Transaction(
      revision: store.workspace.revision + 1, time: store.tick(), session: Store.me,
      action: .perform(Label(.markOpen, .item(item), name: "a")),
      changes: [.setProperty(item, Property.done.erased, from: .flag(true), to: .flag(false))])
    store.apply(old)
    guard case .live(let found, _) = store.workspace.document.item(item) else { return }
    #expect(found.completed == nil && !found.done)
  }

  @Test mutating func `labels say what was done`() throws {
    let other = try store.makeList("Other")
    let item = try store.makeItem("a", in: list)
    let title = UpdateProperty(item, .title, to: "b")
    let same = UpdateProperty(item, .done, to: false)
    let count = UpdateProperty(item, .count, to: 7)
    let move = MoveItem(item, to: .into(other))
    let commands: [(any Command, Label.Verb, String, String)] = [
      (CompositeCommand([title, same]), .renameItem, "a", "b"),
      (CompositeCommand([title, count]), .changeCount, "b", "7"),
      (
        CompositeCommand([
          UpdateProperty(item, .detail, to: "x"), UpdateProperty(item, .done, to: true),
        ]), .updateItem, "b", ""
      ),
      (UpdateProperty(item, .favorite, to: true), .favorite, "b", ""),
      (UpdateProperty(item, .favorite, to: false), .unfavorite, "b", ""),
      (UpdateProperty(item, .done, to: false), .markOpen, "b", ""),
      (UpdateProperty(item, .detail, to: "y"), .editDetail, "b", ""),
      (CompositeCommand([title, move]), .moveToList, "b", "Other"),
      (RenameList(other, to: try Title("New")), .renameList, "Other", "New"),
      (RemoveItem(item), .deleteItem, "b", ""), (RestoreItem(item), .restoreItem, "b", ""),
    ]
    for (command, verb, name, detail) in commands {
      let label = try label(of: command)
      #expect(label.verb == verb && label.name == name && label.detail == detail)
    }
  }

  @Test mutating func `imported items keep their order and are one step`() throws {
    let time = store.tick()
    let items = ["x", "y", "z"].map { Item(id: .random(), title: $0, created: time, ordinal: 0) }
    _ = try store.makeItem("a", in: list)
    let made = try label(of: ImportItems(items, list: list))
    #expect(made.verb == .importItems && made.count == 3)
    #expect(store.titles(list) == ["a", "x", "y", "z"])
    #expect(store.titles(list, View(sort: .created)) == ["z", "y", "x", "a"])
    store.undo()
    #expect(store.titles(list) == ["a"])
    store.redo()
    #expect(store.titles(list) == ["a", "x", "y", "z"])
  }
}
