/// Bytes to look for in UTF-8 without regard to the case of ASCII letters, many positions at once.
struct BytePattern: Equatable, Sendable {
  /// Without capital ASCII letters.
  let bytes: [UInt8]
  /// Where its two rarest neighbours are.
  private let anchor: Int
  private let first: Probe
  private let second: Probe

  /// What a byte at eight places is compared with.
  private struct Probe: Equatable {
    var pattern: UInt64
    /// What makes a letter a small one.
    var smallness: UInt64 = 0
    /// No bit of a byte that can be any.
    var care: UInt64 = .max

    static let any = Probe(pattern: 0, care: 0)

    init(pattern: UInt64, care: UInt64) { (self.pattern, self.care) = (pattern, care) }

    init(_ byte: UInt8) {
      let isLetter = byte &- UInt8(ascii: "a") < 26
      pattern = Self.eightTimes(byte)
      smallness = isLetter ? Self.eightTimes(0x20) : 0
    }

    private static func eightTimes(_ byte: UInt8) -> UInt64 {
      UInt64(byte) &* 0x0101_0101_0101_0101
    }

    @inline(__always)
    func difference(_ words: SIMD4<UInt64>) -> SIMD4<UInt64> {
      let small: SIMD4<UInt64> = words | SIMD4(repeating: smallness)
      return (small ^ SIMD4(repeating: pattern)) & SIMD4(repeating: care)
    }
  }

  /// - Parameter bytes: at least one, none of them a capital ASCII letter.
  init(_ bytes: [UInt8]) {
    var anchor = 0
    var rarest = -1
    for index in 0..<max(1, bytes.count - 1) {
      let second = index + 1 < bytes.count ? Self.rarity(bytes[index + 1]) : 0
      let rarity = Self.rarity(bytes[index]) + second
      if rarity > rarest { (anchor, rarest) = (index, rarity) }
    }
    self.bytes = bytes
    self.anchor = anchor
    first = Probe(bytes[anchor])
    second = bytes.count > 1 ? Probe(bytes[anchor + 1]) : .any
  }

  /// Whether a text has the bytes.
  func isFound(in text: Span<UInt8>) -> Bool {
    // The anchor can stand from here up to before there.
    var index = anchor
    let end = text.count - (bytes.count - anchor) + 1
    while index < end {
      // The last positions of a text overlap with those before them.
      let start = min(index, text.count - 33)
      guard start >= 0, start + 32 > index else { break }
      let block = text.extracting(start..<start + 33)
      let words = SIMD4(
        block.word(at: 0), block.word(at: 8), block.word(at: 16), block.word(at: 24))
      let next = SIMD4(
        block.word(at: 1), block.word(at: 9), block.word(at: 17), block.word(at: 25))
      let zeros = candidates(words, next)
      if zeros[0] | zeros[1] | zeros[2] | zeros[3] != 0 {
        for lane in 0..<4 {
          var rest = zeros[lane]
          while rest != 0 {
            let position = start + lane * 8 + rest.trailingZeroBitCount / 8
            if stands(at: position - anchor, in: text) { return true }
            rest &= rest - 1
          }
        }
      }
      index = start + 32
    }
    while index < end {
      if stands(at: index - anchor, in: text) { return true }
      index += 1
    }
    return false
  }

  /// A bit in each byte of the words where the anchor may be; `next` are the words one byte later.
  @inline(__always)
  private func candidates(_ words: SIMD4<UInt64>, _ next: SIMD4<UInt64>) -> SIMD4<UInt64> {
    let difference = first.difference(words) | second.difference(next)
    let borrows = difference &- SIMD4(repeating: 0x0101_0101_0101_0101)
    return borrows & ~difference & SIMD4(repeating: 0x8080_8080_8080_8080)
  }

  private func stands(at start: Int, in text: Span<UInt8>) -> Bool {
    guard start >= 0, start + bytes.count <= text.count else { return false }
    let bytes = self.bytes.span
    for offset in bytes.indices
    where Folding.lowercase(text[start + offset]) != bytes[offset] {
      return false
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
