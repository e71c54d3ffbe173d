extension Document {
  mutating func insert(_ list: ItemList, at place: ListPlace) throws(ChangeError)
    -> Reversal
  {
    if let handle = handle(of: list.id) {
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
    listTable.add(list.id, handle)
    listOrder.insert(handle, .live, after: after, root: &listRoot)
    return .forgetList
  }

  mutating func remove(_ id: ListID) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    guard order.count(.live, root: listSlots[Int(handle)].root) == 0 else {
      throw .listHasItems(id)
    }
    listSlots[Int(handle)].deletion = deletions.add(.list(handle), revision: revision)
    listOrder.mark(handle, [])
    return .listRemoved(handle)
  }

  mutating func move(_ id: ListID, to place: ListPlace) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    let after = listOrder.previous(before: handle, .all)
    let origin = Reversal.Origin(list: handle, after: after, stamp: listSlots[Int(handle)].stamp)
    listOrder.remove(handle, root: &listRoot)
    listOrder.insert(handle, .live, after: position(place, of: handle), root: &listRoot)
    listSlots[Int(handle)].stamp = place.stamp
    return .listMoved(handle, origin)
  }

  mutating func rename(_ id: ListID, _ name: String) throws(ChangeError) -> Reversal {
    let handle = try live(id)
    let before = listSlots[Int(handle)].list.name
    listSlots[Int(handle)].list.name = name
    return .listRenamed(handle, before: before)
  }

  private func live(_ id: ListID) throws(ChangeError) -> Handle {
    guard let handle = handle(of: id) else { throw .unknownList(id) }
    guard listSlots[Int(handle)].isLive else { throw .listIsDeleted(id) }
    return handle
  }

  private func position(_ place: ListPlace, of moving: Handle = OrderForest.none) -> Handle {
    func neighbor(_ id: ListID?) -> Handle? {
      guard let id, let handle = handle(of: id), handle != moving else { return nil }
      return handle
    }
    let after = neighbor(place.after)
    let before = neighbor(place.before)
    if let after, let before {
      let older = listSlots[Int(after)].stamp <= listSlots[Int(before)].stamp
      return older ? after : listOrder.previous(before: before, .all)
    }
    if let after { return after }
    if place.after == nil { return OrderForest.none }
    if let before { return listOrder.previous(before: before, .all) }
    return listOrder.last(.all, root: listRoot)
  }
}
