/// The folded texts of some items, one after the other, to be searched without folding anything again
/// and without following a pointer for each item, and a signature of each text, which as a rule says
/// that it lacks another one without looking at it.
///
/// An item's text is its folded title, a zero byte, its folded detail, and zero bytes up to a whole
/// word of eight bytes; no text that is stored has a zero byte, so nothing is found across them. The
/// words hold the first byte lowest. The positions of four words are compared at once.
///
/// The signatures are a table of bits: an item is a column, and every three bytes that follow one
/// another in its text choose a row, where its bit is set. Who has a text has the bits of all its
/// rows, so the rows of a text, laid over one another, leave those that may have it.
struct TextGroup: Sendable {
  /// How many items a full one has.
  static let size = 512

  /// Whether an item has something, a bit for each.
  typealias Bits = SIMD8<UInt64>

  /// The texts, and behind them `margin` words that the last comparison may read.
  private var words = [UInt64](repeating: 0, count: Self.margin)
  /// Where an item's text is.
  private var places: [(start: Int32, count: Int32)] = []
  /// Words that belong to no item any more.
  private var unused = 0
  /// The rows of the signatures, eight words each. How many there are is a power of two.
  private var rows = [UInt64](repeating: 0, count: Self.fewestRows * 8)

  private static let margin = 5
  private static let fewestRows = 256
  /// As many as `Needle.row(of:)` tells apart.
  private static let mostRows = 4_096

  init() {
    places.reserveCapacity(Self.size)
  }

  /// How many items there are.
  var count: Int { places.count }

  // MARK: Changing

  /// Sets the text of an item, which may be the next one.
  ///
  /// - Parameter text: whole words of eight bytes.
  mutating func set(_ index: Int, _ text: [UInt8]) {
    let count = text.count / 8
    if index == places.count { places.append((0, 0)) } else { unsign(index) }
    let old = places[index]
    unused += Int(old.count)
    if count <= Int(old.count) {
      unused -= count
      places[index].count = Int32(count)
    } else {
      places[index] = (Int32(words.count - Self.margin), Int32(count))
      words.append(contentsOf: repeatElement(0, count: count))
    }
    Self.write(text, to: &words, at: Int(places[index].start))
    // A group that is full is as a rule left as it is.
    let isFull = index == Self.size - 1 && old.count == 0
    if isFull || unused > 1_024 && unused > words.count / 2 { compact() }
    sign(index)
    // With too few rows most bits would be set.
    let bytes = (words.count - unused) * 8
    let wanted = bytes * 2 / max(places.count, 32)
    if rows.count / 8 < min(wanted, Self.mostRows) { widen() }
  }

  /// Forgets the last item.
  mutating func forgetLast() {
    let last = places.count - 1
    unsign(last)
    unused += Int(places[last].count)
    places.removeLast()
  }

  private mutating func sign(_ index: Int) {
    let (start, count) = (Int(places[index].start), Int(places[index].count))
    Self.sign(index, words, start..<start + count, in: &rows)
  }

  private static func sign(
    _ index: Int, _ words: [UInt64], _ range: Range<Int>, in rows: inout [UInt64]
  ) {
    let text = words.span.extracting(range)
    let (lane, bit) = (index >> 6, 1 << UInt64(index & 63) as UInt64)
    let count = text.count
    let mask = rows.count / 8 - 1
    var rows = rows.mutableSpan
    for place in 0..<count {
      let next = place + 1 < count ? text[place + 1] : 0
      for byte in 0..<8 {
        let shift = UInt64(byte * 8)
        let three = (text[place] &>> shift | next &<< (64 - shift) & (byte == 0 ? 0 : .max))
        guard let row = Needle.row(of: UInt32(truncatingIfNeeded: three)) else { continue }
        rows[(row & mask) << 3 | lane] |= bit
      }
    }
  }

  private mutating func unsign(_ index: Int) {
    let keep = ~(1 << UInt64(index & 63) as UInt64)
    var rows = self.rows.mutableSpan
    var place = index >> 6
    while place < rows.count {
      rows[place] &= keep
      place += 8
    }
  }

  private mutating func widen() {
    rows = [UInt64](repeating: 0, count: rows.count * 2)
    for index in places.indices { sign(index) }
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
    kept.reserveCapacity(words.count - unused + Self.margin)
    for index in places.indices {
      let place = places[index]
      places[index].start = Int32(kept.count)
      kept += words[Int(place.start)..<Int(place.start + place.count)]
    }
    kept.append(contentsOf: repeatElement(0, count: Self.margin))
    words = kept
    unused = 0
  }

  // MARK: Looking

  /// The items whose title or detail has a text.
  func matches(_ needle: Needle) -> Bits {
    var found = candidates(needle)
    for lane in 0..<8 where found[lane] != 0 {
      var (rest, bits) = (found[lane], found[lane])
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        rest &= rest - 1
        if !contains(needle, in: lane * 64 + bit) { bits &= ~(1 << UInt64(bit)) }
      }
      found[lane] = bits
    }
    return found
  }

  /// The items that have the bits of a text.
  private func candidates(_ needle: Needle) -> Bits {
    let mask = rows.count / 8 - 1
    let rows = self.rows.span
    var bits = present
    for row in needle.rows {
      let row = rows.extracting((row & mask) << 3..<(row & mask) << 3 + 8)
      bits &= Bits(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])
      let half = bits.lowHalf | bits.highHalf
      if half[0] | half[1] | half[2] | half[3] == 0 { break }
    }
    return bits
  }

  /// All items.
  private var present: Bits {
    var bits = Bits.zero
    for lane in 0..<8 where places.count > lane * 64 {
      let count = places.count - lane * 64
      bits[lane] = count >= 64 ? .max : 1 << UInt64(count) - 1
    }
    return bits
  }

  /// Whether an item's title or detail has a text.
  func contains(_ needle: Needle, in item: Int) -> Bool {
    let (start, count) = (Int(places[item].start), Int(places[item].count))
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

  /// The words of an item's text from a position on; at its end there is a zero byte.
  func word(_ position: Int, of item: Int) -> UInt64 {
    words[Int(places[item].start) + position]
  }
}
