extension [UInt8] {
  /// Appends text with `& < > " '` as entities, byte by byte over UTF-8: all five are ASCII, and an
  /// ASCII byte is never part of another scalar. (By `Character`, a quote that a combining mark
  /// follows would be missed.) What lies between them is copied in runs.
  mutating func append(escaping text: String) { append(escaping: text.utf8.span) }

  /// The same of text that is UTF-8 already.
  mutating func append(escaping text: Span<UInt8>) {
    var copied = 0
    var position = Self.firstSpecial(in: text, from: 0)
    while position < text.count {
      append(text, Extent(copied, position))
      append(entityFor: text[position])
      copied = position + 1
      position = Self.firstSpecial(in: text, from: copied)
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

  /// The offset of the first byte to escape, or the count when there is none.
  @inline(__always)
  private static func firstSpecial(in bytes: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < bytes.count && !isSpecial(bytes[position]) { position += 1 }
    return position
  }

  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    // One bit for each of the five, all below 64.
    let special: UInt64 = 1 << 34 | 1 << 38 | 1 << 39 | 1 << 60 | 1 << 62
    return byte < 64 && special >> UInt64(byte) & 1 == 1
  }

  private mutating func append(entityFor byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): append(contentsOf: "&amp;".utf8)
    case UInt8(ascii: "<"): append(contentsOf: "&lt;".utf8)
    case UInt8(ascii: ">"): append(contentsOf: "&gt;".utf8)
    case UInt8(ascii: "\""): append(contentsOf: "&quot;".utf8)
    default: append(contentsOf: "&#39;".utf8)
    }
  }
}
