extension String {
  /// The text, or its beginning and an ellipsis if it has more than so many characters as people
  /// count them: an emoji of several code points is kept or dropped whole.
  ///
  /// Whatever a character is made of, the result has at most 8 bytes for each allowed character
  /// (64 in all are always allowed) and the ellipsis.
  package func shortened(to limit: Int) -> String {
    if utf8.count <= limit { return self }
    // No character has less than a code point, and none of these has more than four bytes.
    if limit > 0, utf8.count <= limit * 4, codePointCount <= limit { return self }
    var end = startIndex
    var bytes = 0
    for _ in 0..<limit {
      guard end < endIndex else { return self }
      let next = index(after: end)
      bytes += utf8.distance(from: end, to: next)
      if bytes > max(64, limit * 8) { break }
      end = next
    }
    return end == endIndex ? self : self[..<end] + "…"
  }

  /// Counted by the bytes that begin one.
  private var codePointCount: Int {
    let bytes = utf8.span
    var count = 0
    for index in bytes.indices where bytes[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// Whether it has Japanese letters or Chinese characters, for the `lang` attribute of a title on
  /// a page in another language: fonts differ.
  package var looksJapanese: Bool { utf8.span.looksJapanese }
}

extension Span<UInt8> {
  /// The same of a text in UTF-8.
  var looksJapanese: Bool {
    var before: UInt8 = 0
    for index in indices {
      let byte = self[index]
      if before < 0xE3, byte < 0xE3 { continue }
      // Kana are U+3041 to U+30FF, the common characters U+4E00 to U+9FFF.
      if before == 0xE3, (0x81...0x83).contains(byte) { return true }
      if before == 0xE4, byte >= 0xB8 { return true }
      if (0xE5...0xE9).contains(before), byte >= 0x80 { return true }
      before = byte
    }
    return false
  }
}
