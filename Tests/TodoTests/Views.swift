import Testing
import Todo

/// Compares every view of a document with one that is made the plain way, from all living items.
func checkViews(_ document: Document, _ seed: Int) {
  for list in document.lists {
    var items: [Item] = []
    document.forEachItem(of: list.id) { item, _, deletion in
      if deletion == nil { items.append(item) }
    }
    let counts = Counts(
      all: items.count, open: items.count { !$0.done }, favorite: items.count { $0.favorite })
    if document.counts(of: list.id) != counts { Issue.record("counts, seed \(seed)") }
    for view in views {
      let expected = plain(items, view).map(\.id)
      let page = document.page(of: list.id, view: view, 0..<Int.max)
      if page.items.map(\.id) != expected || page.total != expected.count {
        Issue.record("\(view), seed \(seed)")
      }
      let cut = document.page(of: list.id, view: view, 1..<3)
      if cut.items.map(\.id) != Array(expected.dropFirst().prefix(2)) || cut.total != page.total {
        Issue.record("cut of \(view), seed \(seed)")
      }
      if document.first(of: list.id, in: view) != expected.first
        || document.last(of: list.id, in: view) != expected.last
      {
        Issue.record("ends of \(view), seed \(seed)")
      }
      for item in items { checkPlace(of: item, document, view, expected, items, seed) }
    }
  }
  let everything = document.lists.flatMap { list in
    document.page(of: list.id, view: View(), 0..<Int.max).items
  }
  let favorites = everything.filter(\.favorite).map(\.id)
  if document.favorites(0..<Int.max).items.map(\.item.id) != favorites {
    Issue.record("favourites, seed \(seed)")
  }
  if document.favorites(1..<4).items.map(\.item.id) != Array(favorites.dropFirst().prefix(3)) {
    Issue.record("cut of favourites, seed \(seed)")
  }
  let found = everything.filter { plainlyContains($0, "e") }.map(\.id)
  if document.search(" E\u{301}", 0..<Int.max).items.map(\.item.id) != found {
    Issue.record("search, seed \(seed)")
  }
}

private func checkPlace(
  of item: Item, _ document: Document, _ view: View, _ expected: [ItemID], _ items: [Item],
  _ seed: Int
) {
  let index = expected.firstIndex(of: item.id)
  if document.index(of: item.id, in: view) != index { Issue.record("index, \(view), seed \(seed)") }
  guard view.sort == .manual, let own = items.firstIndex(where: { $0.id == item.id }) else {
    return
  }
  let before = items[..<own].last { expected.contains($0.id) }?.id
  let after = items[(own + 1)...].first { expected.contains($0.id) }?.id
  if document.neighbor(of: item.id, in: view, .before) != before
    || document.neighbor(of: item.id, in: view, .after) != after
  {
    Issue.record("neighbours, \(view), seed \(seed)")
  }
}

private let views = View.Show.allCases.flatMap { show in
  View.Sort.allCases.flatMap { sort in
    ["", "É", "が", "ca", "zo"].map { View(show: show, query: $0, sort: sort) }
  }
}

private func plain(_ items: [Item], _ view: View) -> [Item] {
  let shown = items.filter { item in
    switch view.show {
    case .all: true
    case .open: !item.done
    case .done: item.done
    case .favorite: item.favorite
    }
  }.filter { view.query.isEmpty || plainlyContains($0, view.query) }
  switch view.sort {
  case .manual: return shown
  case .created: return shown.sorted { $0.ordinal > $1.ordinal }
  case .title:
    return shown.sorted { a, b in
      let (x, y) = (Folding.fold(a.title), Folding.fold(b.title))
      return x == y ? a.ordinal < b.ordinal : x.lexicographicallyPrecedes(y)
    }
  }
}

private func plainlyContains(_ item: Item, _ query: String) -> Bool {
  let needle = String(decoding: Folding.fold(query), as: UTF8.self).unicodeScalars.map(\.value)
  return [item.title, item.detail].contains { text in
    let text = String(decoding: Folding.fold(text), as: UTF8.self).unicodeScalars.map(\.value)
    guard text.count >= needle.count else { return false }
    return (0...text.count - needle.count).contains { text[$0...].starts(with: needle) }
  }
}
