/// The identity of an item, a list or a session: a random UUID (RFC 9562, version 4) that is never
/// used again.
public struct ID<Subject>: Hashable, Sendable {
  /// The first eight bytes, most significant first.
  public let high: UInt64
  /// The last eight bytes, most significant first.
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A new random identity; 122 of its bits are random.
  public static func random(using generator: inout some RandomNumberGenerator) -> Self {
    Self(
      high: generator.next() & ~0xF000 | 0x4000,
      low: generator.next() & ~(0b11 << 62) | 0b10 << 62)
  }

  /// A new identity from the system's random source.
  public static func random() -> Self {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }
}

public typealias ItemID = ID<Item>
public typealias ListID = ID<ItemList>
public typealias SessionID = ID<Session>

extension ID: Comparable {
  public static func < (a: Self, b: Self) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }
}

extension ID: LosslessStringConvertible {
  /// Reads the 36 characters of a UUID, its letters in either case; anything else is `nil`.
  @inlinable
  public init?(_ text: some StringProtocol) {
    self.init(bytes: text.utf8)
  }

  /// Reads the 36 characters of a UUID, its letters in either case; anything else is `nil`.
  public init?(_ text: String) {
    let bytes = text.utf8.span
    guard bytes.count == 36 else { return nil }
    self.init(bytes, from: 0)
  }

  /// Reads the 36 bytes of a UUID from a position on, its letters in either case; anything else is
  /// `nil`.
  public init?(_ bytes: Span<UInt8>, from start: Int) {
    let hyphen = UInt8(ascii: "-")
    guard start >= 0, bytes.count - start >= 36, bytes[start + 8] == hyphen,
      bytes[start + 13] == hyphen, bytes[start + 18] == hyphen, bytes[start + 23] == hyphen
    else { return nil }
    // Eight digits at a time, of which some stand on both sides of a hyphen.
    let half: UInt64 = 0xFFFF_FFFF
    let first = HexDigits(word: bytes.word(at: start))
    let second = HexDigits(
      word: bytes.word(at: start + 9) & half | bytes.word(at: start + 14) << 32)
    let third = HexDigits(
      word: bytes.word(at: start + 19) & half | bytes.word(at: start + 24) << 32)
    let fourth = HexDigits(word: bytes.word(at: start + 28))
    guard first.areValid, second.areValid, third.areValid, fourth.areValid else { return nil }
    self.init(high: first.value << 32 | second.value, low: third.value << 32 | fourth.value)
  }

  /// Reads the 36 bytes of a UUID, its letters in either case; anything else is `nil`.
  @inlinable
  public init?(bytes: some Collection<UInt8>) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var position = 0
    for byte in bytes {
      switch position {
      case 8, 13, 18, 23:
        guard byte == UInt8(ascii: "-") else { return nil }
      case 0..<36:
        guard let digit = Self.hexDigit(byte) else { return nil }
        if position < 18 { high = high << 4 | digit } else { low = low << 4 | digit }
      default: return nil
      }
      position += 1
    }
    guard position == 36 else { return nil }
    self.init(high: high, low: low)
  }

  @inlinable
  static func hexDigit(_ byte: UInt8) -> UInt64? {
    let digit = byte &- UInt8(ascii: "0")
    if digit < 10 { return UInt64(digit) }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? UInt64(letter) + 10 : nil
  }

  /// The UUID in lower case, as in URLs and in the journal.
  public var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Gives the 36 ASCII bytes of the lower-case UUID one by one, without making a string.
  @inlinable
  public func forEachByte(_ body: (UInt8) -> Void) {
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { body(UInt8(ascii: "-")) }
      let word = index < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - index % 16 * 4)) & 0xF
      body(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// Adds the 36 ASCII bytes of the lower-case UUID to a buffer.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: 36) { output in
      Self.append(high, 0..<8, to: &output)
      output.append(UInt8(ascii: "-"))
      Self.append(high, 8..<12, to: &output)
      output.append(UInt8(ascii: "-"))
      Self.append(high, 12..<16, to: &output)
      output.append(UInt8(ascii: "-"))
      Self.append(low, 0..<4, to: &output)
      output.append(UInt8(ascii: "-"))
      Self.append(low, 4..<16, to: &output)
    }
  }

  /// Adds some of a word's 16 digits.
  @inline(__always)
  private static func append(
    _ word: UInt64, _ digits: Range<Int>, to output: inout OutputSpan<UInt8>
  ) {
    var rest = word << UInt64(digits.lowerBound * 4)
    for _ in digits {
      let digit = UInt8(truncatingIfNeeded: rest &>> 60)
      output.append(digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      rest = rest &<< 4
    }
  }
}

/// Eight hexadecimal digits in ASCII, the first one in the lowest byte of a word.
private struct HexDigits {
  let word: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The highest bit of each byte that is at least `first` and below `end`, which are at most 0x80;
  /// of bytes below 0x80.
  private static func bytes(of word: UInt64, from first: UInt64, below end: UInt64) -> UInt64 {
    (word &+ ones &* (0x80 - first)) & ~(word &+ ones &* (0x80 - end)) & ones << 7
  }

  /// The highest bit of each byte that is a letter from A to F, small or not.
  private var letters: UInt64 {
    Self.bytes(of: word & (Self.ones &* 0x7F) | Self.ones << 5, from: 0x61, below: 0x67) & ~word
  }

  var areValid: Bool {
    let digits = Self.bytes(of: word & (Self.ones &* 0x7F), from: 0x30, below: 0x3A) & ~word
    return digits | letters == Self.ones << 7
  }

  /// What they say, if all are digits.
  var value: UInt64 {
    var value = (word & (Self.ones &* 0xF)) &+ (letters >> 7) &* 9
    value = value.byteSwapped
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    return (value | value >> 16) & 0xFFFF_FFFF
  }
}
