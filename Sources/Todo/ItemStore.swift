/// The items of a document by their handles, in groups that each have their own memory: a change
/// moves and copies no more than one of them, however many items there are.
struct ItemStore: Sendable {
  typealias Handle = OrderForest.Handle

  private(set) var groups: [ItemGroup] = []
  private(set) var count = 0

  mutating func append(_ slot: Document.ItemSlot) {
    makeRoom()
    groups[groups.count - 1].append(slot)
    count += 1
  }

  /// Adds an item whose texts are among those of new ones.
  mutating func append(_ slot: Document.ItemSlot, of new: NewItems, _ index: Int) {
    makeRoom()
    groups[groups.count - 1].append(slot, of: new, index)
    count += 1
  }

  private mutating func makeRoom() {
    if count % ItemGroup.size == 0 {
      // The texts of the next ones are as long as those of the last ones, more or less; what is too
      // much is given back when the group is full.
      groups.append(
        groups.last.map { ItemGroup(expecting: ItemGroup.size, texts: $0.textLength / 8 * 9) }
          ?? ItemGroup(expecting: 0))
    }
  }

  mutating func removeLast() {
    groups[groups.count - 1].removeLast()
    count -= 1
    if count % ItemGroup.size == 0 { groups.removeLast() }
  }

  /// What is known of an item, as a rule without its texts.
  subscript(handle: Handle) -> Document.ItemSlot {
    let (group, index) = Self.place(handle)
    return groups[group].slots[index]
  }

  // Less than all of that, which is quicker to read.

  func id(_ handle: Handle) -> ItemID {
    let (group, index) = Self.place(handle)
    return groups[group].slots[index].item.id
  }

  func completed(_ handle: Handle) -> Timestamp? {
    let (group, index) = Self.place(handle)
    return groups[group].slots[index].item.completed
  }

  func isLive(_ handle: Handle) -> Bool {
    let (group, index) = Self.place(handle)
    return groups[group].slots[index].isLive
  }

  func list(_ handle: Handle) -> Handle {
    let (group, index) = Self.place(handle)
    return groups[group].slots[index].list
  }

  func stamp(_ handle: Handle) -> Int {
    let (group, index) = Self.place(handle)
    return groups[group].slots[index].stamp
  }

  /// An item with its texts.
  func item(_ handle: Handle) -> Item {
    let (group, index) = Self.place(handle)
    return groups[group].item(index)
  }

  /// An item with its texts if the property may be one of them.
  func item(_ handle: Handle, for property: AnyProperty) -> Item {
    property.kind == .text ? item(handle) : self[handle].item
  }

  func title(_ handle: Handle) -> String {
    let (group, index) = Self.place(handle)
    return groups[group].title(index)
  }

  /// Gives the bytes of an item's title.
  func withTitle<Result>(_ handle: Handle, _ body: (Span<UInt8>) -> Result) -> Result {
    let (group, index) = Self.place(handle)
    return groups[group].withTitle(index, body)
  }

  /// Changes what is known of an item besides its texts.
  mutating func update(_ handle: Handle, _ body: (inout Document.ItemSlot) -> Void) {
    let (group, index) = Self.place(handle)
    groups[group].update(index, body)
  }

  func standing(_ handle: Handle) -> Document.Standing {
    let (group, index) = Self.place(handle)
    return groups[group].slots[index].standing
  }

  /// Gives a property of an item a value.
  ///
  /// - Returns: the value before, and which texts are others now; `nil`, and nothing set, if the value
  ///   is of another kind than the property's.
  mutating func set(
    _ handle: Handle, _ property: AnyProperty, _ value: StoredValue
  ) -> (old: StoredValue, changed: ChangedTexts)? {
    let (group, index) = Self.place(handle)
    return groups[group].set(index, property, value)
  }

  /// Puts an item in the place of another one.
  ///
  /// - Returns: which texts are others now.
  mutating func set(_ handle: Handle, _ item: Item) -> ChangedTexts {
    let (group, index) = Self.place(handle)
    return groups[group].set(index, item)
  }

  static func place(_ handle: Handle) -> (group: Int, index: Int) {
    (Int(handle) / ItemGroup.size, Int(handle) % ItemGroup.size)
  }
}

/// Which texts of an item are others than before.
struct ChangedTexts: OptionSet, Sendable {
  let rawValue: UInt8

  static let title = ChangedTexts(rawValue: 1)
  static let detail = ChangedTexts(rawValue: 2)
  static let both: ChangedTexts = [.title, .detail]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Those that a property is; other texts stay with the item.
  init(_ property: AnyProperty) {
    switch property {
    case Property.title.erased: self = .title
    case Property.detail.erased: self = .detail
    default: self = []
    }
  }
}
