import Kernel
import Todo

// Ids and times, which every line has several of: they are read eight bytes at a time.

extension LineReader {
  /// A quoted UUID in lower case.
  mutating func id<Subject>() throws(FormatError) -> ID<Subject> {
    guard end - position >= 38, let id = WrittenID(bytes.span, at: position)?.id else {
      throw FormatError(.id, position)
    }
    skip(count: 38)
    return ID(high: id.high, low: id.low)
  }

  /// A quoted UUID, or `null`.
  mutating func optionalID<Subject>() throws(FormatError) -> ID<Subject>? {
    if skip("null") { return nil }
    return try id()
  }

  /// A quoted point in time in UTC, or a number of milliseconds for one outside of the calendar.
  mutating func time() throws(FormatError) -> Timestamp {
    let start = position
    guard skip("\"") else {
      let time = Timestamp(milliseconds: Int64(try number()))
      guard CalendarTime(time) == nil else { throw FormatError(.time, start) }
      return time
    }
    guard end - position >= 25, bytes[position + 24] == UInt8(ascii: "\"") else {
      throw FormatError(.time, position)
    }
    // The 24 bytes of 2026-07-01T09:30:00.000Z, each part with what is between its digits.
    let read = lastMinute.time(
      bytes.word(at: position), bytes.word(at: position + 8), bytes.word(at: position + 16))
    guard let time = read else { throw FormatError(.time, start) }
    skip(count: 25)
    return time
  }
}

/// The 32 digits of a UUID in quotes, eight a word.
struct WrittenID {
  private let digits: SIMD4<UInt64>

  /// `nil` if a quote or a hyphen is not at its place.
  @inline(__always)
  init?(_ bytes: Span<UInt8>, at position: Int) {
    let (quote, hyphen) = (UInt8(ascii: "\""), UInt8(ascii: "-"))
    guard position <= bytes.count - 38, bytes[position] == quote, bytes[position + 37] == quote,
      bytes[position + 9] == hyphen, bytes[position + 14] == hyphen,
      bytes[position + 19] == hyphen, bytes[position + 24] == hyphen
    else { return nil }
    // The four parts that begin behind a hyphen have four digits, or are read in two pieces.
    let half: UInt64 = 0xFFFF_FFFF
    digits = SIMD4(
      bytes.word(at: position + 1),
      bytes.word(at: position + 10) & half | bytes.word(at: position + 15) << 32,
      bytes.word(at: position + 20) & half | bytes.word(at: position + 25) << 32,
      bytes.word(at: position + 29))
  }

  /// `nil` if a digit is none.
  @inline(__always)
  var id: (high: UInt64, low: UInt64)? {
    guard let bytes = Hexadecimal.bytes(of: digits) else { return nil }
    return ((bytes[0] | bytes[1] << 32).byteSwapped, (bytes[2] | bytes[3] << 32).byteSwapped)
  }
}

/// The minute that was read last: the next time is as a rule one in it.
struct LastMinute {
  /// The bytes of the year and the month, and from the day to the minute.
  private var date: UInt64 = 0
  private var day: UInt64 = 0
  /// When it began, in milliseconds; `nil` before the first.
  private var start: Int64?

  /// The moment of 24 bytes such as `2026-07-01T09:30:00.000Z`; `nil` if the calendar has none such.
  mutating func time(_ date: UInt64, _ day: UInt64, _ rest: UInt64) -> Timestamp? {
    let rest = Decimals(rest, of: .seconds)
    guard rest.isValid, rest[1] < 6 else { return nil }
    if (date, day) != (self.date, self.day) { start = nil }
    guard let start = start ?? Self.start(date, day) else { return nil }
    (self.date, self.day, self.start) = (date, day, start)
    let seconds = rest[1] * 10 + rest[2]
    let milliseconds = rest[4] * 100 + rest[5] * 10 + rest[6]
    return Timestamp(milliseconds: start + Int64(seconds * 1_000 + milliseconds))
  }

  private static func start(_ date: UInt64, _ day: UInt64) -> Int64? {
    let date = Decimals(date, of: .yearAndMonth)
    let day = Decimals(day, of: .dayAndMinute)
    guard date.isValid, day.isValid else { return nil }
    return CalendarTime(
      year: date[0] * 1_000 + date[1] * 100 + date[2] * 10 + date[3],
      month: date[5] * 10 + date[6], day: day[0] * 10 + day[1], hour: day[3] * 10 + day[4],
      minute: day[6] * 10 + day[7]
    ).timestamp?.milliseconds
  }
}

/// The decimal digits with which the eight bytes of a word begin, the first byte the lowest.
struct ShortDecimal {
  let count: Int
  /// The number that they are, if there are one to eight.
  let value: Int

