/// The folded texts of all items, one after the other, to be searched without folding anything again
/// and without following a pointer for each item.
///
/// An item's text is its folded title, a zero byte, its folded detail, and zero bytes up to a whole
/// word of eight bytes; no text that is stored has a zero byte, so nothing is found across them. The
/// words hold the first byte lowest. The positions of four words are compared at once.
struct SearchTexts: Sendable {
  typealias Handle = OrderForest.Handle

  /// The texts, and behind them `margin` words that the last comparison may read.
  private var words = [UInt64](repeating: 0, count: Self.margin)
  /// Where an item's text is, by handle.
  private var places: [(start: Int32, count: Int32)] = []
  /// Words that belong to no item any more.
  private var unused = 0
  private var buffer: [UInt8] = []

  private static let margin = 5

  init(expectedItems: Int = 0, expectedBytes: Int = 0) {
    places.reserveCapacity(expectedItems)
    words.reserveCapacity(expectedBytes / 8 + expectedItems + Self.margin)
  }

  /// Sets the text of an item that has none yet or another one.
  mutating func set(_ handle: Handle, _ item: Item) {
    buffer.removeAll(keepingCapacity: true)
    Folding.append(item.title, to: &buffer)
    buffer.append(0)
    Folding.append(item.detail, to: &buffer)
    while buffer.count % 8 != 0 { buffer.append(0) }
    let count = buffer.count / 8
    while places.count <= Int(handle) { places.append((0, 0)) }
    let old = places[Int(handle)]
    unused += Int(old.count)
    if count <= Int(old.count) {
      unused -= count
      places[Int(handle)].count = Int32(count)
    } else {
      places[Int(handle)] = (Int32(words.count - Self.margin), Int32(count))
      words.append(contentsOf: repeatElement(0, count: count))
    }
    Self.write(buffer, to: &words, at: Int(places[Int(handle)].start))
    if unused > 1_024, unused > words.count / 2 { compact() }
  }

  /// Forgets the text of the last item.
  mutating func forget(_ handle: Handle) {
    unused += Int(places[Int(handle)].count)
    places.removeLast(places.count - Int(handle))
  }

  /// Whether an item's title or detail has the text.
  func contains(_ needle: Needle, in handle: Handle) -> Bool {
    let place = places[Int(handle)]
    let (start, count) = (Int(place.start), Int(place.count))
    // The last block may reach into the next item's text; what is found there does not match.
    let text = words.span.extracting(start..<start + count + Self.margin - 1)
    var index = 0
    while index < count {
      var candidates = needle.candidates(
        SIMD4(text[index], text[index + 1], text[index + 2], text[index + 3]),
        SIMD4(text[index + 1], text[index + 2], text[index + 3], text[index + 4]))
      if candidates[0] | candidates[1] | candidates[2] | candidates[3] != 0 {
        for lane in 0..<4 {
          while candidates[lane] != 0 {
            let byte = candidates[lane].trailingZeroBitCount / 8
            let position = (index + lane) * 8 + byte - needle.anchor
            if position >= 0, needle.matches(text, at: position, count: count) { return true }
            candidates[lane] &= candidates[lane] - 1
          }
        }
      }
      index += 4
    }
    return false
  }

  /// The items, deleted ones included, whose title or detail has the text.
  func hits(_ needle: Needle) -> Hits {
    var hits = Hits(count: places.count)
    for handle in 0..<Handle(places.count) where contains(needle, in: handle) {
      hits.insert(handle)
    }
    return hits
  }

  /// A set of handles.
  struct Hits {
    private var bits: [UInt64]
    private(set) var count = 0

    fileprivate init(count: Int) {
      bits = [UInt64](repeating: 0, count: count / 64 + 1)
    }

    fileprivate mutating func insert(_ handle: Handle) {
      bits[Int(handle) >> 6] |= 1 << UInt64(handle & 63)
      count += 1
    }

    func contains(_ handle: Handle) -> Bool {
      bits[Int(handle) >> 6] >> UInt64(handle & 63) & 1 == 1
    }

    var handles: [Handle] {
      var handles: [Handle] = []
      for (index, word) in bits.enumerated() {
        var rest = word
        while rest != 0 {
          handles.append(Handle(index * 64 + rest.trailingZeroBitCount))
          rest &= rest - 1
        }
      }
      return handles
    }
  }

  /// Whether the first item's title comes first; `nil` if the titles fold to the same.
  func titlePrecedes(_ a: Handle, _ b: Handle) -> Bool? {
    var (a, b) = (Int(places[Int(a)].start), Int(places[Int(b)].start))
    while true {
      let (x, y) = (words[a], words[b])
      let zeros = Self.zeroBytes(x)
      if x != y {
        // Bytes behind the end of a title do not count.
        let difference = (x ^ y).trailingZeroBitCount / 8
        if zeros.trailingZeroBitCount / 8 < difference { return nil }
        return x.byteSwapped < y.byteSwapped
      }
      if zeros != 0 { return nil }
      (a, b) = (a + 1, b + 1)
    }
  }

