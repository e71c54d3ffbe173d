/// What a person asks for. A command reads the document and answers with the changes that would do
/// it, or refuses; it alters nothing itself.
public protocol Command: Sendable {
  /// The changes, to be applied in order; none if everything is already as asked for.
  func changes(in document: Document) throws(Refusal) -> [Change]

  /// What the step will be called. The document is the one before the changes.
  func label(for changes: [Change], in document: Document) -> Label
}

extension Command {
  public func label(for changes: [Change], in document: Document) -> Label {
    document.label(describing: changes)
  }
}

/// Why the model refuses a command.
public enum Refusal: Error, Hashable, Sendable {
  case unknownItem(ItemID)
  case deletedItem(ItemID)
  case unknownList(ListID)
  case deletedList(ListID)
  /// The item or list to be moved beside.
  case unknownNeighbor(ItemID)
  case deletedNeighbor(ItemID)
  case unknownListNeighbor(ListID)
  case deletedListNeighbor(ListID)
  /// The only list cannot be deleted.
  case lastList(ListID)
  /// The count would go beyond ±999,999,999.
  case countOutOfRange(ItemID)
  /// There is no list to put an item into.
  case noList
}

extension Document {
  /// The revision that changes planned now will make.
  var nextRevision: Int { revision + 1 }

  func liveItem(_ id: ItemID) throws(Refusal) -> (item: Item, list: ListID) {
    let handle = try liveHandle(id)
    return (items.item(handle), listSlots[Int(items.list(handle))].list.id)
  }

  func liveHandle(_ id: ItemID) throws(Refusal) -> Handle {
    guard let handle = handle(of: id) else { throw .unknownItem(id) }
    guard items.isLive(handle) else { throw .deletedItem(id) }
    return handle
  }

  func liveList(_ id: ListID) throws(Refusal) -> ItemList {
    switch list(id) {
    case .live(let list): return list
    case .removed: throw .deletedList(id)
    case .unknown: throw .unknownList(id)
    }
  }

  /// The place of an item that is known to be there.
  func present(_ id: ItemID) -> Place {
    guard let place = place(of: id) else { preconditionFailure("an item without a place") }
    return place
  }

  func present(_ id: ListID) -> ListPlace {
    guard let place = place(of: id) else { preconditionFailure("a list without a place") }
    return place
  }
}
