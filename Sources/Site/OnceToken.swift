internal import Kernel
internal import Synchronization

/// A form's one-time token: 128 random bits, and a letter that tells the forms of one page apart.
struct OnceToken {
  private let high: UInt64
  private let low: UInt64
  private var letter = UInt8(ascii: "a")

  /// The tokens of a page: random bits are needed once.
  static func several() -> OnceToken { OnceToken() }

  /// A token for a form that stands alone.
  static func random() -> String {
    var tokens = OnceToken()
    return tokens.next()
  }

  private init() {
    (high, low) = bitsAhead.withLock { $0.next() }
  }

  /// The token of the next form.
  mutating func next() -> String { String(decoding: nextOctets(), as: UTF8.self) }

  /// The same in ASCII.
  mutating func nextOctets() -> [UInt8] {
    defer { letter += 1 }
    var octets: [UInt8] = []
    octets.reserveCapacity(33)
    for index in 0..<32 {
      let word = index < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - index % 16 * 4)) & 0xF
      octets.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
    octets.append(letter)
    return octets
  }
}

private let bitsAhead = Mutex(BitsAhead())

/// Random bits fetched ahead, each given out once: asking the system costs more than a page's tokens
/// do otherwise.
private struct BitsAhead {
  private var words = [UInt64](repeating: 0, count: 128)
  private var used = 128

  mutating func next() -> (UInt64, UInt64) {
    if used == words.count {
      Randomness.fill(&words)
      used = 0
    }
    defer {
      // What was given out is known to nobody who reads this memory later.
      words[used] = 0
      words[used + 1] = 0
      used += 2
    }
    return (words[used], words[used + 1])
  }
}
