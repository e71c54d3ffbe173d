/// A form's one-time token: 128 random bits, and a letter that tells the forms of one page apart.
struct OnceToken {
  private let bits: String
  private var letter = UInt8(ascii: "a")

  /// The tokens of a page: asking the system for random bits once is enough.
  static func several() -> OnceToken { OnceToken() }

  /// A token for a form that stands alone.
  static func random() -> String {
    var tokens = OnceToken()
    return tokens.next()
  }

  private init() {
    var generator = SystemRandomNumberGenerator()
    var digits: [UInt8] = []
    digits.reserveCapacity(33)
    for _ in 0..<2 {
      let word = generator.next()
      for shift in stride(from: 60, through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 0xF
        digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
      }
    }
    bits = String(decoding: digits, as: UTF8.self)
  }

  /// The token of the next form.
  mutating func next() -> String {
    defer { letter += 1 }
    return bits + String(UnicodeScalar(letter))
  }
}
