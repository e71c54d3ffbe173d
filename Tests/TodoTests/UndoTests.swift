import Testing
import Todo

@Suite struct UndoTests {
  @Test func `a deleted item returns between its neighbours`() throws {
    var store = Store()
    let list = try store.makeList("Home")
    let items = try ["a", "b", "c", "d"].map { try store.makeItem($0, in: list) }
    try store.perform(RemoveItem(items[1]))
    try store.perform(RemoveItem(items[2]))
    #expect(store.titles(list) == ["a", "d"])
    store.undo()
    store.undo()
    #expect(store.titles(list) == ["a", "b", "c", "d"])
    store.undo()
    #expect(store.titles(list) == ["a", "b", "c"])
    store.redo()
    #expect(store.workspace.document.page(of: list, view: View(), 0..<9).items.last?.id == items[3])
  }
}
