import Testing
import Todo

@Suite struct ConflictTests {
  var store = Store()
  let list: ListID
  let a: ItemID
  let b: ItemID

  init() throws {
    list = try store.makeList("Home", as: Store.other)
    a = try store.makeItem("a", in: list, as: Store.other)
    b = try store.makeItem("b", in: list, as: Store.other)
  }

  @Test mutating func `undo keeps what another session made of the same property`() throws {
    try store.perform(UpdateProperty(a, .title, to: "mine"))
    try store.perform(UpdateProperty(a, .title, to: "theirs"), as: Store.other)
    let found = store.undo()
    let conflict = try #require(found)
    guard case .property(let item, let property, let expected, let present) = conflict.reason else {
      Issue.record("\(conflict)")
      return
    }
    #expect(item == a && property.name == "title")
    #expect(expected == .text("mine") && present == .text("theirs"))
    #expect(conflict.item == a)
    #expect(store.titles(list) == ["theirs", "b"])
    #expect(store.undo(as: Store.other) == nil)
    #expect(store.undo() == nil)
    #expect(store.titles(list) == ["a", "b"])
  }

  @Test mutating func `another property is no conflict`() throws {
    try store.perform(UpdateProperty(a, .title, to: "mine"))
    try store.perform(MoveItem(a, to: .endOf(list)))
    try store.perform(UpdateProperty(a, .count, to: 5), as: Store.other)
    #expect(store.undo(2) == nil)
    #expect(store.titles(list) == ["a", "b"])
    #expect(store.redo(2) == nil)
    #expect(store.titles(list) == ["b", "mine"])
  }

  @Test mutating func `when an item was done is no conflict, only whether it is`() throws {
    try store.perform(UpdateProperty(a, .done, to: true))
    #expect(try store.perform(UpdateProperty(a, .done, to: true), as: Store.other) == nil)
    try store.perform(UpdateProperty(a, .done, to: false), as: Store.other)
    try store.perform(UpdateProperty(a, .done, to: true), as: Store.other)
    #expect(store.undo() == nil)
    #expect(completed(a) == nil)
    #expect(store.undo(as: Store.other) != nil)
    #expect(store.redo() == nil)
    try store.perform(UpdateProperty(a, .done, to: false), as: Store.other)
    #expect(store.undo() != nil)
  }

  private func completed(_ id: ItemID) -> Int64? {
    guard case .live(let item, _) = store.workspace.document.item(id) else { return nil }
    return item.completed?.milliseconds
  }

  @Test mutating func `texts that only look alike are a conflict`() throws {
    try store.perform(UpdateProperty(a, .title, to: "caf\u{E9}"))
    try store.perform(UpdateProperty(a, .title, to: "cafe\u{301}"), as: Store.other)
    #expect(store.undo() != nil)
  }

  @Test mutating func `a move that went on is a conflict, one that came back too`() throws {
    try store.perform(MoveItem(a, to: .endOf(list)))
    try store.perform(MoveItem(a, to: .startOf(list)), as: Store.other)
    try store.perform(MoveItem(a, to: .endOf(list)), as: Store.other)
    guard case .itemMoved(a, _, _) = store.undo()?.reason else {
      Issue.record("no conflict")
      return
    }
    #expect(store.undo(2, as: Store.other) == nil)
    #expect(store.undo() == nil)
    #expect(store.titles(list) == ["a", "b"])
  }

  @Test mutating func `undo of a creation keeps what others put into the item`() throws {
    let item = try store.makeItem("made", in: list)
    try store.perform(UpdateProperty(item, .detail, to: "an hour of work"), as: Store.other)
    #expect(store.undo()?.item == item)
    store.undo(as: Store.other)
    try store.perform(MoveItem(item, to: .startOf(list)), as: Store.other)
    #expect(store.undo()?.item == item)
    store.undo(as: Store.other)
    #expect(store.undo() == nil)
    #expect(store.titles(list) == ["a", "b"])
  }

  @Test mutating func `undo of a removal says that the item lives or that its list is deleted`()
    throws
  {
    _ = try store.makeList("Other", as: Store.other)
    try store.perform(RemoveItem(a))
    try store.perform(RestoreItem(a), as: Store.other)
    guard case .itemLives(a) = store.undo()?.reason else {
      Issue.record("no conflict")
      return
    }
    store.undo(as: Store.other)
    try store.perform(RemoveList(list), as: Store.other)
    guard case .listDeleted(list) = store.undo()?.reason else {
      Issue.record("no conflict")
      return
    }
    store.undo(as: Store.other)
    #expect(store.undo() == nil)
    #expect(store.titles(list) == ["a", "b"])
  }

  @Test mutating func `redo of a removal keeps what others changed in between`() throws {
    try store.perform(RemoveItem(a))
    store.undo()
    try store.perform(UpdateProperty(a, .done, to: true), as: Store.other)
    #expect(store.redo()?.item == a)
    #expect(store.titles(list) == ["a", "b"])
  }

  @Test mutating func `a list that others filled is not taken back, nor the only one`() throws {
    let made = try store.makeList("Made")
    let item = try store.makeItem("theirs", in: made, as: Store.other)
    guard case .listHasItems(made) = store.undo()?.reason else {
      Issue.record("no conflict")
      return
    }
    try store.perform(MoveItem(item, to: .into(list)), as: Store.other)
    try store.perform(RemoveList(list), as: Store.other)
    guard case .lastList(made) = store.undo()?.reason else {
      Issue.record("no conflict")
      return
    }
    #expect(throws: Refusal.lastList(made)) { try store.perform(RemoveList(made)) }
  }

  @Test mutating func `of several steps none is made when one is in conflict`() throws {
    try store.perform(UpdateProperty(a, .title, to: "mine"))
    try store.perform(UpdateProperty(b, .favorite, to: true))
    try store.perform(UpdateProperty(b, .title, to: "b2"))
    try store.perform(UpdateProperty(a, .title, to: "theirs"), as: Store.other)
    let before = dump(store.workspace)
    #expect(store.undo(3)?.item == a)
    #expect(dump(store.workspace) == before)
    #expect(store.undo(2) == nil)
    #expect(store.undo() != nil)
    store.skip(.undo)
    #expect(store.workspace.session(Store.me)?.history.done.isEmpty == true)
    #expect(store.titles(list) == ["theirs", "b"])
    #expect(store.redo(2) == nil)
    #expect(store.titles(list) == ["theirs", "b2"])
  }

  @Test mutating func `only the next step can be skipped`() throws {
    try store.perform(UpdateProperty(a, .title, to: "1"))
    try store.perform(UpdateProperty(a, .title, to: "2"))
    let steps = try #require(store.workspace.session(Store.me)).history.done.map(\.revision)
    let time = store.tick()
    #expect(
      store.workspace.skip(.undo, step: steps[0], session: Store.me, time: time) == nil)
    #expect(
      store.workspace.skip(.redo, step: steps[1], session: Store.me, time: time) == nil)
    store.skip(.undo)
    #expect(store.workspace.skip(.undo, step: steps[1], session: Store.me, time: time) == nil)
    #expect(store.workspace.session(Store.me)?.history.next(.undo)?.revision == steps[0])
  }
}
