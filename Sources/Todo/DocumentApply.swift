/// Why a change cannot be applied. A change that a command or a history made always can; one from a
/// damaged journal may not.
public enum ChangeError: Error, Hashable, Sendable {
  case unknownItem(ItemID)
  case unknownList(ListID)
  /// It would come, but is here.
  case itemIsLive(ItemID)
  case listIsLive(ListID)
  /// It would go, move or get a value, but is deleted.
  case itemIsDeleted(ItemID)
  case listIsDeleted(ListID)
  /// A list that has items would go.
  case listHasItems(ListID)
  /// The value is of another kind than the property's.
  case wrongKind(ItemID, property: String)
}

extension Document {
  /// Makes a change. It is trusted: replay, undo and redo come here without asking whether it
  /// overwrites anything (`conflict(with:)` says that). A change that makes no sense is an error
  /// and alters nothing.
  public mutating func apply(_ change: Change) throws(ChangeError) {
    _ = try perform([change].span, at: 0)
  }

  /// Makes one of some changes and says how to take it back.
  mutating func perform(_ changes: Span<Change>, at position: Int) throws(ChangeError) -> Reversal {
    switch changes[position] {
    case .insertItem(let item, let place): try insert(item, at: place)
    case .removeItem(let item, _): try remove(item.id)
    case .moveItem(let id, _, let place): try move(id, to: place)
    case .setProperty(let id, let property, _, let value): try set(id, property, value)
    case .insertList(let list, let place): try insert(list, at: place)
    case .removeList(let list, _): try remove(list.id)
    case .moveList(let id, _, let place): try move(id, to: place)
    case .renameList(let id, _, let name): try rename(id, name)
    }
  }

  private mutating func insert(_ item: Item, at place: Place) throws(ChangeError) -> Reversal {
    guard let list = handle(of: place.list) else { throw .unknownList(place.list) }
    guard listSlots[Int(list)].isLive else { throw .listIsDeleted(place.list) }
    if let handle = handle(of: item.id) { return try revive(handle, as: item, at: place, list) }
    let reversal = Reversal.forgetItem(nextOrdinal: nextOrdinal)
    add(item, to: list, at: place) { $0.append($1) }
    return reversal
  }

  /// Adds an item that is not known at a place in a list that is live.
  ///
  /// - Parameter append: stores the item, with its texts wherever they are.
  mutating func add(
    _ item: Item, to list: Handle, at place: Place, append: (inout ItemStore, ItemSlot) -> Void
  ) {
    let handle = Handle(items.count)
    let after = position(place, in: list)
    let slot = ItemSlot(item: item, list: list, stamp: place.stamp)
    append(&items, slot)
    itemTable.add(item.id, handle)
    order.insert(handle, slot.marks, after: after, root: &listSlots[Int(list)].root)
    follow(handle, from: nil, .both)
    nextOrdinal = max(nextOrdinal, item.ordinal + 1)
  }

  private mutating func revive(
    _ handle: Handle, as item: Item, at place: Place, _ list: Handle
  ) throws(ChangeError) -> Reversal {
    var before = items[handle]
    guard !before.isLive else { throw .itemIsLive(item.id) }
    before.item = items.item(handle)
    let deletion = deletions[before.deletion]
    deletions.remove(before.deletion)
    var moved: Reversal.Origin?
    if before.list != list {
      moved = take(handle)
      put(handle, list, after: position(place, in: list))
    }
    let changed = items.set(handle, item)
    items.update(handle) { slot in
      slot.stamp = place.stamp
      slot.deletion = OrderForest.none
    }
    follow(handle, from: before.standing, changed)
    return .itemRevived(handle, before: before, deletion, moved: moved)
  }

  private mutating func remove(_ id: ItemID) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    let before = items.standing(handle)
    let deletion = deletions.add(.item(handle), revision: revision)
    items.update(handle) { $0.deletion = deletion }
    follow(handle, from: before)
    return .itemRemoved(handle)
  }

  private mutating func move(_ id: ItemID, to place: Place) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    guard let list = self.handle(of: place.list) else { throw .unknownList(place.list) }
    guard listSlots[Int(list)].isLive else { throw .listIsDeleted(place.list) }
    let before = items.standing(handle)
    let origin = take(handle)
    put(handle, list, after: position(place, in: list, of: handle))
    items.update(handle) { $0.stamp = place.stamp }
    follow(handle, from: before)
    return .itemMoved(handle, origin)
  }

  private mutating func set(
    _ id: ItemID, _ property: AnyProperty, _ value: StoredValue
  ) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    let before = items.standing(handle)
    let completed = items.completed(handle)
    guard let (old, changed) = items.set(handle, property, value) else {
      throw .wrongKind(id, property: property.name)
    }
    follow(handle, from: before, changed)
    return .itemSet(handle, property, before: old, completed: completed)
  }

  // The document would be copied for a call, and for one of `handle(of:)`.
  @inline(__always)
  private func live(_ id: ItemID) throws(ChangeError) -> Handle {
    guard let handle = itemTable.find(id, { items.id($0) == id }) else { throw .unknownItem(id) }
    guard items.isLive(handle) else { throw .itemIsDeleted(id) }
    return handle
  }

  mutating func take(_ handle: Handle) -> Reversal.Origin {
    let list = items.list(handle)
    let after = order.previous(before: handle, .all)
    order.remove(handle, root: &listSlots[Int(list)].root)
    return Reversal.Origin(list: list, after: after, stamp: items.stamp(handle))
  }

  mutating func put(_ handle: Handle, _ list: Handle, after: Handle) {
    items.update(handle) { $0.list = list }
    order.insert(
      handle, items.standing(handle).marks, after: after, root: &listSlots[Int(list)].root)
  }

  /// The handle after which a place is, `none` at the start. Of its two neighbours one may have
  /// moved away since: the one that has stood still for longer counts.
  ///
  /// - Parameter moving: what goes there; a line by which it is its own neighbour names none.
  func position(
    _ place: Place, in list: Handle, of moving: Handle = OrderForest.none
  ) -> Handle {
    let after = place.after.flatMap { member($0, of: list, besides: moving) }
    let before = place.before.flatMap { member($0, of: list, besides: moving) }
    if let after, let before {
      let older = items.stamp(after) <= items.stamp(before)
      return older ? after : order.previous(before: before, .all)
    }
    if let after { return after }
    if place.after == nil { return OrderForest.none }
    if let before { return order.previous(before: before, .all) }
    return order.last(.all, root: listSlots[Int(list)].root)
  }

  /// The handle of an item that is in a list and is another one than `moving`.
  private func member(_ id: ItemID, of list: Handle, besides moving: Handle) -> Handle? {
    // As a rule an item comes behind the one that came before it.
    let newest = Handle(items.count - 1)
    let isNewest = newest >= 0 && items.id(newest) == id
    guard let handle = isNewest ? newest : handle(of: id), items.list(handle) == list,
      handle != moving
    else { return nil }
    return handle
  }
}
