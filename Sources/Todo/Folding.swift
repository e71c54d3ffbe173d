/// Makes texts comparable without regard to case, diacritics and Unicode normal form: two texts that
/// differ in these alone have the same folded bytes, and a text is part of another one if its folded
/// bytes are.
///
/// Every code point is taken apart canonically (BaseLetters.swift; Hangul stays whole, put together
/// where it is in parts), loses its diacritics, and is mapped to lower case by way of upper case, so
/// that “ß” is “ss” and “ς” is “σ”. Marks that make another letter instead of adorning one stay: か
/// is not が, and vowel signs count.
package enum Folding {
  /// The folded text as UTF-8. ASCII, which most texts are, takes a short way.
  package static func fold(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    append(text, to: &bytes)
    return bytes
  }

  /// Adds the folded text as UTF-8.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    let octets = text.utf8.span
    var folder = Folder()
    var position = 0
    while position < octets.count {
      let first = octets[position]
      if first < 0x80 {
        let start = position
        repeat { position += 1 } while position < octets.count && octets[position] < 0x80
        folder.take(octets.extracting(start..<position), into: &bytes)
        continue
      }
      // The text is valid, so its first byte says how long a code point is.
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      var value = UInt32(first) & (0x7F >> UInt32(length))
      for offset in 1..<length { value = value << 6 | UInt32(octets[position + offset]) & 0x3F }
      position += length
      if let scalar = Unicode.Scalar(value) { folder.take(scalar, into: &bytes) }
    }
    folder.finish(into: &bytes)
  }

  /// Whether the first text comes before the second one by their folded bytes; `nil` if those are
  /// the same.
  package static func precedes(_ a: String, _ b: String) -> Bool? {
    var ours = a.utf8.makeIterator()
    var theirs = b.utf8.makeIterator()
    while true {
      switch (ours.next(), theirs.next()) {
      case (nil, nil): return nil
      case (nil, let byte?) where byte < 0x80: return true
      case (let byte?, nil) where byte < 0x80: return false
      case (let x?, let y?) where x < 0x80 && y < 0x80:
        let (x, y) = (lowercase(x), lowercase(y))
        if x != y { return x < y }
      default: return folded(a, b)
      }
    }
  }

  static func lowercase(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  private static func folded(_ a: String, _ b: String) -> Bool? {
    let (a, b) = (fold(a), fold(b))
    return a == b ? nil : a.lexicographicallyPrecedes(b)
  }
}
