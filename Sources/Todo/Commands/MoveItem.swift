/// Moves an item within its list or to another one; nothing if, deleted items aside, it stands there
/// already.
public struct MoveItem: Command {
  public enum Target: Hashable, Sendable {
    /// Right before an item, in whichever list that is.
    case before(ItemID)
    /// Right after an item, in whichever list that is.
    case after(ItemID)
    case startOf(ListID)
    case endOf(ListID)
    /// The end of a list; nowhere if it is in that list already.
    case into(ListID)
  }

  public let id: ItemID
  public let target: Target
  private let verb: Label.Verb?

  /// The verb says what the person pressed (up, to the top); without it the label says only that
  /// the item was moved, or to which list.
  public init(_ id: ItemID, to target: Target, as verb: Label.Verb? = nil) {
    self.id = id
    self.target = target
    self.verb = verb
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    let home = try document.liveItem(id).list
    guard let place = try destination(in: document, home: home) else { return [] }
    return [.moveItem(id, from: document.present(id), to: place)]
  }

  public func label(for changes: [Change], in document: Document) -> Label {
    let label = document.label(describing: changes)
    guard let verb, label.verb != .moveToList else { return label }
    return Label(verb, label.subject, name: label.name)
  }

  private func destination(in document: Document, home: ListID) throws(Refusal) -> Place? {
    switch target {
    case .before(let neighbor):
      if neighbor == id { return nil }
      try check(neighbor, in: document)
      let isThere = document.neighbor(of: id, in: View(), .after) == neighbor
      return isThere ? nil : document.place(beside: neighbor, .before, without: id)
    case .after(let neighbor):
      if neighbor == id { return nil }
      try check(neighbor, in: document)
      let isThere = document.neighbor(of: id, in: View(), .before) == neighbor
      return isThere ? nil : document.place(beside: neighbor, .after, without: id)
    case .startOf(let list):
      _ = try document.liveList(list)
      let isThere = document.first(of: list, in: View()) == id
      return isThere ? nil : document.place(atStartOf: list, without: id)
    case .endOf(let list):
      _ = try document.liveList(list)
      let isThere = document.last(of: list, in: View()) == id
      return isThere ? nil : document.place(atEndOf: list, without: id)
    case .into(let list):
      _ = try document.liveList(list)
      return list == home ? nil : document.place(atEndOf: list, without: id)
    }
  }

  private func check(_ neighbor: ItemID, in document: Document) throws(Refusal) {
    switch document.item(neighbor) {
    case .live: break
    case .removed: throw .deletedNeighbor(neighbor)
    case .unknown: throw .unknownNeighbor(neighbor)
    }
  }
}

extension Document {
  /// The place at the start of a known list, as it is when an item is taken out.
  func place(atStartOf list: ListID, without moved: ItemID?) -> Place {
    let root = handle(of: list).map { listSlots[Int($0)].root } ?? OrderForest.none
    var first = order.first(.all, root: root)
    if let moved, itemID(first) == moved { first = order.next(after: first, .all) }
    return Place(list: list, after: nil, before: itemID(first), stamp: nextRevision)
  }

  /// The place at the end of a known list, as it is when an item is taken out.
  func place(atEndOf list: ListID, without moved: ItemID?) -> Place {
    let root = handle(of: list).map { listSlots[Int($0)].root } ?? OrderForest.none
    var last = order.last(.all, root: root)
    if let moved, itemID(last) == moved { last = order.previous(before: last, .all) }
    return Place(list: list, after: itemID(last), before: nil, stamp: nextRevision)
  }

  /// The place right beside a known item, as it is when another one is taken out.
  func place(beside neighbor: ItemID, _ side: Side, without moved: ItemID) -> Place? {
    guard let handle = handle(of: neighbor) else { return nil }
    let list = listSlots[Int(items.list(handle))].list.id
    switch side {
    case .before:
      var after = order.previous(before: handle, .all)
      if itemID(after) == moved { after = order.previous(before: after, .all) }
      return Place(list: list, after: itemID(after), before: neighbor, stamp: nextRevision)
    case .after:
      var before = order.next(after: handle, .all)
      if itemID(before) == moved { before = order.next(after: before, .all) }
      return Place(list: list, after: neighbor, before: itemID(before), stamp: nextRevision)
    }
  }
}