  /// The highest bit of each byte that is zero, exact up to the first of them.
  static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Writes bytes as words.
  private static func write(_ buffer: [UInt8], to words: inout [UInt64], at start: Int) {
    let bytes = buffer.span
    var target = words.mutableSpan
    for index in 0..<bytes.count / 8 {
      let eight = bytes.extracting(index * 8..<index * 8 + 8)
      let low =
        UInt64(eight[0]) | UInt64(eight[1]) << 8 | UInt64(eight[2]) << 16 | UInt64(eight[3]) << 24
      let high =
        UInt64(eight[4]) | UInt64(eight[5]) << 8 | UInt64(eight[6]) << 16 | UInt64(eight[7]) << 24
      target[start + index] = low | high << 32
    }
  }

  private mutating func compact() {
    var kept: [UInt64] = []
    kept.reserveCapacity(words.count - unused)
    for index in places.indices {
      let place = places[index]
      places[index].start = Int32(kept.count)
      kept += words[Int(place.start)..<Int(place.start + place.count)]
    }
    words = kept + [UInt64](repeating: 0, count: Self.margin)
    unused = 0
  }
}

/// A text to search for.
struct Needle: Sendable {
  private let bytes: [UInt8]
  /// Where in the text its two rarest neighbours are.
  let anchor: Int
  /// The first and the second of them, eight times each.
  private let patterns: (UInt64, UInt64)
  /// Whether there is a second one.
  private let mask: UInt64

  /// `nil` if the text is blank, or has a zero byte, which no item has.
  init?(_ text: String) {
    let bytes = Folding.fold(text.trimmingWhiteSpace)
    if bytes.isEmpty || bytes.contains(0) { return nil }
    var anchor = 0
    var rarest = -1
    for index in 0..<max(1, bytes.count - 1) {
      let second = index + 1 < bytes.count ? Self.rarity(bytes[index + 1]) : 0
      let rarity = Self.rarity(bytes[index]) + second
      if rarity > rarest { (anchor, rarest) = (index, rarity) }
    }
    self.bytes = bytes
    self.anchor = anchor
    let second = bytes.count > 1 ? bytes[anchor + 1] : 0
    patterns = (Self.eightTimes(bytes[anchor]), Self.eightTimes(second))
    mask = bytes.count > 1 ? .max : 0
  }

  /// A bit in each byte of the words where the anchor may be; `next` are the words that follow each.
  func candidates(_ words: SIMD4<UInt64>, _ next: SIMD4<UInt64>) -> SIMD4<UInt64> {
    let following: SIMD4<UInt64> = (words &>> 8) | (next &<< 56)
    let first: SIMD4<UInt64> = words ^ SIMD4(repeating: patterns.0)
    let second: SIMD4<UInt64> = (following ^ SIMD4(repeating: patterns.1)) & SIMD4(repeating: mask)
    let difference: SIMD4<UInt64> = first | second
    let borrows: SIMD4<UInt64> = difference &- SIMD4(repeating: 0x0101_0101_0101_0101)
    return borrows & ~difference & SIMD4(repeating: 0x8080_8080_8080_8080)
  }

  /// Whether the text is at a position of an item's words.
  func matches(_ text: Span<UInt64>, at start: Int, count: Int) -> Bool {
    guard start + bytes.count <= count * 8 else { return false }
    for (offset, byte) in bytes.enumerated() {
      let position = start + offset
      let word = text[position >> 3]
      guard UInt8(truncatingIfNeeded: word >> UInt64((position & 7) * 8)) == byte else {
        return false
      }
    }
    return true
  }

  private static func eightTimes(_ byte: UInt8) -> UInt64 {
    UInt64(byte) &* 0x0101_0101_0101_0101
  }

  /// Roughly how seldom a byte is in texts.
  private static func rarity(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "e"), 0xE3: 0
    case UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "i"),
      UInt8(ascii: "n"), UInt8(ascii: "s"), UInt8(ascii: "r"), UInt8(ascii: "h"), 0x81, 0x82:
      2
    case UInt8(ascii: "l"), UInt8(ascii: "d"), UInt8(ascii: "c"), UInt8(ascii: "u"),
      UInt8(ascii: "m"), UInt8(ascii: "p"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0xE2...0xE9:
      4
    case UInt8(ascii: "f"), UInt8(ascii: "g"), UInt8(ascii: "y"), UInt8(ascii: "w"),
      UInt8(ascii: "b"), UInt8(ascii: "v"), 0x80...0xBF:
      6
    default: 8
    }
  }
}
