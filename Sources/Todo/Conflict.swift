/// Why steps cannot be undone or done again: since then somebody else has changed what they would
/// overwrite.
public struct Conflict: Sendable {
  public enum Reason: Sendable {
    /// The property is not what the step left behind.
    case property(ItemID, AnyProperty, expected: StoredValue, present: StoredValue)
    /// The item was moved.
    case itemMoved(ItemID, expected: Place, present: Place)
    /// The item would go, move or get a value, but is deleted.
    case itemDeleted(ItemID)
    /// The item would come, but is here.
    case itemLives(ItemID)
    case itemUnknown(ItemID)
    /// The item would come to a list, or the list change, but the list is deleted.
    case listDeleted(ListID)
    case listLives(ListID)
    case listUnknown(ListID)
    case listRenamed(ListID, expected: String, present: String)
    case listMoved(ListID)
    /// The list would go, but has items.
    case listHasItems(ListID)
    /// The list would go, but is the only one.
    case lastList(ListID)
  }

  /// The change, of those asked for, that would overwrite something.
  public let change: Change
  public let reason: Reason

  /// The item it is about.
  public var item: ItemID? {
    switch reason {
    case .property(let id, _, _, _), .itemMoved(let id, _, _), .itemDeleted(let id),
      .itemLives(let id), .itemUnknown(let id):
      return id
    case .listDeleted, .listLives, .listUnknown, .listRenamed, .listMoved, .listHasItems, .lastList:
      switch change {
      case .insertItem(let item, _), .removeItem(let item, _): return item.id
      case .moveItem(let id, _, _), .setProperty(let id, _, _, _): return id
      case .insertList, .removeList, .moveList, .renameList: return nil
      }
    }
  }

  /// The list it is about.
  public var list: ListID? {
    switch reason {
    case .property, .itemDeleted, .itemLives, .itemUnknown: nil
    case .itemMoved(_, _, let present): present.list
    case .listDeleted(let id), .listLives(let id), .listUnknown(let id), .listRenamed(let id, _, _),
      .listMoved(let id), .listHasItems(let id), .lastList(let id):
      id
    }
  }
}

extension Document {
  /// Whether the changes, made one after the other, would overwrite something that is no longer as
  /// they expect; `nil` if all of them can be made. O(number of changes · log n): what a change
  /// would alter for those after it is noted beside the document.
  public func conflict(with changes: [Change]) -> Conflict? {
    var check = ConflictCheck(document: self)
    for change in changes {
      if let reason = check.check(change) { return Conflict(change: change, reason: reason) }
    }
    return nil
  }
}
