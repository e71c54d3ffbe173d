/// Makes an item at the end of a list.
public struct CreateItem: Command {
  public let id: ItemID
  public let title: Title
  public let detail: Detail
  /// `nil` is the first list.
  public let list: ListID?
  public let time: Timestamp

  public init(
    id: ItemID = .random(), title: Title, detail: Detail = Detail(), list: ListID? = nil,
    time: Timestamp
  ) {
    self.id = id
    self.title = title
    self.detail = detail
    self.list = list
    self.time = time
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    guard let list = list ?? document.firstList?.id else { throw .noList }
    _ = try document.liveList(list)
    let item = Item(
      id: id, title: title.value, detail: detail.value, created: time,
      ordinal: document.nextOrdinal)
    let place = document.place(atEndOf: list, without: nil)
    return [.insertItem(item, at: place)]
  }
}

/// Makes many items at the end of a list, in their order: one step.
public struct ImportItems: Command {
  /// The items as they shall be; their ordinals are given anew.
  public let items: [Item]
  public let list: ListID

  public init(_ items: [Item], list: ListID) {
    self.items = items
    self.list = list
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    _ = try document.liveList(list)
    var place = document.place(atEndOf: list, without: nil)
    var changes: [Change] = []
    for (offset, item) in items.enumerated() {
      changes.append(.insertItem(item.numbered(document.nextOrdinal + offset), at: place))
      place = Place(list: list, after: item.id, before: nil, stamp: place.stamp)
    }
    return changes
  }

  public func label(for changes: [Change], in document: Document) -> Label {
    var name = ""
    if case .live(let list) = document.list(list) { name = list.name }
    return Label(.importItems, .list(list), name: name, count: changes.count)
  }
}

/// Deletes an item; nothing if it is deleted already.
public struct RemoveItem: Command {
  public let id: ItemID

  public init(_ id: ItemID) {
    self.id = id
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    switch document.item(id) {
    case .live(let item, _): return [.removeItem(item, from: document.present(id))]
    case .removed: return []
    case .unknown: throw .unknownItem(id)
    }
  }
}

/// Brings a deleted item back to its place, and its list with it, should that be deleted. Nothing
/// if the item is not deleted.
public struct RestoreItem: Command {
  public let id: ItemID

  public init(_ id: ItemID) {
    self.id = id
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    switch document.item(id) {
    case .live: return []
    case .unknown: throw .unknownItem(id)
    case .removed(let item, let list):
      let restored = Change.insertItem(item, at: document.present(id))
      guard case .removed(let values) = document.list(list) else { return [restored] }
      return [.insertList(values, at: document.present(list)), restored]
    }
  }
}

/// Adds a number to an item's count, whatever that is at the moment.
public struct AddToCount: Command {
  public let id: ItemID
  public let amount: Count

  public init(_ id: ItemID, by amount: Count) {
    self.id = id
    self.amount = amount
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    let count = try document.liveItem(id).item.count
    let sum = count + amount.value
    guard Count.range.contains(sum) else { throw .countOutOfRange(id) }
    return try UpdateProperty(id, .count, to: sum).changes(in: document)
  }
}

/// Deletes the done items of a list: one step.
public struct ClearDone: Command {
  public let list: ListID

  public init(_ list: ListID) {
    self.list = list
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    _ = try document.liveList(list)
    return document.page(of: list, view: View(show: .done), 0..<Int.max).items.map {
      .removeItem($0, from: document.present($0.id))
    }
  }

  public func label(for changes: [Change], in document: Document) -> Label {
    var name = ""
    if case .live(let list) = document.list(list) { name = list.name }
    return Label(.clearDone, .list(list), name: name, count: changes.count)
  }
}
