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
  public init?(_ text: some StringProtocol) {
    self.init(bytes: text.utf8)
  }

  /// Reads the 36 bytes of a UUID, its letters in either case; anything else is `nil`.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for (position, byte) in bytes.enumerated() {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      if digits < 16 {
        words.0 = words.0 << 4 | UInt64(digit)
      } else {
        words.1 = words.1 << 4 | UInt64(digit)
      }
      digits += 1
    }
    self.init(high: words.0, low: words.1)
  }

  /// The UUID in lower case, as in URLs and in the journal.
  public var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Gives the 36 ASCII bytes of the lower-case UUID one by one, without making a string.
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
    forEachByte { bytes.append($0) }
  }
}
