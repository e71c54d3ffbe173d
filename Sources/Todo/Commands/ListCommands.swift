/// Makes a list, the last of all.
public struct CreateList: Command {
  public let id: ListID
  public let name: Title
  public let time: Timestamp

  public init(id: ListID = .random(), name: Title, time: Timestamp) {
    self.id = id
    self.name = name
    self.time = time
  }

  public func changes(in document: Document) -> [Change] {
    let list = ItemList(id: id, name: name.value, created: time)
    return [.insertList(list, at: document.listPlace(.end, without: nil))]
  }
}

/// Gives a list a name; nothing if it has that name.
public struct RenameList: Command {
  public let id: ListID
  public let name: Title

  public init(_ id: ListID, to name: Title) {
    self.id = id
    self.name = name
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    let present = try document.liveList(id).name
    if present.hasSameCodePoints(as: name.value) { return [] }
    return [.renameList(id, from: present, to: name.value)]
  }
}

/// Moves a list among the lists; nothing if, deleted ones aside, it stands there already.
public struct MoveList: Command {
  public enum Target: Hashable, Sendable {
    case before(ListID)
    case after(ListID)
    case start, end
  }

  public let id: ListID
  public let target: Target

  public init(_ id: ListID, to target: Target) {
    self.id = id
    self.target = target
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    _ = try document.liveList(id)
    if try isThere(in: document) { return [] }
    let place = document.listPlace(target, without: id)
    return [.moveList(id, from: document.present(id), to: place)]
  }

  private func isThere(in document: Document) throws(Refusal) -> Bool {
    switch target {
    case .before(let neighbor):
      try check(neighbor, in: document)
      return neighbor == id || document.neighbor(of: id, .after) == neighbor
    case .after(let neighbor):
      try check(neighbor, in: document)
      return neighbor == id || document.neighbor(of: id, .before) == neighbor
    case .start: return document.neighbor(of: id, .before) == nil
    case .end: return document.neighbor(of: id, .after) == nil
    }
  }

  private func check(_ neighbor: ListID, in document: Document) throws(Refusal) {
    switch document.list(neighbor) {
    case .live: break
    case .removed: throw .deletedListNeighbor(neighbor)
    case .unknown: throw .unknownListNeighbor(neighbor)
    }
  }
}

/// Deletes a list and all its items: one step. Nothing if it is deleted already.
public struct RemoveList: Command {
  public let id: ListID

  public init(_ id: ListID) {
    self.id = id
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    switch document.list(id) {
    case .unknown: throw .unknownList(id)
    case .removed: return []
    case .live(let list):
      guard document.listCount > 1 else { throw .lastList(id) }
      let items = document.page(of: id, view: View(), 0..<Int.max).items
      return items.map { .removeItem($0, from: document.present($0.id)) }
        + [.removeList(list, from: document.present(id))]
    }
  }

  public func label(for changes: [Change], in document: Document) -> Label {
    var name = ""
    if case .live(let list) = document.list(id) { name = list.name }
    return Label(.deleteList, .list(id), name: name, count: changes.count - 1)
  }
}

/// Brings a deleted list back, with the items that went in the same step and are still deleted: one
/// step. Nothing if the list is not deleted.
public struct RestoreList: Command {
  public let id: ListID

  public init(_ id: ListID) {
    self.id = id
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    switch document.list(id) {
    case .unknown: throw .unknownList(id)
    case .live: return []
    case .removed(let list):
      return [.insertList(list, at: document.present(id))]
        + document.itemsDeleted(with: id).map { .insertItem($0, at: document.present($0.id)) }
    }
  }

  public func label(for changes: [Change], in document: Document) -> Label {
    var name = ""
    if case .removed(let list) = document.list(id) { name = list.name }
    return Label(.restoreList, .list(id), name: name, count: changes.count - 1)
  }
}

extension Document {
  /// The list right before or after a list, deleted ones aside; `nil` at an end.
  public func neighbor(of list: ListID, _ side: Side) -> ListID? {
    guard let handle = handle(of: list) else { return nil }
    return switch side {
    case .before: listID(listOrder.previous(before: handle, .live))
    case .after: listID(listOrder.next(after: handle, .live))
    }
  }

  /// The items of a deleted list that the same revision deleted. O(items of the list).
  func itemsDeleted(with list: ListID) -> [Item] {
    guard let handle = handle(of: list) else { return [] }
    let slot = listSlots[Int(handle)]
    if slot.isLive { return [] }
    let revision = deletions[slot.deletion].revision
    return order.cut(0..<Int.max, .all, root: slot.root).compactMap { handle in
      let slot = items[handle]
      let isOne = !slot.isLive && deletions[slot.deletion].revision == revision
      return isOne ? items.item(handle) : nil
    }
  }

  /// The place that a target means, as it is when a list is taken out.
  func listPlace(_ target: MoveList.Target, without moved: ListID?) -> ListPlace {
    var after = OrderForest.none
    var before = OrderForest.none
    switch target {
    case .start: before = listOrder.first(.all, root: listRoot)
    case .end: after = listOrder.last(.all, root: listRoot)
    case .before(let neighbor):
      before = handle(of: neighbor) ?? OrderForest.none
      if before != OrderForest.none { after = listOrder.previous(before: before, .all) }
    case .after(let neighbor):
      after = handle(of: neighbor) ?? OrderForest.none
      if after != OrderForest.none { before = listOrder.next(after: after, .all) }
    }
    if let moved, listID(after) == moved { after = listOrder.previous(before: after, .all) }
    if let moved, listID(before) == moved { before = listOrder.next(after: before, .all) }
    return ListPlace(after: listID(after), before: listID(before), stamp: nextRevision)
  }
}
