/// The folded texts of all items, one after the other, to be searched without folding anything again
/// and without following a pointer for each item.
///
/// An item's text is its folded title, a zero byte, its folded detail, and zero bytes up to a whole
/// word of eight bytes; no text that is stored has a zero byte, so nothing is found across them. The
/// words hold the first byte lowest. Eight positions of a word are compared at once.
struct SearchTexts: Sendable {
  typealias Handle = OrderForest.Handle

  private var words: [UInt64] = []
  /// Where an item's text is, by handle.
  private var places: [(start: Int32, count: Int32)] = []
  /// Words that belong to no item any more.
  private var unused = 0
  private var buffer: [UInt8] = []

  /// Sets the text of an item that has none yet or another one.
  mutating func set(_ handle: Handle, _ item: Item) {
    buffer.removeAll(keepingCapacity: true)
    Folding.append(item.title, to: &buffer)
    buffer.append(0)
    Folding.append(item.detail, to: &buffer)
    let count = (buffer.count + 7) / 8
    while places.count <= Int(handle) { places.append((0, 0)) }
    let old = places[Int(handle)]
    if count <= Int(old.count) {
      unused += Int(old.count) - count
      places[Int(handle)].count = Int32(count)
      for index in 0..<count { words[Int(old.start) + index] = word(index) }
    } else {
      unused += Int(old.count)
      places[Int(handle)] = (Int32(words.count), Int32(count))
      for index in 0..<count { words.append(word(index)) }
    }
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
    let text = words.span.extracting(Int(place.start)..<Int(place.start + place.count))
    var index = 0
    while index < text.count {
      let next = index + 1 < text.count ? text[index + 1] : 0
      var candidates = needle.candidates(text[index], next)
      while candidates != 0 {
        let start = index * 8 + candidates.trailingZeroBitCount / 8 - needle.anchor
        if start >= 0, needle.matches(text, at: start) { return true }
        candidates &= candidates - 1
      }
      index += 1
    }
    return false
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

  private func word(_ index: Int) -> UInt64 {
    var word: UInt64 = 0
    let bytes = buffer.span
    for position in index * 8..<min(index * 8 + 8, bytes.count) {
      word |= UInt64(bytes[position]) << UInt64((position & 7) * 8)
    }
    return word
  }

  private mutating func compact() {
    var kept: [UInt64] = []
    kept.reserveCapacity(words.count - unused)
    for index in places.indices {
      let place = places[index]
      places[index].start = Int32(kept.count)
      kept += words[Int(place.start)..<Int(place.start + place.count)]
    }
    words = kept
    unused = 0
  }
}

/// A text to search for.
struct Needle: Sendable {
  private let bytes: [UInt8]
  /// Where in the text its three rarest neighbours are; their first one eight times, and so on.
  let anchor: Int
  private let patterns: (UInt64, UInt64, UInt64)
  /// Whether there is a second and a third one.
  private let masks: (UInt64, UInt64)

  /// `nil` if the text is blank, or has a zero byte, which no item has.
  init?(_ text: String) {
    let bytes = Folding.fold(text.trimmingWhiteSpace)
    if bytes.isEmpty || bytes.contains(0) { return nil }
    let rarities = bytes.map(Self.rarity)
    let starts = 0...max(0, bytes.count - 3)
    let anchor = starts.max { a, b in
      rarities[a...].prefix(3).reduce(0, +) < rarities[b...].prefix(3).reduce(0, +)
    }
    self.bytes = bytes
    self.anchor = anchor ?? 0
    let pattern = { [anchor = self.anchor] (offset: Int) in
      let index = anchor + offset
      return index < bytes.count ? UInt64(bytes[index]) &* 0x0101_0101_0101_0101 : 0
    }
    patterns = (pattern(0), pattern(1), pattern(2))
    masks = (bytes.count > 1 ? .max : 0, bytes.count > 2 ? .max : 0)
  }

  /// A bit in each byte of the word where the anchor may be; the word after it is needed, too.
  func candidates(_ word: UInt64, _ next: UInt64) -> UInt64 {
    let second = word >> 8 | next << 56
    let third = word >> 16 | next << 48
    let difference =
      word ^ patterns.0 | (second ^ patterns.1) & masks.0 | (third ^ patterns.2) & masks.1
    return SearchTexts.zeroBytes(difference)
  }

  func matches(_ text: Span<UInt64>, at start: Int) -> Bool {
    guard start + bytes.count <= text.count * 8 else { return false }
    for (offset, byte) in bytes.enumerated() {
      let position = start + offset
      let word = text[position >> 3]
      guard UInt8(truncatingIfNeeded: word >> UInt64((position & 7) * 8)) == byte else {
        return false
      }
    }
    return true
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
