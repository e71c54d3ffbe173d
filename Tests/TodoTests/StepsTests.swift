import Testing
import Todo

/// A history is a ring, in which steps take the places of those that were too long ago.
@Suite struct StepsTests {
  @Test func `a step that pushed the oldest one out is taken back, at any place of the ring`()
    throws
  {
    var store = Store()
    let item = try store.makeItem("a", in: try store.makeList("Home"))
    let add = AddToCount(item, by: try Count("1"))
    for number in 0..<2_300 {
      // Around the ends of the ring, and now and then.
      guard number % 50 == 0 || number % History.limit > History.limit - 6 else {
        try store.perform(add)
        continue
      }
      let before = revisions(of: store)
      guard let made = try store.workspace.perform(add, session: Store.me, time: store.tick())
      else { return }
      let rollback = try store.workspace.apply(made)
      store.workspace.rollBack(rollback)
      #expect(revisions(of: store) == before)
      store.apply(made)
      #expect(revisions(of: store) == (before + [made.revision]).suffix(History.limit))
    }
  }

  @Test func `steps are undone, done anew and redone across the ends of the ring`() throws {
    var store = Store()
    let item = try store.makeItem("a", in: try store.makeList("Home"))
    let add = AddToCount(item, by: try Count("1"))
    var expected = revisions(of: store)
    for round in 0..<60 {
      for _ in 0..<40 {
        if let made = try store.perform(add) { expected.append(made.revision) }
      }
      expected = expected.suffix(History.limit)
      let back = round * 7 % 30
      store.undo(back)
      store.redo(back / 2)
      if round % 3 == 0 { store.redo(back) } else { expected.removeLast(back - back / 2) }
      #expect(revisions(of: store) == expected)
    }
  }

  @Test func `tokens that were too old are found again when that is taken back`() throws {
    var store = Store()
    let list = try store.makeList("Home")
    for number in 0..<200 {
      let item = CreateItem(title: try Title("a"), list: list, time: store.tick())
      try store.perform(item, once: Once(token: "t\(number)", location: "/"))
    }
    store.now += 24 * 60 * 60 * 1_000 - 60
    let before = store.workspace.onceTokens.map(\.once.token)
    let item = CreateItem(title: try Title("b"), list: list, time: store.tick())
    let made = try store.workspace.perform(
      item, session: Store.me, time: store.tick(), once: Once(token: "new", location: "/"))
    let rollback = try store.workspace.apply(try #require(made))
    let after = store.workspace.onceTokens.map(\.once.token)
    #expect(after.count < 100 && after.last == "new")
    for token in before {
      #expect((store.workspace.once(token, session: Store.me) != nil) == after.contains(token))
    }
    store.workspace.rollBack(rollback)
    #expect(store.workspace.onceTokens.map(\.once.token) == before)
    for token in before { #expect(store.workspace.once(token, session: nil) != nil) }
    #expect(store.workspace.once("new", session: nil) == nil)
  }

  /// Also when the table of the tokens has grown, and when those that were too old are back.
  @Test func `a token that two sessions used is that of the first one`() throws {
    var store = Store()
    let list = try store.makeList("Home")
    let tokens = (0..<700).map { "t\($0)" }
    for session in [Store.me, Store.other] {
      for token in tokens {
        let item = CreateItem(title: try Title("a"), list: list, time: store.tick())
        try store.perform(item, as: session, once: Once(token: token, location: "/"))
      }
      store.now += 10_000
    }
    func firstUsers() -> Set<SessionID?> {
      Set(tokens.map { store.workspace.once($0, session: nil)?.session })
    }
    #expect(firstUsers() == [Store.me])
    // A day after the first ones, not yet a day after the others.
    store.now += 24 * 60 * 60 * 1_000 - 15_000
    let item = CreateItem(title: try Title("b"), list: list, time: store.tick())
    let made = try store.workspace.perform(
      item, session: Store.me, time: store.tick(), once: Once(token: "new", location: "/"))
    let rollback = try store.workspace.apply(try #require(made))
    #expect(firstUsers() == [Store.other])
    store.workspace.rollBack(rollback)
    #expect(firstUsers() == [Store.me])
  }

  private func revisions(of store: Store) -> [Int] {
    store.workspace.session(Store.me)?.history.done.map(\.revision) ?? []
  }
}
