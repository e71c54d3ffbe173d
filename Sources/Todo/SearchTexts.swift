/// The folded texts of items by their handles, in groups that each have their own memory: a change
/// moves and copies no more than one.
struct SearchTexts: Sendable {
  typealias Handle = OrderForest.Handle

  private(set) var groups: [TextGroup] = []
  /// How many items have their text here, those with the lowest handles: fewer than there are while
  /// it is made.
  private(set) var count = 0
  private var buffer: [UInt8] = []

  /// Sets the text of an item that is here, or of the next one.
  mutating func set(_ handle: Handle, _ item: Item) {
    buffer.removeAll(keepingCapacity: true)
    Folding.append(item.title, to: &buffer)
    buffer.append(0)
    Folding.append(item.detail, to: &buffer)
    while buffer.count % 8 != 0 { buffer.append(0) }
    let (group, index) = Self.place(handle)
    if group == groups.count { groups.append(TextGroup()) }
    groups[group].set(index, buffer)
    count = max(count, Int(handle) + 1)
  }

  /// Forgets the text of the last item, if it is here.
  mutating func forget(_ handle: Handle) {
    guard Int(handle) < count else { return }
    groups[groups.count - 1].forgetLast()
    if groups[groups.count - 1].count == 0 { groups.removeLast() }
    count -= 1
  }

  /// Whether an item's title or detail has a text.
  func contains(_ needle: Needle, in handle: Handle) -> Bool {
    let (group, index) = Self.place(handle)
    return groups[group].contains(needle, in: index)
  }

  /// Whether the first item's title comes first; `nil` if the titles fold to the same.
  func titlePrecedes(_ a: Handle, _ b: Handle) -> Bool? {
    let (a, b) = (Self.place(a), Self.place(b))
    var position = 0
    while true {
      let x = groups[a.group].word(position, of: a.index)
      let y = groups[b.group].word(position, of: b.index)
      let zeros = Self.zeroBytes(x)
      if x != y {
        // Bytes behind the end of a title do not count.
        let difference = (x ^ y).trailingZeroBitCount / 8
        if zeros.trailingZeroBitCount / 8 < difference { return nil }
        return x.byteSwapped < y.byteSwapped
      }
      if zeros != 0 { return nil }
      position += 1
    }
  }

  /// The highest bit of each byte that is zero, exact up to the first of them.
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  static func place(_ handle: Handle) -> (group: Int, index: Int) {
    (Int(handle) / TextGroup.size, Int(handle) % TextGroup.size)
  }
}
