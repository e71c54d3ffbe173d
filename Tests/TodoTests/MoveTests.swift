import Testing
import Todo

@Suite struct MoveTests {
  var store = Store()
  let list: ListID
  /// a to f; b and e are done, d is deleted.
  let items: [String: ItemID]

  init() throws {
    list = try store.makeList("Home")
    var items: [String: ItemID] = [:]
    for name in ["a", "b", "c", "d", "e", "f"] {
      items[name] = try store.makeItem(name, in: list)
    }
    self.items = items
    try store.perform(UpdateProperty(item("b"), .done, to: true))
    try store.perform(UpdateProperty(item("e"), .done, to: true))
    try store.perform(RemoveItem(item("d")))
  }

  func item(_ name: String) -> ItemID {
    items[name] ?? ItemID(high: 0, low: 0)
  }

  @Test(arguments: [
    ("f", "before", "c", "abfce"), ("a", "after", "c", "bcaef"), ("a", "before", "f", "bceaf"),
    ("c", "startOf", "", "cabef"), ("a", "endOf", "", "bcefa"), ("b", "after", "e", "acebf"),
    // Nowhere.
    ("a", "before", "b", "abcef"), ("c", "after", "b", "abcef"), ("c", "before", "e", "abcef"),
    ("e", "after", "c", "abcef"), ("a", "startOf", "", "abcef"), ("f", "endOf", "", "abcef"),
    ("c", "into", "", "abcef"), ("c", "before", "c", "abcef"), ("c", "after", "c", "abcef"),
  ])
  mutating func `a move lands right beside the neighbour, undo brings it back`(
    moved: String, side: String, neighbor: String, expected: String
  ) throws {
    let target: MoveItem.Target =
      switch side {
      case "before": .before(item(neighbor))
      case "after": .after(item(neighbor))
      case "startOf": .startOf(list)
      case "endOf": .endOf(list)
      default: .into(list)
      }
    let made = try store.perform(MoveItem(item(moved), to: target))
    #expect(store.titles(list).joined() == expected)
    #expect((made == nil) == (expected == "abcef"))
    guard made != nil else { return }
    store.undo()
    #expect(store.titles(list).joined() == "abcef")
    try store.perform(RestoreItem(item("d")))
    #expect(store.titles(list).joined() == "abcdef")
    store.undo()
  }

  @Test mutating func `moves beside deleted and unknown items are refused`() throws {
    let unknown = ItemID(high: 3, low: 3)
    #expect(throws: Refusal.deletedNeighbor(item("d"))) {
      try store.perform(MoveItem(item("a"), to: .before(item("d"))))
    }
    #expect(throws: Refusal.unknownNeighbor(unknown)) {
      try store.perform(MoveItem(item("a"), to: .after(unknown)))
    }
    #expect(throws: Refusal.deletedItem(item("d"))) {
      try store.perform(MoveItem(item("d"), to: .startOf(list)))
    }
    #expect(throws: Refusal.unknownItem(unknown)) {
      try store.perform(MoveItem(unknown, to: .startOf(list)))
    }
    #expect(throws: Refusal.unknownList(ListID(high: 3, low: 3))) {
      try store.perform(MoveItem(item("a"), to: .into(ListID(high: 3, low: 3))))
    }
  }

  @Test mutating func `an item goes to another list and comes back to its neighbours`() throws {
    let other = try store.makeList("Other")
    let x = try store.makeItem("x", in: other)
    let made = try store.perform(MoveItem(item("c"), to: .before(x)))
    guard case .perform(let label) = made?.action else { return }
    #expect(label.verb == .moveToList && label.name == "c" && label.detail == "Other")
    try store.perform(MoveItem(item("a"), to: .into(other)))
    #expect(store.titles(other) == ["c", "x", "a"])
    #expect(store.titles(list) == ["b", "e", "f"])
    store.undo(2)
    #expect(store.titles(list).joined() == "abcef")
    #expect(store.titles(other) == ["x"])
  }

  @Test mutating func `a filtered view names the neighbours that it shows`() throws {
    let open = View(show: .open)
    let document = store.workspace.document
    #expect(document.neighbor(of: item("f"), in: open, .before) == item("c"))
    #expect(document.neighbor(of: item("c"), in: open, .before) == item("a"))
    #expect(document.neighbor(of: item("a"), in: open, .before) == nil)
    #expect(document.neighbor(of: item("b"), in: open, .after) == item("c"))
    #expect(document.last(of: list, in: View(show: .done)) == item("e"))
    #expect(document.first(of: list, in: View(query: "F")) == item("f"))
    try store.perform(MoveItem(item("f"), to: .before(item("c")), as: .moveUp))
    #expect(store.titles(list).joined() == "abfce")
    #expect(store.workspace.session(Store.me)?.history.next(.undo)?.label.verb == .moveUp)
  }

  /// No command makes such a change, but a journal can have any line.
  @Test(arguments: [("b", "e", "acbef"), ("e", "b", "acebf"), ("b", "b", "acefb")])
  mutating func `what is said to be its own neighbour goes beside the other one, or to the end`(
    after: String, before: String, expected: String
  ) throws {
    let place = Place(list: list, after: item(after), before: item(before), stamp: 0)
    apply(.moveItem(item("b"), from: place, to: place))
    #expect(store.titles(list).joined() == expected)
    let two = try store.makeList("two")
    let lists = ["b": list, "e": two]
    let listPlace = ListPlace(after: lists[after], before: lists[before], stamp: 0)
    apply(.moveList(list, from: listPlace, to: listPlace))
    let names = store.workspace.document.lists.map(\.name)
    #expect(names == (before == "e" ? ["Home", "two"] : ["two", "Home"]))
  }

  private mutating func apply(_ change: Change) {
    store.apply(
      Transaction(
        revision: store.workspace.revision + 1, time: store.tick(), session: nil,
        action: .perform(Label(.updateItem, .none, name: "")), changes: [change]))
  }

  @Test mutating func `lists move as items do`() throws {
    let two = try store.makeList("two")
    let three = try store.makeList("three")
    let gone = try store.makeList("gone")
    try store.perform(RemoveList(gone))
    func names() -> [String] { store.workspace.document.lists.map(\.name) }
    let moves: [(ListID, MoveList.Target, [String])] = [
      (three, .start, ["three", "Home", "two"]), (three, .start, ["three", "Home", "two"]),
      (list, .end, ["three", "two", "Home"]), (three, .before(two), ["three", "two", "Home"]),
      (two, .before(three), ["two", "three", "Home"]),
      (two, .after(list), ["three", "Home", "two"]),
    ]
    var before = names()
    for (id, target, expected) in moves {
      let made = try store.perform(MoveList(id, to: target))
      #expect(names() == expected)
      #expect((made == nil) == (before == expected))
      before = expected
    }
    store.undo(4)
    #expect(names() == ["Home", "two", "three"])
    #expect(throws: Refusal.deletedListNeighbor(gone)) {
      try store.perform(MoveList(two, to: .before(gone)))
    }
  }
}
