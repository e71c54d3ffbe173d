/// Which items have a text: found once, and kept up to date from then on.
struct Matches: Sendable {
  typealias Handle = OrderForest.Handle

  let needle: Needle
  /// How many items were looked at, those with the lowest handles: fewer than there are while they
  /// are sought.
  private(set) var count = 0
  /// How many have the text, deleted ones included.
  private(set) var total = 0
  /// When it was last asked for; of no meaning but for its order.
  var lastUsed = 0
  /// A bit for each item, eight words for each group of texts.
  private var bits: [UInt64] = []
  /// What the matches of a list count for, by its handle.
  private var counts: [SIMD4<Int32>] = []

  init(_ needle: Needle) {
    self.needle = needle
  }

  /// Looks at the items of some more groups, at most so many.
  mutating func extend(_ limit: Int, in signatures: Signatures, _ items: ItemStore) {
    let first = count / SignatureGroup.size
    var folded = FoldedText()
    for number in first..<min(signatures.groups.count, first + limit) {
      let (group, texts) = (signatures.groups[number], items.groups[number])
      let candidates = group.candidates(needle)
      let start = number * SignatureGroup.size
      for lane in 0..<8 {
        var (rest, found) = (candidates[lane], candidates[lane])
        while rest != 0 {
          let index = lane * 64 + rest.trailingZeroBitCount
          if folded.isFound(needle, in: texts, index, group.trace(of: index)) {
            add(texts.slots[index].marks.weight, in: texts.slots[index].list)
            total += 1
          } else {
            found &= ~(rest & (0 &- rest))
          }
          rest &= rest - 1
        }
        bits.append(found)
      }
      count = start + group.count
    }
  }
}

extension Matches {
  func contains(_ handle: Handle) -> Bool {
    bits[Int(handle) >> 6] >> UInt64(handle & 63) & 1 == 1
  }

  /// How many of a list have the text.
  func count(_ tally: OrderForest.Tally, in list: Handle) -> Int {
    Int(list) < counts.count ? Int(tally.amount(of: counts[Int(list)])) : 0
  }

  /// The handles of those that have the text.
  var handles: [Handle] {
    var handles: [Handle] = []
    handles.reserveCapacity(total)
    for (index, word) in bits.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        handles.append(Handle(index * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return handles
  }

  /// Lets it follow the change of an item.
  ///
  /// - Parameters:
  ///   - old: what the item was; `nil` before it came.
  ///   - has: whether it has the text now; `nil` if its texts did not change.
  mutating func follow(
    _ handle: Handle, from old: Document.Standing?, to new: Document.Standing, has: Bool?
  ) {
    if let old {
      let had = contains(handle)
      if had { add(0 &- old.marks.weight, in: old.list) }
      if has ?? had { add(new.marks.weight, in: new.list) }
      if let has, has != had { toggle(handle) }
    } else {
      while bits.count <= Int(handle) >> 6 { bits.append(0) }
      count += 1
      guard has == true else { return }
      add(new.marks.weight, in: new.list)
      toggle(handle)
    }
  }

  /// Forgets the last item.
  mutating func forget(_ handle: Handle, _ standing: Document.Standing) {
    count -= 1
    guard contains(handle) else { return }
    add(0 &- standing.marks.weight, in: standing.list)
    toggle(handle)
  }

  private mutating func toggle(_ handle: Handle) {
    bits[Int(handle) >> 6] ^= 1 << UInt64(handle & 63)
    total += contains(handle) ? 1 : -1
  }

  private mutating func add(_ weight: SIMD4<Int32>, in list: Handle) {
    while counts.count <= Int(list) { counts.append(.zero) }
    counts[Int(list)] &+= weight
  }
}
