/// What of a list a page shows, and in which order. Each view is a bookmark.
public struct View: Hashable, Sendable {
  public enum Show: String, Sendable, CaseIterable {
    case all, open, done, favorite
  }

  public enum Sort: String, Sendable, CaseIterable {
    /// The order in which people put the items.
    case manual
    /// By title without regard to case and diacritics, then by creation.
    case title
    /// The newest first.
    case created
  }

  public var show: Show
  /// Only items with this text in title or detail, as `Document.search` finds them; a blank one
  /// filters nothing.
  public var query: String
  public var sort: Sort

  public init(show: Show = .all, query: String = "", sort: Sort = .manual) {
    self.show = show
    self.query = query
    self.sort = sort
  }

  /// Whether the query filters anything.
  var hasQuery: Bool { !query.isEmpty && !query.trimmingWhiteSpace.isEmpty }
}

/// A cut of a list's view.
public struct Page: Sendable {
  public let items: [Item]
  /// How many items the whole view has.
  public let total: Int
}

/// A cut of a list's view by reference, for whom most of the items are known already.
public struct Cut: Sendable {
  public struct Entry: Sendable {
    public let id: ItemID
    /// As long as it is the same, so is the item. It means nothing to another process.
    public let edition: UInt64
    let handle: Document.Handle
  }

  public let entries: [Entry]
  /// How many items the whole view has.
  public let total: Int
}

/// A side of a neighbour.
public enum Side: String, Sendable, CaseIterable {
  case before, after
}

/// Items of several lists: a cut of what a search found, or of the favourites.
public struct Finds: Sendable {
  public let items: [(item: Item, list: ListID)]
  /// How many there are in all.
  public let total: Int
}

/// A cut of what is deleted.
public struct DeletedPage: Sendable {
  public enum Entry: Sendable {
    case item(Item, from: ListID)
    case list(ItemList)
  }

  public let entries: [Entry]
  /// How many there are in all.
  public let total: Int
}
