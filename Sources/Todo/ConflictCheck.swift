/// Goes through changes as if they were made, and finds the first one that does not fit.
struct ConflictCheck {
  let document: Document
  /// What the changes before left of the items that they were about.
  private var items: [ItemFacts] = []
  private var itemTable = HandleTable()
  private var lists: [ListID: ListFacts] = [:]
  private var listCount: Int

  private struct ItemFacts {
    var item: Item
    var list: ListID
    var stamp: Int
    var isLive: Bool
  }

  private struct ListFacts {
    var name: String
    var stamp: Int
    var isLive: Bool
    var itemCount: Int
  }

  init(document: Document) {
    self.document = document
    listCount = document.listCount
  }

  /// Notes what the change does, or says why it cannot be made.
  mutating func check(_ change: Change) -> Conflict.Reason? {
    switch change {
    case .insertItem(let item, let place): insert(item, place)
    case .removeItem(let item, let place): remove(item, place)
    case .moveItem(let id, let from, let to): move(id, from, to)
    case .setProperty(let id, let property, let from, let to): set(id, property, from, to)
    case .insertList(let list, let place): insert(list, place)
    case .removeList(let list, let place): remove(list, place)
    case .moveList(let id, let from, let to): move(id, from, to)
    case .renameList(let id, let from, let to): rename(id, from, to)
    }
  }

  // MARK: Items

  private mutating func insert(_ item: Item, _ place: Place) -> Conflict.Reason? {
    let facts = facts(item.id)
    if let facts {
      if facts.isLive { return .itemLives(item.id) }
      if let reason = difference(facts, item, place) { return reason }
    }
    guard let list = self.facts(place.list) else { return .listUnknown(place.list) }
    guard list.isLive else { return .listDeleted(place.list) }
    note(ItemFacts(item: item, list: place.list, stamp: place.stamp, isLive: true))
    lists[place.list, default: list].itemCount += 1
    return nil
  }

  private mutating func remove(_ item: Item, _ place: Place) -> Conflict.Reason? {
    guard var facts = facts(item.id) else { return .itemUnknown(item.id) }
    guard facts.isLive else { return .itemDeleted(item.id) }
    if let reason = difference(facts, item, place) { return reason }
    facts.isLive = false
    note(facts)
    count(facts.list, -1)
    return nil
  }

  private mutating func move(_ id: ItemID, _ from: Place, _ to: Place) -> Conflict.Reason? {
    guard var facts = facts(id) else { return .itemUnknown(id) }
    guard facts.isLive else { return .itemDeleted(id) }
    if let reason = difference(facts, from) { return reason }
    guard let list = self.facts(to.list) else { return .listUnknown(to.list) }
    guard list.isLive else { return .listDeleted(to.list) }
    count(facts.list, -1)
    facts.list = to.list
    facts.stamp = to.stamp
    note(facts)
    count(to.list, 1)
    return nil
  }

  private mutating func set(
    _ id: ItemID, _ property: AnyProperty, _ from: StoredValue, _ to: StoredValue
  ) -> Conflict.Reason? {
    guard var facts = facts(id) else { return .itemUnknown(id) }
    guard facts.isLive else { return .itemDeleted(id) }
    let present = property.read(facts.item)
    guard property.isNote || present == from else {
      return .property(id, property, expected: from, present: present)
    }
    _ = property.write(&facts.item, to)
    note(facts)
    return nil
  }

  private func difference(
    _ facts: ItemFacts, _ item: Item, _ place: Place
  ) -> Conflict.Reason? {
    for property in Item.editableProperties {
      let expected = property.read(item)
      let present = property.read(facts.item)
      if expected != present {
        return .property(item.id, property, expected: expected, present: present)
      }
    }
    return difference(facts, place)
  }

