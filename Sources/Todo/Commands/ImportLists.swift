/// Makes many items in several lists, new lists among them: one step.
public struct ImportLists: Command {
  public enum Target: Sendable {
    /// The items go to the end of a list.
    case list(ListID)
    /// They become a list of their own, after all others.
    case new(ItemList)
  }

  public struct Part: Sendable {
    public let target: Target
    /// As they shall be, in their order. Their ordinals say in which order they were made; they get
    /// new ones in that order.
    public let items: [Item]

    public init(_ target: Target, items: [Item]) {
      self.target = target
      self.items = items
    }
  }

  /// At most one for each list; no id occurs twice, and none is known.
  public let parts: [Part]
  /// A list that goes in the same step, since what comes takes its place: one without items.
  public let replaced: ListID?

  public init(_ parts: [Part], replacing replaced: ListID? = nil) {
    self.parts = parts
    self.replaced = replaced
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    var changes: [Change] = []
    var listPlace = document.listPlace(.end, without: nil)
    var ordinals = self.ordinals(from: document.nextOrdinal).makeIterator()
    for part in parts {
      let id: ListID
      var last: ItemID?
      switch part.target {
      case .list(let known):
        _ = try document.liveList(known)
        id = known
        last = document.place(atEndOf: known, without: nil).after
      case .new(let list):
        id = list.id
        changes.append(.insertList(list, at: listPlace))
        listPlace = ListPlace(after: id, before: nil, stamp: listPlace.stamp)
      }
      for item in part.items {
        let numbered = item.numbered(ordinals.next() ?? document.nextOrdinal)
        let place = Place(list: id, after: last, before: nil, stamp: listPlace.stamp)
        changes.append(.insertItem(numbered, at: place))
        last = item.id
      }
    }
    if let replaced {
      changes.append(.removeList(try document.liveList(replaced), from: document.present(replaced)))
    }
    return changes
  }

  /// The new ordinals of all items in the order of the parts.
  private func ordinals(from first: Int) -> [Int] {
    let old = parts.flatMap { $0.items.map(\.ordinal) }
    var new = old
    let order = old.indices.sorted { (old[$0], $0) < (old[$1], $1) }
    for (rank, index) in order.enumerated() { new[index] = first + rank }
    return new
  }

  public func label(for changes: [Change], in document: Document) -> Label {
    let count = parts.reduce(0) { $0 + $1.items.count }
    guard let first = parts.first else { return Label(.importItems, .none, name: "", count: 0) }
    switch first.target {
    case .list(let id):
      return Label(.importItems, .list(id), name: document.name(of: id), count: count)
    case .new(let list):
      return Label(.importItems, .list(list.id), name: list.name, count: count)
    }
  }
}