  @inline(__always)
  init(_ word: UInt64) {
    let values = word ^ 0x3030_3030_3030_3030
    let others =
      ((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
    count = others.trailingZeroBitCount / 8
    // Zeros in front make them eight, which are put together in pairs, then pairs of pairs, then all.
    let eight = values << UInt64(64 - count * 8)
    let pairs = (eight &* 10 &+ eight >> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
    value = Int(truncatingIfNeeded: (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF)
  }
}

/// A name of at most 15 bytes as two words, which are quicker to compare than a text.
struct ShortName: Equatable {
  private let low: UInt64
  /// Its highest byte is the count.
  private let high: UInt64
  let count: Int

  /// The text in front of a quote; `nil` if it is longer, or not followed by 16 bytes of the line.
  @inline(__always)
  init?(_ bytes: Span<UInt8>, endingWithQuoteFrom start: Int, before end: Int) {
    guard start >= 0, start < end, end <= bytes.count, start <= bytes.count - 16 else { return nil }
    let (first, second) = (bytes.word(at: start), bytes.word(at: start + 8))
    let quote = UInt8(ascii: "\"")
    let place = first.markOf(quote)
    if place != 0 {
      count = place.trailingZeroBitCount / 8
      low = first & Self.mask(count)
      high = UInt64(count) << 56
    } else {
      let place = second.markOf(quote)
      if place == 0 { return nil }
      let rest = place.trailingZeroBitCount / 8
      count = 8 + rest
      low = first
      high = second & Self.mask(rest) | UInt64(count) << 56
    }
    guard count < end - start else { return nil }
  }

  /// `nil` if it is longer.
  init?(_ name: String) {
    let bytes = Array(name.utf8) + [UInt8(ascii: "\"")] + [UInt8](repeating: 0, count: 16)
    self.init(bytes.span, endingWithQuoteFrom: 0, before: bytes.count)
  }

  /// The lowest bytes of a word, less than eight.
  private static func mask(_ count: Int) -> UInt64 { 1 << UInt64(count * 8) &- 1 }
}

/// Hexadecimal digits in lower case.
enum Hexadecimal {
  /// The four bytes that the eight digits of each word are, the first one in the lowest byte; `nil` if
  /// a digit is none.
  @inline(__always)
  static func bytes(of digits: SIMD4<UInt64>) -> SIMD4<UInt64>? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Letters, and nothing else that is valid, have the bit 6 of their byte set.
    let letters = digits &>> 6 & ones
    let values = (digits & (ones &* 0xF)) &+ (letters &<< 3) &+ letters
    // Written again they must be what they were; "g" and so on would be, with values above 15.
    let above9 = (values &+ ones &* 6) &>> 4 & ones
    // 39 lies between "9" and "a".
    let gap = (above9 &<< 5) &+ (above9 &<< 2) &+ (above9 &<< 1) &+ above9
    let wrong = (values &+ ones &* 0x30 &+ gap) ^ digits | values & (ones &* 0xF0)
    guard wrong == .zero else { return nil }
    // The digits are moved together: pairs, then pairs of pairs, then all.
    let pairs = (values &<< 4 | values &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs | pairs &>> 8) & 0x0000_FFFF_0000_FFFF
    return (fours | fours &>> 16) & 0xFFFF_FFFF
  }

  /// The value of one digit.
  static func digit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    if digit < 10 { return digit }
    let letter = byte &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }
}

/// Decimal digits among other characters in the eight bytes of a word.
private struct Decimals {
  private let values: UInt64
  let isValid: Bool

  /// Which bytes are digits, and what the others have to be.
  struct Pattern {
    /// All digits are zeros; the first byte is the lowest.
    let zeros: UInt64
    /// All bits of the bytes that are digits.
    let digits: UInt64

    /// `0000-00-`
    static let yearAndMonth = Self(zeros: 0x2D30_302D_3030_3030, digits: 0x00FF_FF00_FFFF_FFFF)
    /// `00T00:00`
    static let dayAndMinute = Self(zeros: 0x3030_3A30_3054_3030, digits: 0xFFFF_00FF_FF00_FFFF)
    /// `:00.000Z`
    static let seconds = Self(zeros: 0x5A30_3030_2E30_303A, digits: 0x00FF_FFFF_00FF_FF00)
  }

  @inline(__always)
  init(_ word: UInt64, of pattern: Pattern) {
    values = word ^ pattern.zeros
    let tooLarge = (values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | values
    isValid =
      values & ~pattern.digits == 0 && tooLarge & 0x8080_8080_8080_8080 & pattern.digits == 0
  }

  subscript(index: Int) -> Int { Int(values >> UInt64(index * 8) & 0xF) }
}
