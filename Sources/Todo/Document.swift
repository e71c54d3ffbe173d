/// Everything there is to do: lists in their order, items in theirs, and what is deleted.
///
/// A value without side effects. It changes by `apply(_:)` alone; commands read it and say which
/// changes they want. What is deleted stays known under its id and keeps its place among its
/// neighbours, so that it can come back to them in whatever sequence things are restored.
///
/// Reading costs O(log n) and what is returned, unless a member says otherwise.
public struct Document: Sendable {
  typealias Handle = OrderForest.Handle

  /// The revision of the last transaction; of the present one while its changes are applied.
  public internal(set) var revision = 0
  /// Counts what happened to items in memory, rolled back or not; it never goes back, and an item
  /// that has the same edition as before is the same as before.
  var edition: UInt64 = 0
  /// The ordinal of the item that is made next.
  public internal(set) var nextOrdinal = 1

  var items = ItemStore()
  var itemTable = HandleTable()
  /// The items of every list; `ListSlot.root` is the root of its own.
  var order = OrderForest()

  var listSlots: [ListSlot] = []
  var listTable = HandleTable()
  var listOrder = OrderForest()
  var listRoot = OrderForest.none

  var deletions = Deletions()

  // Derived from the above, made when first asked for.
  var byTitle = SortedOrders()
  var byCreation = SortedOrders()
  var signatures: Signatures?
  /// Of the texts that were sought last.
  var matches: [Matches] = []
  /// How often matches were asked for.
  var searches = 0

  /// An empty document: no list, no item.
  public init() {}

  struct ItemSlot: Sendable {
    /// As a rule without its texts, which `ItemStore.item(_:)` adds.
    var item: Item
    var list: Handle
    /// Its entry in the deletions, `none` of a live one.
    var deletion = OrderForest.none
    var stamp: Int
    /// See `Document.edition`.
    var edition: UInt64 = 0

    init(item: Item, list: Handle, stamp: Int) {
      (self.item, self.list, self.stamp) = (item, list, stamp)
    }

    var isLive: Bool { deletion == OrderForest.none }

    var marks: OrderForest.Marks {
      guard isLive else { return [] }
      var marks: OrderForest.Marks = .live
      if !item.done { marks.insert(.open) }
      if item.favorite { marks.insert(.favorite) }
      return marks
    }

    var standing: Standing { Standing(list: list, marks: marks) }
  }

  /// Where an item belongs and what it counts for there: all that orders and counts know of it.
  struct Standing: Sendable {
    let list: Handle
    let marks: OrderForest.Marks

    var isLive: Bool { marks.contains(.live) }
  }

  struct ListSlot: Sendable {
    var list: ItemList
    var stamp: Int
    var root = OrderForest.none
    /// Its entry in the deletions, `none` of a live one.
    var deletion = OrderForest.none

    var isLive: Bool { deletion == OrderForest.none }
    var marks: OrderForest.Marks { isLive ? .live : [] }
  }
}

/// What is known under an item's id.
public enum ItemState: Sendable {
  case live(Item, in: ListID)
  /// Deleted, or its creation undone.
  case removed(Item, from: ListID)
  case unknown
}

/// Whether an item is known under an id, and where.
public enum ItemPresence: Sendable {
  case live(in: ListID)
  /// Deleted, or its creation undone.
  case removed(from: ListID)
  case unknown
}

/// What is known under a list's id.
public enum ListState: Sendable {
  case live(ItemList)
  /// Deleted, or its creation undone.
  case removed(ItemList)
  case unknown
}

/// How many items a list has.
public struct Counts: Hashable, Sendable {
  public let all: Int
  public let open: Int
  public let favorite: Int
  public var done: Int { all - open }

  public init(all: Int = 0, open: Int = 0, favorite: Int = 0) {
    self.all = all
    self.open = open
    self.favorite = favorite
  }
}

