public import Todo

/// What is written: lists with some of their items, each in its order.
public struct Selection: Sendable {
  /// A list, and those of its items that are meant.
  public struct Part: Sendable {
    public let list: ItemList
    public let items: [Item]

    public init(_ list: ItemList, items: [Item]) {
      self.list = list
      self.items = items
    }
  }

  /// What it is called where a format has a place for that: a calendar's name.
  public let title: String
  public let parts: [Part]

  public init(title: String, parts: [Part]) {
    self.title = title
    self.parts = parts
  }

  public var itemCount: Int { parts.reduce(0) { $0 + $1.items.count } }
}

extension Selection {
  /// Everything that is not deleted. Costs time and memory for every item.
  public init(everythingIn document: Document, title: String) {
    self.init(
      title: title,
      parts: document.lists.map { list in
        Part(list, items: document.page(of: list.id, view: View(), 0..<Int.max).items)
      })
  }

  /// Finds, which come list by list.
  public init(_ finds: Finds, in document: Document, title: String) {
    var parts: [Part] = []
    var rest = finds.items[...]
    while let id = rest.first?.list {
      let run = rest.prefix { $0.list == id }
      rest = rest.dropFirst(run.count)
      if case .live(let list) = document.list(id) {
        parts.append(Part(list, items: run.map(\.item)))
      }
    }
    self.init(title: title, parts: parts)
  }
}
