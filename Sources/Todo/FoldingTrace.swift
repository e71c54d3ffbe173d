/// What folding did to a text besides the case of its ASCII letters, as far as a search has to know
/// that wants to look at the text as it is: which bytes came that the text does not have there.
struct FoldingTrace: Sendable {
  /// A bit for some bytes each; all of them if it is entangled.
  private var bits: UInt32 = 0

  /// Nothing: the text folds byte by byte.
  var isEmpty: Bool { bits == 0 }

  /// Whether code points went, changed places or were put together with others.
  var isEntangled: Bool { bits == .max }

  /// Whether none of the bytes of a text came.
  func isDisjoint(with other: FoldingTrace) -> Bool { bits & other.bits == 0 }

  /// Notes that a code point came.
  mutating func insert(_ scalar: UInt32) {
    var rest = UTF8Bytes(scalar)
    while let byte = rest.popFirst() { insert(byte) }
  }

  /// Notes that a byte came. Letters have a bit each.
  mutating func insert(_ byte: UInt8) {
    bits |= 1 << UInt32(byte < 0x80 ? byte & 31 : 27 + byte % 5)
  }

  /// Notes that code points go, change places or are put together with others.
  mutating func entangle() { bits = .max }
}

/// The bytes of a code point as UTF-8.
struct UTF8Bytes {
  /// The first one lowest.
  private var bytes: UInt32
  private var count: Int

  init(_ scalar: UInt32) {
    let low = { (shift: UInt32) in scalar >> shift & 0x3F | 0x80 }
    switch scalar {
    case ..<0x80: (bytes, count) = (scalar, 1)
    case ..<0x800: (bytes, count) = (scalar >> 6 | 0xC0 | low(0) << 8, 2)
    case ..<0x1_0000: (bytes, count) = (scalar >> 12 | 0xE0 | low(6) << 8 | low(0) << 16, 3)
    default:
      (bytes, count) = (scalar >> 18 | 0xF0 | low(12) << 8 | low(6) << 16 | low(0) << 24, 4)
    }
  }

  mutating func popFirst() -> UInt8? {
    if count == 0 { return nil }
    count -= 1
    defer { bytes >>= 8 }
    return UInt8(truncatingIfNeeded: bytes)
  }
}
