/// What happened to the document, as a value that holds both sides: what was and what is.
///
/// Having both sides, a change can be undone (its inverse applied), done again, rolled back after a
/// failed write, and kept in the journal, where replay checks no rule and invents no id. It is in
/// conflict when its "before" no longer holds (`Document.conflict(with:)`).
///
/// What is larger than a property's values is kept elsewhere, since nearly all changes set properties.
public enum Change: Sendable {
  /// An item came: made, or back from deletion.
  indirect case insertItem(Item, at: Place)
  /// An item went. It stays known under its id, and keeps its place among its neighbours.
  indirect case removeItem(Item, from: Place)
  indirect case moveItem(ItemID, from: Place, to: Place)
  case setProperty(ItemID, AnyProperty, from: StoredValue, to: StoredValue)
  /// A list came: made, or back from deletion. Its items come by changes of their own.
  indirect case insertList(ItemList, at: ListPlace)
  /// A list went, after its items, which went by changes of their own.
  indirect case removeList(ItemList, from: ListPlace)
  indirect case moveList(ListID, from: ListPlace, to: ListPlace)
  case renameList(ListID, from: String, to: String)

  /// The change that takes this one back.
  public var inverse: Change {
    switch self {
    case .insertItem(let item, let place): .removeItem(item, from: place)
    case .removeItem(let item, let place): .insertItem(item, at: place)
    case .moveItem(let id, let from, let to): .moveItem(id, from: to, to: from)
    case .setProperty(let id, let property, let from, let to):
      .setProperty(id, property, from: to, to: from)
    case .insertList(let list, let place): .removeList(list, from: place)
    case .removeList(let list, let place): .insertList(list, at: place)
    case .moveList(let id, let from, let to): .moveList(id, from: to, to: from)
    case .renameList(let id, let from, let to): .renameList(id, from: to, to: from)
    }
  }
}

extension [Change] {
  /// The changes that take these back, in the order in which to apply them.
  public var inverse: [Change] {
    reversed().map(\.inverse)
  }
}

/// Where an item stands: beside which neighbours, deleted ones included, since those keep their
/// places.
public struct Place: Hashable, Sendable {
  public let list: ListID
  /// The neighbour right before it; `nil` at the start of the list.
  public let after: ItemID?
  /// The neighbour right after it, which finds the place should the other one have moved away;
  /// `nil` at the end.
  public let before: ItemID?
  /// The revision that put the item there: what tells two stays at the same place apart.
  public let stamp: Int

  public init(list: ListID, after: ItemID?, before: ItemID?, stamp: Int) {
    self.list = list
    self.after = after
    self.before = before
    self.stamp = stamp
  }
}

/// Where a list stands among the lists, deleted ones included.
public struct ListPlace: Hashable, Sendable {
  public let after: ListID?
  public let before: ListID?
  /// The revision that put the list there.
  public let stamp: Int

  public init(after: ListID?, before: ListID?, stamp: Int) {
    self.after = after
    self.before = before
    self.stamp = stamp
  }
}
