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
    append(text.utf8.span, to: &bytes)
    return bytes
  }

  /// Adds a folded text, which must be valid UTF-8, as UTF-8.
  ///
  /// - Returns: what came besides the case of ASCII letters.
  @discardableResult
  static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) -> FoldingTrace {
    // What is empty may be shared with other threads, and is written even to add nothing.
    if text.isEmpty { return FoldingTrace() }
    let plain = plainCount(text, from: 0)
    var trace = FoldingTrace()
    // A code point of two bytes or more becomes three of four bytes at most.
    bytes.append(addingCapacity: plain + (text.count - plain) * 6) { output in
      trace = fold(text, plain, into: &output)
    }
    return trace
  }

  private static func fold(
    _ text: Span<UInt8>, _ plain: Int, into output: inout OutputSpan<UInt8>
  ) -> FoldingTrace {
    var folder = Folder()
    var position = 0
    var end = plain
    while true {
      if end > position {
        folder.finish(into: &output)
        for index in position..<end { output.append(lowercase(text[index])) }
      }
      if end == text.count { break }
      // The text is valid, so its first byte says how long a code point is.
      let first = text[end]
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      var value = UInt32(first) & (0x7F >> UInt32(length))
      for offset in 1..<length { value = value << 6 | UInt32(text[end + offset]) & 0x3F }
      position = end + length
      if let scalar = Unicode.Scalar(value) { folder.take(scalar, into: &output) }
      end = plainCount(text, from: position)
    }
    folder.finish(into: &output)
    return folder.trace
  }

  /// Where what folds to itself wherever it stands, but for the case of ASCII letters, ends: ASCII
  /// and most ideographs.
  private static func plainCount(_ text: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < text.count {
      let first = text[position]
      if first < 0x80 {
        position += 1
      } else if first >= 0xE4 && first <= 0xE9 {
        position += 3
      } else {
        break
      }
    }
    return position
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
