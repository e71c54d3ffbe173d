/// A text to search for.
struct Needle: Equatable, Sendable {
  private let bytes: [UInt8]
  /// Where in the text its two rarest neighbours are.
  let anchor: Int
  /// The first and the second of them, eight times each.
  private let patterns: (UInt64, UInt64)
  /// Whether there is a second one.
  private let mask: UInt64
  /// The rows of a signature that have the bit of every item with the text; none for a text of less
  /// than three bytes. See `TextGroup`.
  let rows: [Int]

  /// More would leave hardly less.
  private static let mostRows = 16

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
    var rows: [Int] = []
    for start in bytes.indices.dropLast(2) where rows.count < Self.mostRows {
      let three =
        UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]) << 16
      if let row = Self.row(of: three), !rows.contains(row) { rows.append(row) }
    }
    self.rows = rows
  }

  /// The row that three bytes choose, the first one lowest, one of 4,096; `nil` if one of them is
  /// zero, and so beyond the end of a text.
  @inline(__always)
  static func row(of bytes: UInt32) -> Int? {
    if bytes & 0xFF == 0 || bytes & 0xFF00 == 0 || bytes & 0xFF_0000 == 0 { return nil }
    return Int(truncatingIfNeeded: ((bytes & 0xFF_FFFF) &* 0x9E37_79B1) >> 20)
  }

  /// A bit in each byte of the words where the anchor may be; `next` are the words that follow each.
  @inline(__always)
  func candidates(_ words: SIMD4<UInt64>, _ next: SIMD4<UInt64>) -> SIMD4<UInt64> {
    let following: SIMD4<UInt64> = (words &>> 8) | (next &<< 56)
    let first: SIMD4<UInt64> = words ^ SIMD4(repeating: patterns.0)
    let second: SIMD4<UInt64> = (following ^ SIMD4(repeating: patterns.1)) & SIMD4(repeating: mask)
    let difference: SIMD4<UInt64> = first | second
    let borrows: SIMD4<UInt64> = difference &- SIMD4(repeating: 0x0101_0101_0101_0101)
    return borrows & ~difference & SIMD4(repeating: 0x8080_8080_8080_8080)
  }

  /// Whether the text is at a position of an item's words.
  @inline(__always)
  func matches(_ text: Span<UInt64>, at start: Int, count: Int) -> Bool {
    guard start + bytes.count <= count * 8 else { return false }
    let bytes = self.bytes.span
    for offset in bytes.indices {
      let position = start + offset
      let word = text[position >> 3]
      guard UInt8(truncatingIfNeeded: word &>> UInt64((position & 7) * 8)) == bytes[offset] else {
        return false
      }
    }
    return true
  }

  static func == (a: Self, b: Self) -> Bool { a.bytes == b.bytes }

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
