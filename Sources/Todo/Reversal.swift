/// How to take an applied change back exactly: besides what it did to items and lists also stamps,
/// the order of deletions, and the very existence of what it made.
enum Reversal: Sendable {
  case forgetItem(nextOrdinal: Int)
  // Rare and large: they are kept elsewhere, so that all others are small.
  indirect case itemRevived(OrderForest.Handle, before: Document.ItemSlot, Deletion, moved: Origin?)
  case itemRemoved(OrderForest.Handle)
  case itemMoved(OrderForest.Handle, Origin)
  case itemSet(OrderForest.Handle, AnyProperty, before: StoredValue, completed: Timestamp?)
  case forgetList
  indirect case listRevived(OrderForest.Handle, before: Document.ListSlot, Deletion, moved: Origin?)
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
  /// Takes the last change back that is not taken back yet.
  mutating func takeBack(_ reversal: Reversal) {
    switch reversal {
    case .forgetItem(let ordinal):
      forgetLastItem()
      nextOrdinal = ordinal
    case .itemRevived(let handle, let before, let deletion, let origin):
      let present = items.standing(handle)
      if let origin {
        _ = take(handle)
        put(handle, origin.list, after: origin.after)
      }
      let changed = items.set(handle, before.item)
      let entry = deletions.add(.item(handle), deletion)
      items.update(handle) { slot in
        slot.stamp = before.stamp
        slot.deletion = entry
      }
      follow(handle, from: present, changed)
    case .itemRemoved(let handle):
      let present = items.standing(handle)
      deletions.takeBack(items[handle].deletion)
      items.update(handle) { $0.deletion = OrderForest.none }
      follow(handle, from: present)
    case .itemMoved(let handle, let origin):
      let present = items.standing(handle)
      _ = take(handle)
      put(handle, origin.list, after: origin.after)
      items.update(handle) { $0.stamp = origin.stamp }
      follow(handle, from: present)
    case .itemSet(let handle, let property, let before, let completed):
      let present = items.standing(handle)
      let changed = items.set(handle, property, before)?.changed ?? []
      items.update(handle) { $0.item.completed = completed }
      follow(handle, from: present, changed)
    case .forgetList, .listRevived, .listRemoved, .listMoved, .listRenamed:
      takeBackList(reversal)
    }
  }

  private mutating func forgetLastItem() {
    let handle = Handle(items.count - 1)
    unfollow(handle)
    let slot = items[handle]
    order.remove(handle, root: &listSlots[Int(slot.list)].root)
    itemTable.remove(slot.item.id, handle)
    items.removeLast()
  }

  private mutating func takeBackList(_ reversal: Reversal) {
    switch reversal {
    case .forgetList:
      let handle = Handle(listSlots.count - 1)
      listOrder.remove(handle, root: &listRoot)
      listTable.remove(listSlots[Int(handle)].list.id, handle)
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