  private func difference(_ facts: ItemFacts, _ place: Place) -> Conflict.Reason? {
    if facts.list == place.list && facts.stamp == place.stamp { return nil }
    let present = Place(list: facts.list, after: nil, before: nil, stamp: facts.stamp)
    let id = facts.item.id
    return .itemMoved(id, expected: place, present: document.place(of: id) ?? present)
  }

  private func facts(_ id: ItemID) -> ItemFacts? {
    if let noted = noted(id) { return items[noted] }
    guard let handle = document.handle(of: id) else { return nil }
    let slot = document.items[handle]
    let list = document.listSlots[Int(slot.list)].list.id
    return ItemFacts(
      item: document.items.item(handle), list: list, stamp: slot.stamp, isLive: slot.isLive)
  }

  private mutating func note(_ facts: ItemFacts) {
    if let noted = noted(facts.item.id) {
      items[noted] = facts
    } else {
      itemTable.add(facts.item.id, HandleTable.Handle(items.count))
      items.append(facts)
    }
  }

  /// Where the facts of an item are noted.
  private func noted(_ id: ItemID) -> Int? {
    itemTable.find(id) { items[Int($0)].item.id == id }.map(Int.init)
  }

  private mutating func count(_ id: ListID, _ change: Int) {
    guard var list = facts(id) else { return }
    list.itemCount += change
    lists[id] = list
  }

  // MARK: Lists

  private mutating func insert(_ list: ItemList, _ place: ListPlace) -> Conflict.Reason? {
    var itemCount = 0
    if let facts = facts(list.id) {
      if facts.isLive { return .listLives(list.id) }
      if let reason = difference(facts, list, place) { return reason }
      itemCount = facts.itemCount
    }
    lists[list.id] = ListFacts(
      name: list.name, stamp: place.stamp, isLive: true, itemCount: itemCount)
    listCount += 1
    return nil
  }

  private mutating func remove(_ list: ItemList, _ place: ListPlace) -> Conflict.Reason? {
    guard var facts = facts(list.id) else { return .listUnknown(list.id) }
    guard facts.isLive else { return .listDeleted(list.id) }
    if let reason = difference(facts, list, place) { return reason }
    guard facts.itemCount == 0 else { return .listHasItems(list.id) }
    guard listCount > 1 else { return .lastList(list.id) }
    facts.isLive = false
    lists[list.id] = facts
    listCount -= 1
    return nil
  }

  private mutating func move(
    _ id: ListID, _ from: ListPlace, _ to: ListPlace
  ) -> Conflict.Reason? {
    guard var facts = facts(id) else { return .listUnknown(id) }
    guard facts.isLive else { return .listDeleted(id) }
    guard facts.stamp == from.stamp else { return .listMoved(id) }
    facts.stamp = to.stamp
    lists[id] = facts
    return nil
  }

  private mutating func rename(_ id: ListID, _ from: String, _ to: String) -> Conflict.Reason? {
    guard var facts = facts(id) else { return .listUnknown(id) }
    guard facts.isLive else { return .listDeleted(id) }
    guard facts.name.hasSameCodePoints(as: from) else {
      return .listRenamed(id, expected: from, present: facts.name)
    }
    facts.name = to
    lists[id] = facts
    return nil
  }

  private func difference(
    _ facts: ListFacts, _ list: ItemList, _ place: ListPlace
  ) -> Conflict.Reason? {
    if !facts.name.hasSameCodePoints(as: list.name) {
      return .listRenamed(list.id, expected: list.name, present: facts.name)
    }
    return facts.stamp == place.stamp ? nil : .listMoved(list.id)
  }

  private func facts(_ id: ListID) -> ListFacts? {
    if let facts = lists[id] { return facts }
    guard let handle = document.handle(of: id) else { return nil }
    let slot = document.listSlots[Int(handle)]
    return ListFacts(
      name: slot.list.name, stamp: slot.stamp, isLive: slot.isLive,
      itemCount: document.order.count(.live, root: slot.root))
  }
}
