import Testing
import Todo

/// Searching stores that are larger than a group of texts, against looking into every item.
struct SearchTests {
  @Test func `a search in many items finds what looking into each one finds`() throws {
    let document = try Self.many().workspace.document
    for text in Self.queries { check(text, document) }
  }

  @Test(arguments: ["milk", "ka", "needle"])
  func `what changes while a search is made ready is found`(
    _ text: String
  ) throws {
    var store = try Self.many(8_800)
    let list = try store.makeList("new ones")
    var random = RandomCommands(seed: text.count)
    var steps = 0
    while !store.workspace.prepareSomeSearch(for: text) {
      steps += 1
      for _ in 0..<3 {
        // Some are refused.
        let command = try random.next(for: store.workspace, at: store.tick())
        _ = try? store.perform(command)
      }
      if steps % 3 == 0 { store.undo() }
    }
    // All texts, and the items that have this one, in two parts.
    #expect(steps == 8_800 / 512 + 1)
    check(text, store.workspace.document)
    // From then on it follows.
    let id = try store.makeItem("new", in: list)
    try store.perform(UpdateProperty(id, .detail, to: "here is \(text)"))
    #expect(store.workspace.document.isSearchPrepared(for: text))
    check(text, store.workspace.document)
    try store.perform(UpdateProperty(id, .detail, to: ""))
    try store.perform(RemoveItem(id))
    check(text, store.workspace.document)
  }

  @Test func `what is rolled back is not found, and what is made instead is`() throws {
    var store = try Self.many()
    let list = try #require(store.workspace.document.firstList?.id)
    store.workspace.prepareSearch(for: "ghost")
    for round in 0..<2 {
      var rollbacks: [Rollback] = []
      for _ in 0..<700 {
        let command = CreateItem(title: try Title("ghost"), list: list, time: store.tick())
        let made = try store.workspace.perform(command, session: nil, time: store.tick())
        rollbacks.append(try store.workspace.apply(try #require(made)))
      }
      check("ghost", store.workspace.document)
      #expect(store.workspace.document.search("ghost", 0..<1).total == 700)
      for rollback in rollbacks.reversed() { store.workspace.rollBack(rollback) }
      #expect(store.workspace.document.search("ghost", 0..<1).total == 0, "round \(round)")
    }
  }

  @Test func `more texts than are kept are all found, before and after a change`() throws {
    var store = try Self.many()
    for round in 0..<2 {
      for number in 107..<119 {
        store.workspace.prepareSearch(for: "\(number)")
        check("\(number)", store.workspace.document)
      }
      try store.perform(UpdateProperty(Self.ids[round + 1], .title, to: "112 113 114"))
    }
  }

  @Test func `long texts and very long ones are found by what is at their end`() throws {
    var store = Store()
    let list = try store.makeList("long")
    store.workspace.prepareSearch(for: "x")
    let long = String(repeating: "牛乳を買う milk and bread ", count: 1_500)
    var items: [ItemID] = []
    for number in 0..<60 {
      items.append(try store.makeItem("\(number)", "\(long) end \(number)!", in: list))
    }
    for number in 0..<60 {
      let found = store.workspace.document.search("end \(number)!", 0..<9)
      #expect(found.items.map(\.item.id) == [items[number]])
    }
    #expect(store.workspace.document.search("breadmilk", 0..<9).total == 0)
  }

  // MARK: Helpers

  private static let ids = (0..<9_000).map { ItemID(high: 7, low: UInt64($0)) }

  private static let queries = [
    "milk", "Ilk", "1234", "123", "q", "ka", "買う", "うm", "zzzz", "milk bread", "CAFÉ", "e",
    "needle",
    "two  spaces", "\u{301}", "\n",
  ]

  /// A store with so many items in three lists.
  private static func many(_ count: Int = 1_100) throws -> Store {
    var store = Store()
    let lists = try ["a", "b", "c"].map { try store.makeList($0) }
    for (number, id) in ids.prefix(count).enumerated() {
      var words = ["milk", "bread", "café", "牛乳を買う", "Kafka", "two  spaces", "\(number)"]
      words.rotate(by: number % 7)
      let item = Item(
        id: id, title: words.prefix(1 + number % 5).joined(separator: " "),
        detail: number % 3 == 0 ? words.suffix(3).joined(separator: "\n") : "",
        favorite: number % 5 == 0, done: number % 4 == 0,
        created: Timestamp(milliseconds: 0), ordinal: number)
      let list = lists[number < 900 ? 0 : number % 3]
      let document = store.workspace.document
      let last = document.last(of: list, in: View())
      store.apply(
        Transaction(
          revision: store.workspace.revision + 1, time: store.tick(), session: nil,
          action: .perform(Label(.addItem, .item(id), name: item.title)),
          changes: [
            .insertItem(item, at: Place(list: list, after: last, before: nil, stamp: number))
          ]))
    }
    return store
  }

  private func check(_ text: String, _ document: Document) {
    let needle = Array(Folding.fold(text).drop { $0 == 0x20 })
    var plain: [ItemID] = []
    for list in document.lists {
      for show in View.Show.allCases {
        let all = document.page(of: list.id, view: View(show: show), 0..<Int.max).items
        let found = all.filter { item in
          [item.title, item.detail].contains { !needle.isEmpty && has(Folding.fold($0), needle) }
        }.map(\.id)
        if show == .all { plain += found }
        if needle.isEmpty || text == "\n" { continue }
        let view = View(show: show, query: text)
        for range in [0..<Int.max, 0..<1, 3..<10, found.count / 2..<found.count] {
          let page = document.page(of: list.id, view: view, range)
          #expect(page.items.map(\.id) == Array(found[range.clamped(to: found.indices)]), "\(view)")
          #expect(page.total == found.count, "\(view)")
        }
        #expect(document.first(of: list.id, in: view) == found.first)
        #expect(document.last(of: list.id, in: view) == found.last)
        for (index, id) in found.enumerated() where index % 50 == 0 {
          #expect(document.index(of: id, in: view) == index, "\(view)")
          #expect(
            document.neighbor(of: id, in: view, .after) == found[(index + 1)...].first, "\(view)")
          #expect(
            document.neighbor(of: id, in: view, .before) == found[..<index].last, "\(view)")
        }
      }
    }
    if text == "\n" { plain = [] }
    for range in [0..<Int.max, 0..<3, 90..<200, max(0, plain.count - 9)..<plain.count] {
      let found = document.search(text, range)
      #expect(
        found.items.map(\.item.id) == Array(plain[range.clamped(to: plain.indices)]), "\(text)")
      #expect(found.total == plain.count, "\(text)")
    }
  }

  private func has(_ text: [UInt8], _ needle: [UInt8]) -> Bool {
    var rest = text[...]
    while let start = rest.firstIndex(of: needle[0]) {
      if rest[start...].starts(with: needle) { return true }
      rest = rest[(start + 1)...]
    }
    return false
  }
}

extension Array {
  fileprivate mutating func rotate(by count: Int) {
    self = Array(self[count...] + self[..<count])
  }
}
