/// Items that are read from a file and not in any document yet, with their texts one after the other
/// so that none of them needs memory of its own.
package struct NewItems: Sendable {
  /// Without their texts.
  private(set) var items: [Item] = []
  private(set) var extents: [Extent] = []
  private var texts = ""

  /// Longer texts, both of an item together and in bytes, are not taken.
  package static let longestTexts = ItemGroup.longestShort

  /// Where an item's texts are: the title, a zero byte, the detail.
  struct Extent: Sendable {
    let start: Int
    let title: Int
    let detail: Int
  }

  package init() {}

  package var count: Int { items.count }

  package mutating func reserveCapacity(_ count: Int) {
    items.reserveCapacity(count)
    extents.reserveCapacity(count)
  }

  /// An item as it is taken: its texts are given apart.
  package static func item(_ id: ItemID, created: Timestamp, ordinal: Int) -> Item {
    Item(
      id: id, title: ItemGroup.elsewhere, detail: ItemGroup.elsewhere, created: created,
      ordinal: ordinal)
  }

  /// Adds an item whose texts begin at a byte of what `finish(_:)` will be given.
  package mutating func append(_ item: Item, textsFrom start: Int, title: Int, detail: Int) {
    items.append(item)
    extents.append(Extent(start: start, title: title, detail: detail))
  }

  /// Takes the texts of all items.
  package mutating func finish(_ texts: String) {
    self.texts = texts
  }

  /// An item with its texts.
  func item(_ index: Int) -> Item {
    var item = items[index]
    let extent = extents[index]
    let texts = texts(index)
    let end = texts.utf8.index(texts.startIndex, offsetBy: extent.title)
    item.title = String(texts[..<end])
    item.detail = String(texts[texts.utf8.index(after: end)...])
    return item
  }

  /// Both texts of an item.
  func texts(_ index: Int) -> Substring {
    let bytes = texts.utf8
    let extent = extents[index]
    let start = bytes.index(bytes.startIndex, offsetBy: extent.start)
    let end = bytes.index(start, offsetBy: extent.title + 1 + extent.detail)
    return Substring(bytes[start..<end])
  }
}

/// A transaction without a session by which one item came that is among new ones.
package struct NewItemTransaction: Sendable {
  package let revision: Int
  let time: Timestamp
  let place: Place

  package init(revision: Int, time: Timestamp, place: Place) {
    self.revision = revision
    self.time = time
    self.place = place
  }
}

extension Document {
  /// Adds one of some new items at a place.
  ///
  /// - Returns: `false`, and nothing is changed, if it is known already or its list is not there.
  mutating func add(_ new: NewItems, _ index: Int, at place: Place) -> Bool {
    guard let list = handle(of: place.list), listSlots[Int(list)].isLive else { return false }
    let item = new.items[index]
    if handle(of: item.id) != nil { return false }
    add(item, to: list, at: place) { $0.append($1, of: new, index) }
    return true
  }
}

extension Workspace {
  /// Applies the transaction of one of some new items, as `replay(_:)` does.
  package mutating func replay(
    _ transaction: NewItemTransaction, _ new: NewItems, _ index: Int
  ) throws(TransactionError) {
    guard transaction.revision == revision + 1,
      document.add(new, index, at: transaction.place)
    else {
      // It is an error, or the item comes back. Without a session nobody keeps the label.
      let item = new.item(index)
      return try replay(
        Transaction(
          revision: transaction.revision, time: transaction.time, session: nil,
          action: .perform(Label(.addItem, .item(item.id), name: item.title)),
          changes: [.insertItem(item, at: transaction.place)]))
    }
    took(transaction.revision)
    _ = tokens.note(nil, session: nil, time: transaction.time)
  }
}
