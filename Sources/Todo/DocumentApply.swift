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

/// How to take an applied change back exactly: besides what it did to items and lists also stamps,
/// the order of deletions, and the very existence of what it made.
enum Reversal: Sendable {
  case forgetItem(nextOrdinal: Int)
  case itemRevived(OrderForest.Handle, before: Document.ItemSlot, Deletion, moved: Origin?)
  case itemRemoved(OrderForest.Handle)
  case itemMoved(OrderForest.Handle, Origin)
  case itemSet(OrderForest.Handle, before: Item)
  case forgetList
  case listRevived(OrderForest.Handle, before: Document.ListSlot, Deletion, moved: Origin?)
  case listRemoved(OrderForest.Handle)
  case listMoved(OrderForest.Handle, Origin)
  case listRenamed(OrderForest.Handle, before: String)

  /// Where something stood.
  struct Origin: Sendable {
    let list: OrderForest.Handle
    let after: OrderForest.Handle
    let stamp: Int
  }
}

extension Document {
  /// Makes a change. It is trusted: replay, undo and redo come here without asking whether it
  /// overwrites anything (`conflict(with:)` says that). A change that makes no sense is an error
  /// and alters nothing.
  public mutating func apply(_ change: Change) throws(ChangeError) {
    _ = try perform(change)
  }

  /// Makes a change and says how to take it back.
  mutating func perform(_ change: Change) throws(ChangeError) -> Reversal {
    switch change {
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

  // MARK: Items

  private mutating func insert(_ item: Item, at place: Place) throws(ChangeError) -> Reversal {
    guard let list = listHandles[place.list] else { throw .unknownList(place.list) }
    guard listSlots[Int(list)].isLive else { throw .listIsDeleted(place.list) }
    if let handle = itemHandles[item.id] { return try revive(handle, as: item, at: place, list) }
    let handle = Handle(items.count)
    items.append(ItemSlot(item: item, list: list, stamp: place.stamp))
    itemHandles[item.id] = handle
    let after = position(place, in: list)
    order.insert(handle, items[Int(handle)].marks, after: after, root: &listSlots[Int(list)].root)
    follow(handle, from: nil)
    let reversal = Reversal.forgetItem(nextOrdinal: nextOrdinal)
    nextOrdinal = max(nextOrdinal, item.ordinal + 1)
    return reversal
  }

  private mutating func revive(
    _ handle: Handle, as item: Item, at place: Place, _ list: Handle
  ) throws(ChangeError) -> Reversal {
    let before = items[Int(handle)]
    guard !before.isLive else { throw .itemIsLive(item.id) }
    let deletion = deletions[before.deletion]
    deletions.remove(before.deletion)
    var moved: Reversal.Origin?
    if before.list != list {
      moved = take(handle)
      put(handle, list, after: position(place, in: list))
    }
    items[Int(handle)].item = item
    items[Int(handle)].stamp = place.stamp
    items[Int(handle)].deletion = OrderForest.none
    follow(handle, from: before)
    return .itemRevived(handle, before: before, deletion, moved: moved)
  }

  private mutating func remove(_ id: ItemID) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    let before = items[Int(handle)]
    items[Int(handle)].deletion = deletions.add(.item(handle), revision: revision)
    follow(handle, from: before)
    return .itemRemoved(handle)
  }

  private mutating func move(_ id: ItemID, to place: Place) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    guard let list = listHandles[place.list] else { throw .unknownList(place.list) }
    guard listSlots[Int(list)].isLive else { throw .listIsDeleted(place.list) }
    let before = items[Int(handle)]
    let origin = take(handle)
    put(handle, list, after: position(place, in: list))
    items[Int(handle)].stamp = place.stamp
    follow(handle, from: before)
    return .itemMoved(handle, origin)
  }

