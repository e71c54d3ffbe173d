extension Document {
  /// Gives every list, deleted ones included, in their order.
  public func forEachList<Failure: Error>(
    _ body: (_ list: ItemList, _ stamp: Int, _ deletion: Deletion?) throws(Failure) -> Void
  ) throws(Failure) {
    var handle = listOrder.first(.all, root: listRoot)
    while handle != OrderForest.none {
      let slot = listSlots[Int(handle)]
      try body(slot.list, slot.stamp, slot.isLive ? nil : deletions[slot.deletion])
      handle = listOrder.next(after: handle, .all)
    }
  }

  /// Gives every item of a list, deleted ones included, in their order.
  public func forEachItem<Failure: Error>(
    of list: ListID,
    _ body: (_ item: Item, _ stamp: Int, _ deletion: Deletion?) throws(Failure) -> Void
  ) throws(Failure) {
    guard let list = handle(of: list) else { return }
    var handle = order.first(.all, root: listSlots[Int(list)].root)
    while handle != OrderForest.none {
      let slot = items[handle]
      try body(items.item(handle), slot.stamp, slot.isLive ? nil : deletions[slot.deletion])
      handle = order.next(after: handle, .all)
    }
  }
}

/// Why contents cannot be a workspace.
public enum ContentsError: Error, Hashable, Sendable {
  case duplicateList(ListID)
  case duplicateItem(ItemID)
  /// An item comes before its list.
  case unknownList(ListID)
  /// An item is there although its list is deleted.
  case itemWithoutList(ItemID)
  case duplicateDeletion(Int)
  case duplicateSession(SessionID)
}

/// Puts a workspace together from what `Document.forEachList`, `Document.forEachItem`,
/// `Workspace.sessions` and `Workspace.onceTokens` gave, in the same order. O(n). What is refused is
/// not added.
public struct WorkspaceBuilder: Sendable {
  private var document = Document()
  private var members: [[OrderForest.Handle]] = []
  private var deleted: [(subject: Deletions.Subject, deletion: Deletion)] = []
  private var sessions = Sessions()
  private var tokens = OnceTokens()

  /// Begins with the revision and `Document.nextOrdinal` of the workspace.
  public init(revision: Int, nextOrdinal: Int, expectedItems: Int = 0) {
    document.revision = revision
    document.nextOrdinal = nextOrdinal
    document.itemTable.reserveCapacity(expectedItems)
    document.order.reserveCapacity(expectedItems)
  }

  /// Adds the next list.
  public mutating func add(
    _ list: ItemList, stamp: Int, deletion: Deletion?
  ) throws(ContentsError) {
    let handle = OrderForest.Handle(members.count)
    if document.handle(of: list.id) != nil { throw .duplicateList(list.id) }
    document.listTable.add(list.id, handle)
    document.listSlots.append(Document.ListSlot(list: list, stamp: stamp))
    members.append([])
    if let deletion { deleted.append((.list(handle), deletion)) }
  }

  /// Adds the next item of a list.
  public mutating func add(
    _ item: Item, to list: ListID, stamp: Int, deletion: Deletion?
  ) throws(ContentsError) {
    try add(item, to: list, stamp: stamp, deletion: deletion) { $0.append($1) }
  }

  /// Adds the next item of a list, which is among new ones.
  package mutating func add(
    _ new: NewItems, _ index: Int, to list: ListID, stamp: Int, deletion: Deletion?
  ) throws(ContentsError) {
    try add(new.items[index], to: list, stamp: stamp, deletion: deletion) {
      $0.append($1, of: new, index)
    }
  }

  /// - Parameter append: stores the item, with its texts wherever they are.
  private mutating func add(
    _ item: Item, to list: ListID, stamp: Int, deletion: Deletion?,
    append: (inout ItemStore, Document.ItemSlot) -> Void
  ) throws(ContentsError) {
    guard let home = document.handle(of: list) else { throw .unknownList(list) }
    let handle = OrderForest.Handle(document.items.count)
    if document.handle(of: item.id) != nil { throw .duplicateItem(item.id) }
    document.itemTable.add(item.id, handle)
    append(&document.items, Document.ItemSlot(item: item, list: home, stamp: stamp))
    document.nextOrdinal = max(document.nextOrdinal, item.ordinal + 1)
    members[Int(home)].append(handle)
    if let deletion { deleted.append((.item(handle), deletion)) }
  }

  public mutating func add(_ session: Session) throws(ContentsError) {
    if sessions.knows(session.id) { throw .duplicateSession(session.id) }
    sessions.add(session)
  }

  public mutating func add(_ token: OnceToken) {
    tokens.add(token)
  }

  /// The workspace.
  public consuming func finish() throws(ContentsError) -> Workspace {
    deleted.sort { $0.deletion.number < $1.deletion.number }
    for (a, b) in zip(deleted, deleted.dropFirst()) where a.deletion.number == b.deletion.number {
      throw .duplicateDeletion(a.deletion.number)
    }
    for (subject, deletion) in deleted {
      let entry = document.deletions.add(subject, deletion)
      switch subject {
      case .item(let handle): document.items.update(handle) { $0.deletion = entry }
      case .list(let handle): document.listSlots[Int(handle)].deletion = entry
      }
    }
    for (list, handles) in members.enumerated() {
      if !document.listSlots[list].isLive,
        let item = handles.first(where: { document.items[$0].isLive })
      {
        throw .itemWithoutList(document.items[item].item.id)
      }
      let marked = handles.lazy.map { [items = document.items] in ($0, items[$0].marks) }
      document.listSlots[list].root = document.order.build(marked)
    }
    let lists = document.listSlots.indices.lazy.map { [slots = document.listSlots] in
      (OrderForest.Handle($0), slots[$0].marks)
    }
    document.listRoot = document.listOrder.build(lists)
    return Workspace(document: document, histories: sessions, tokens: tokens)
  }
}
