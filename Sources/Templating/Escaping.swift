internal import Kernel

/// Text gets `& < > " '` as entities, byte by byte over UTF-8: all five are ASCII, and an ASCII byte
/// is never part of another scalar. (By `Character`, a quote that a combining mark follows would be
/// missed.)
enum Escaping {
  /// The offset of the first byte to escape in a part of text, or where the part ends when there is
  /// none.
  static func firstSpecial(in text: Span<UInt8>, _ part: Range<Int>) -> Int {
    var position = part.lowerBound
    while part.upperBound - position >= 8 {
      let specials = specials(in: text.word(at: position))
      if specials != 0 { return position + specials.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < part.upperBound && !isSpecial(text[position]) { position += 1 }
    return position
  }

  /// Eight bytes at once: the lowest bit that is set belongs to the first one to escape.
  @inline(__always)
  private static func specials(in word: UInt64) -> UInt64 {
    let each: UInt64 = 0x0101_0101_0101_0101
    // A byte is what is looked for if a difference is zero, and then the only one that borrows.
    let ampersandOrQuote = (word | each &* 0x04) ^ each &* 0x26
    let apostrophe = word ^ each &* 0x27
    let angle = (word | each &* 0x02) ^ each &* 0x3E
    let borrowed =
      (ampersandOrQuote &- each) & ~ampersandOrQuote | (apostrophe &- each) & ~apostrophe
      | (angle &- each) & ~angle
    return borrowed & 0x8080_8080_8080_8080
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    // One bit for each of the five, all below 64.
    let special: UInt64 = 1 << 34 | 1 << 38 | 1 << 39 | 1 << 60 | 1 << 62
    return byte < 64 && special >> UInt64(byte) & 1 == 1
  }

  /// The entities one after the other.
  static let entities = Array("&amp;&lt;&gt;&quot;&#39;".utf8)

  /// Where among them that of a byte is.
  static func entity(for byte: UInt8) -> Extent {
    switch byte {
    case UInt8(ascii: "&"): Extent(0, 5)
    case UInt8(ascii: "<"): Extent(5, 9)
    case UInt8(ascii: ">"): Extent(9, 13)
    case UInt8(ascii: "\""): Extent(13, 19)
    default: Extent(19, 24)
    }
  }
}

extension [UInt8] {
  /// Appends text, escaped.
  mutating func append(escaping text: String) { append(escaping: text.utf8.span) }

  /// Appends text that is UTF-8 already, escaped. What lies between the bytes to escape is copied in
  /// runs.
  mutating func append(escaping text: Span<UInt8>) {
    var copied = 0
    var position = Escaping.firstSpecial(in: text, 0..<text.count)
    while position < text.count {
      append(text, Extent(copied, position))
      append(Escaping.entities.span, Escaping.entity(for: text[position]))
      copied = position + 1
      position = Escaping.firstSpecial(in: text, copied..<text.count)
    }
    append(text, Extent(copied, text.count))
  }

  /// Appends a number in decimal digits.
  mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let magnitude = number.magnitude
    var unit: UInt = 1
    while magnitude / unit >= 10 { unit *= 10 }
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude / unit % 10))
      unit /= 10
    }
  }
}
