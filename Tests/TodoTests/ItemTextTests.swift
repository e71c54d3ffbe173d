import Testing
import Todo

/// Short texts stand together, long ones with their items; neither can be seen from outside.
@Suite struct ItemTextTests {
  @Test func `items have the texts that they were given last, however long and however often`()
    throws
  {
    var store = Store()
    let list = try store.makeList("texts")
    let sizes = [0, 1, 15, 16, 40, 900, 1_000]
    let details = [0, 3, 100, 3_000, 4_096, 5_000, 20_000]
    var wanted: [(title: String, detail: String)] = []
    var ids: [ItemID] = []
    for number in 0..<600 {
      wanted.append(("\(number) é", number % 2 == 0 ? "" : "牛乳 \(number)"))
      ids.append(try store.makeItem(wanted[number].title, wanted[number].detail, in: list))
    }
    let start = wanted
    for round in 0..<300 {
      let number = round * 37 % 600 % (round % 3 == 0 ? 600 : 5)
      let title =
        "t\(String(repeating: "x", count: sizes[round % 7] * 9 / 10))\(round % 2 == 0 ? "é" : "")"
      let detail = String(repeating: round % 2 == 0 ? "y" : "会", count: details[round / 2 % 7])
      try store.perform(UpdateProperty(ids[number], .title, to: title))
      try store.perform(UpdateProperty(ids[number], .detail, to: detail))
      try store.perform(UpdateProperty(ids[number], .favorite, to: round % 2 == 0))
      wanted[number] = (title, detail)
    }
    check(store, list, wanted)
    for text in ["会", "t"] {
      let found = store.workspace.document.search(text, 0..<Int.max).items.map(\.item.id)
      let expected = wanted.indices.filter {
        wanted[$0].title.contains(text) || wanted[$0].detail.contains(text)
      }
      #expect(found == expected.map { ids[$0] }, "\(text)")
    }
    while let step = store.workspace.session(Store.me)?.history.next(.undo),
      step.label.verb != .addItem
    {
      store.undo()
    }
    check(store, list, start)
  }

  @Test func `a copy keeps its texts when the store goes on`() throws {
    var store = Store()
    let list = try store.makeList("texts")
    let id = try store.makeItem("before", "long ago", in: list)
    let copy = store
    try store.perform(UpdateProperty(id, .title, to: "after"))
    try store.perform(RemoveItem(id))
    check(copy, list, [("before", "long ago")])
    check(store, list, [])
    store.undo()
    check(store, list, [("after", "long ago")])
  }

  private func check(_ store: Store, _ list: ListID, _ wanted: [(title: String, detail: String)]) {
    let document = store.workspace.document
    let items = document.page(of: list, view: View(), 0..<Int.max).items
    #expect(items.count == wanted.count)
    let titles = document.cut(of: list, view: View(), 0..<Int.max).entries.map { entry in
      document.withSummary(of: entry) { summary, title in
        "\(summary.id) " + String(decoding: title.indices.map { title[$0] }, as: UTF8.self)
      }
    }
    #expect(titles == zip(items, wanted).map { "\($0.id) \($1.title)" })
    for (item, texts) in zip(items, wanted)
    where item.title != texts.title || item.detail != texts.detail {
      Issue.record("\(item.title.prefix(60)) in place of \(texts.title.prefix(60))")
    }
  }
}
