/// A length of time as people write it: `30s`, `10m`, `2h`.
package struct TimeSpan: Hashable, Sendable {
  package let milliseconds: Int

  /// The longest one: a year, in seconds.
  private static let longest = 366 * 24 * 3_600

  /// Reads a whole number above zero and its unit: s, m or h.
  ///
  /// - Returns: `nil` for anything else, and for more than a year.
  package init?(_ text: String) {
    let unit: Int
    switch text.utf8.last {
    case UInt8(ascii: "s"): unit = 1
    case UInt8(ascii: "m"): unit = 60
    case UInt8(ascii: "h"): unit = 3_600
    default: return nil
    }
    let digits = text.utf8.dropLast()
    guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let number = Int(String(decoding: digits, as: UTF8.self)), number > 0,
      number <= Self.longest / unit
    else { return nil }
    milliseconds = number * unit * 1_000
  }
}