extension Document {
  /// The lists that are not deleted, in their order.
  public var lists: [ItemList] {
    var lists: [ItemList] = []
    var handle = listOrder.first(.live, root: listRoot)
    while handle != OrderForest.none {
      lists.append(listSlots[Int(handle)].list)
      handle = listOrder.next(after: handle, .live)
    }
    return lists
  }

  /// How many items are known, deleted ones included.
  public var itemCount: Int { items.count }

  /// How many lists are not deleted.
  public var listCount: Int { listOrder.count(.live, root: listRoot) }

  /// The first list, which is at the root of the site.
  public var firstList: ItemList? {
    let handle = listOrder.first(.live, root: listRoot)
    return handle == OrderForest.none ? nil : listSlots[Int(handle)].list
  }

  public func list(_ id: ListID) -> ListState {
    guard let handle = handle(of: id) else { return .unknown }
    let slot = listSlots[Int(handle)]
    return slot.isLive ? .live(slot.list) : .removed(slot.list)
  }

  public func item(_ id: ItemID) -> ItemState {
    guard let handle = handle(of: id) else { return .unknown }
    let slot = items[handle]
    let item = items.item(handle)
    let list = listSlots[Int(slot.list)].list.id
    return slot.isLive ? .live(item, in: list) : .removed(item, from: list)
  }

  /// Where an item is, which costs less than the item: no text is read.
  public func presence(of id: ItemID) -> ItemPresence {
    guard let handle = handle(of: id) else { return .unknown }
    let standing = items.standing(handle)
    let list = listSlots[Int(standing.list)].list.id
    return standing.isLive ? .live(in: list) : .removed(from: list)
  }

  /// The ordinal of an item if it is in a list, which costs less than the item: no text is read.
  public func ordinal(of id: ItemID, in list: ListID) -> Int? {
    guard let handle = handle(of: id) else { return nil }
    let slot = items[handle]
    return slot.isLive && listSlots[Int(slot.list)].list.id == list ? slot.item.ordinal : nil
  }

  /// When a live item was marked done, `nil` inside if it is open or nobody knows; `nil` outside of
  /// an item that is not live.
  func completed(_ id: ItemID) -> Timestamp?? {
    guard let handle = handle(of: id), items.isLive(handle) else { return nil }
    return .some(items.completed(handle))
  }

  /// Where an item stands; a deleted one where it would come back.
  public func place(of id: ItemID) -> Place? {
    guard let handle = handle(of: id) else { return nil }
    let slot = items[handle]
    return Place(
      list: listSlots[Int(slot.list)].list.id,
      after: itemID(order.previous(before: handle, .all)),
      before: itemID(order.next(after: handle, .all)),
      stamp: slot.stamp)
  }

  /// Where a list stands; a deleted one where it would come back.
  public func place(of id: ListID) -> ListPlace? {
    guard let handle = handle(of: id) else { return nil }
    return ListPlace(
      after: listID(listOrder.previous(before: handle, .all)),
      before: listID(listOrder.next(after: handle, .all)),
      stamp: listSlots[Int(handle)].stamp)
  }

  /// How many items a list has; of a deleted or an unknown one, none.
  public func counts(of id: ListID) -> Counts {
    guard let handle = handle(of: id) else { return Counts() }
    let root = listSlots[Int(handle)].root
    return Counts(
      all: order.count(.live, root: root), open: order.count(.open, root: root),
      favorite: order.count(.favorite, root: root))
  }

  /// The handle of a known item.
  func handle(of id: ItemID) -> Handle? {
    itemTable.find(id) { items.id($0) == id }
  }

  /// The handle of a known list.
  func handle(of id: ListID) -> Handle? {
    listTable.find(id) { listSlots[Int($0)].list.id == id }
  }

  func itemID(_ handle: Handle) -> ItemID? {
    handle == OrderForest.none ? nil : items.id(handle)
  }

  func listID(_ handle: Handle) -> ListID? {
    handle == OrderForest.none ? nil : listSlots[Int(handle)].list.id
  }
}