  private mutating func set(
    _ id: ItemID, _ property: AnyProperty, _ value: StoredValue
  ) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    let before = items[Int(handle)]
    guard property.write(&items[Int(handle)].item, value) else {
      throw .wrongKind(id, property: property.name)
    }
    follow(handle, from: before)
    return .itemSet(handle, before: before.item)
  }

  private func live(_ id: ItemID) throws(ChangeError) -> Handle {
    guard let handle = itemHandles[id] else { throw .unknownItem(id) }
    guard items[Int(handle)].isLive else { throw .itemIsDeleted(id) }
    return handle
  }

  private mutating func take(_ handle: Handle) -> Reversal.Origin {
    let slot = items[Int(handle)]
    let after = order.previous(before: handle, .all)
    order.remove(handle, root: &listSlots[Int(slot.list)].root)
    return Reversal.Origin(list: slot.list, after: after, stamp: slot.stamp)
  }

  private mutating func put(_ handle: Handle, _ list: Handle, after: Handle) {
    items[Int(handle)].list = list
    order.insert(handle, items[Int(handle)].marks, after: after, root: &listSlots[Int(list)].root)
  }

  /// The handle after which a place is, `none` at the start. Of its two neighbours one may have
  /// moved away since: the one that has stood still for longer counts.
  private func position(_ place: Place, in list: Handle) -> Handle {
    let stayed = { (id: ItemID?) -> Handle? in
      guard let id, let handle = itemHandles[id], items[Int(handle)].list == list else {
        return nil
      }
      return handle
    }
    let after = stayed(place.after)
    let before = stayed(place.before)
    if let after, let before {
      let older = items[Int(after)].stamp <= items[Int(before)].stamp
      return older ? after : order.previous(before: before, .all)
    }
    if let after { return after }
    if place.after == nil { return OrderForest.none }
    if let before { return order.previous(before: before, .all) }
    return order.last(.all, root: listSlots[Int(list)].root)
  }

  // MARK: Lists

  private mutating func insert(_ list: ItemList, at place: ListPlace) throws(ChangeError)
    -> Reversal
  {
    if let handle = listHandles[list.id] {
      let before = listSlots[Int(handle)]
      guard !before.isLive else { throw .listIsLive(list.id) }
      let deletion = deletions[before.deletion]
      deletions.remove(before.deletion)
      listSlots[Int(handle)].list = list
      listSlots[Int(handle)].stamp = place.stamp
      listSlots[Int(handle)].deletion = OrderForest.none
      listOrder.mark(handle, .live)
      return .listRevived(handle, before: before, deletion, moved: nil)
    }
    let handle = Handle(listSlots.count)
    let after = position(place)
    listSlots.append(ListSlot(list: list, stamp: place.stamp))
    listHandles[list.id] = handle
    listOrder.insert(handle, .live, after: after, root: &listRoot)
    return .forgetList
  }

  private mutating func remove(_ id: ListID) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    guard order.count(.live, root: listSlots[Int(handle)].root) == 0 else {
      throw .listHasItems(id)
    }
    listSlots[Int(handle)].deletion = deletions.add(.list(handle), revision: revision)
    listOrder.mark(handle, [])
    return .listRemoved(handle)
  }

  private mutating func move(_ id: ListID, to place: ListPlace) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    let after = listOrder.previous(before: handle, .all)
    let origin = Reversal.Origin(list: handle, after: after, stamp: listSlots[Int(handle)].stamp)
    listOrder.remove(handle, root: &listRoot)
    listOrder.insert(handle, .live, after: position(place), root: &listRoot)
    listSlots[Int(handle)].stamp = place.stamp
    return .listMoved(handle, origin)
  }

  private mutating func rename(_ id: ListID, _ name: String) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    let before = listSlots[Int(handle)].list.name
    listSlots[Int(handle)].list.name = name
    return .listRenamed(handle, before: before)
  }

  private func live(_ id: ListID) throws(ChangeError) -> Handle {
    guard let handle = listHandles[id] else { throw .unknownList(id) }
    guard listSlots[Int(handle)].isLive else { throw .listIsDeleted(id) }
    return handle
  }

  private func position(_ place: ListPlace) -> Handle {
    let after = place.after.flatMap { listHandles[$0] }
    let before = place.before.flatMap { listHandles[$0] }
    if let after, let before {
      let older = listSlots[Int(after)].stamp <= listSlots[Int(before)].stamp
      return older ? after : listOrder.previous(before: before, .all)
    }
    if let after { return after }
    if place.after == nil { return OrderForest.none }
    if let before { return listOrder.previous(before: before, .all) }
    return listOrder.last(.all, root: listRoot)
  }

  // MARK: Taking back

  /// Takes the last change back that is not taken back yet.
  mutating func takeBack(_ reversal: Reversal) {
    switch reversal {
    case .forgetItem(let ordinal):
      forgetLastItem()
      nextOrdinal = ordinal
    case .itemRevived(let handle, let before, let deletion, let origin):
      let present = items[Int(handle)]
      if let origin {
        _ = take(handle)
        put(handle, origin.list, after: origin.after)
      }
      items[Int(handle)] = before
      items[Int(handle)].deletion = deletions.add(.item(handle), deletion)
      follow(handle, from: present)
    case .itemRemoved(let handle):
      let present = items[Int(handle)]
      deletions.takeBack(present.deletion)
      items[Int(handle)].deletion = OrderForest.none
      follow(handle, from: present)
    case .itemMoved(let handle, let origin):
      let present = items[Int(handle)]
      _ = take(handle)
      put(handle, origin.list, after: origin.after)
      items[Int(handle)].stamp = origin.stamp
      follow(handle, from: present)
    case .itemSet(let handle, let before):
      let present = items[Int(handle)]
      items[Int(handle)].item = before
      follow(handle, from: present)
    case .forgetList, .listRevived, .listRemoved, .listMoved, .listRenamed:
      takeBackList(reversal)
    }
  }

  private mutating func forgetLastItem() {
    let handle = Handle(items.count - 1)
    unfollow(handle)
    let slot = items[Int(handle)]
    order.remove(handle, root: &listSlots[Int(slot.list)].root)
    itemHandles[slot.item.id] = nil
    items.removeLast()
  }

  private mutating func takeBackList(_ reversal: Reversal) {
    switch reversal {
    case .forgetList:
      let handle = Handle(listSlots.count - 1)
      listOrder.remove(handle, root: &listRoot)
      listHandles[listSlots[Int(handle)].list.id] = nil
      byTitle.roots[handle] = nil
      byCreation.roots[handle] = nil
      listSlots.removeLast()
    case .listRevived(let handle, let before, let deletion, _):
      listSlots[Int(handle)].list = before.list
      listSlots[Int(handle)].stamp = before.stamp
      listSlots[Int(handle)].deletion = deletions.add(.list(handle), deletion)
      listOrder.mark(handle, [])
    case .listRemoved(let handle):
      deletions.takeBack(listSlots[Int(handle)].deletion)
      listSlots[Int(handle)].deletion = OrderForest.none
      listOrder.mark(handle, .live)
    case .listMoved(let handle, let origin):
      listOrder.remove(handle, root: &listRoot)
      listOrder.insert(handle, .live, after: origin.after, root: &listRoot)
      listSlots[Int(handle)].stamp = origin.stamp
    case .listRenamed(let handle, let before):
      listSlots[Int(handle)].list.name = before
    default: break
    }
  }
}
