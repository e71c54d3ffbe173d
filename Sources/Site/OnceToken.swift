internal import Kernel
internal import Synchronization
internal import Templating

/// A form's one-time token: 128 random bits, and a letter that tells the forms of one page apart.
struct OnceToken {
  private let high: UInt64
  private let low: UInt64
  private var letter = UInt8(ascii: "a")

  /// A page with tokens in its gaps. Random bits are needed once.
  static func complete(_ html: HTML) -> [[UInt8]] {
    if html.gaps.isEmpty { return html.fragments }
    var fragments: [[UInt8]] = []
    fragments.reserveCapacity(html.fragments.count + html.gaps.count)
    var tokens = OnceToken()
    var start = 0
    for gap in html.gaps {
      fragments += html.fragments[start..<gap]
      fragments.append(tokens.nextOctets())
      start = gap
    }
    fragments += html.fragments[start...]
    return fragments
  }

  /// A token for a form that stands alone.
  static func random() -> String {
    var tokens = OnceToken()
    return String(decoding: tokens.nextOctets(), as: UTF8.self)
  }

  private init() {
    (high, low) = bitsAhead.withLock { $0.next() }
  }

  /// The token of the next form, in ASCII.
  private mutating func nextOctets() -> [UInt8] {
    defer { letter += 1 }
    return [UInt8](capacity: 33) { octets in
      Self.append(high, to: &octets)
      Self.append(low, to: &octets)
      octets.append(letter)
    }
  }

  /// Adds a word's 16 digits.
  private static func append(_ word: UInt64, to octets: inout OutputSpan<UInt8>) {
    var rest = word
    for _ in 0..<16 {
      let digit = UInt8(truncatingIfNeeded: rest &>> 60)
      octets.append(digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      rest = rest &<< 4
    }
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
