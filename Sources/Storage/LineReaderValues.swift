import Kernel
import Todo

// Ids and times, which every line has several of: they are read eight bytes at a time.

extension LineReader {
  /// A quoted UUID in lower case.
  mutating func id<Subject>() throws(FormatError) -> ID<Subject> {
    guard end - position >= 38, let written = WrittenID(bytes.span, at: position) else {
      throw FormatError(.id, position)
    }
    if let place = lastIDs.place(written.first, of: bytes, at: position) {
      skip(count: 38)
      return ID(high: lastIDs.ids[place].high, low: lastIDs.ids[place].low)
    }
    guard let id = written.id else { throw FormatError(.id, position) }
    lastIDs.note(written.first, position, high: id.high, low: id.low)
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
    let written = LastTime.Written(
      bytes.word(at: position), bytes.word(at: position + 8), bytes.word(at: position + 16))
    if let lastTime, lastTime.written == written {
      skip(count: 25)
      return lastTime.time
    }
    guard let time = written.time else { throw FormatError(.time, start) }
    skip(count: 25)
    lastTime = LastTime(written: written, time: time)
    return time
  }
}

/// The 38 bytes of a UUID and its quotes, eight at a time.
struct WrittenID {
  /// The first eight behind the quote.
  let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64

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
    first = bytes.word(at: position + 1)
    second = bytes.word(at: position + 10) & half | bytes.word(at: position + 15) << 32
    third = bytes.word(at: position + 20) & half | bytes.word(at: position + 25) << 32
    fourth = bytes.word(at: position + 29)
  }

  /// `nil` if a digit is none.
  @inline(__always)
  var id: (high: UInt64, low: UInt64)? {
    let first = Hexadecimal(first)
    let second = Hexadecimal(second)
    let third = Hexadecimal(third)
    let fourth = Hexadecimal(fourth)
    guard first.isValid, second.isValid, third.isValid, fourth.isValid else { return nil }
    return (first.value << 32 | second.value, third.value << 32 | fourth.value)
  }
}

/// The ids that were read last, and where they stand: as a rule a line has the same one twice, and
/// one of the line before it.
struct LastIDs {
  struct Entry {
    /// The first eight bytes behind the quote.
    var beginning: UInt64 = 0
    /// Where the quote before it is; below zero if this is no id.
    var position = -1
    var high: UInt64 = 0
    var low: UInt64 = 0
  }

  private(set) var ids = InlineArray<4, Entry>(repeating: Entry())
  private var next = 0

  /// Which one stands there with its quotes, if any does.
  func place(_ beginning: UInt64, of bytes: [UInt8], at position: Int) -> Int? {
    for place in ids.indices where ids[place].beginning == beginning {
      let known = ids[place].position
      if known >= 0, bytes.isSame(known..<known + 38, as: position..<position + 38) { return place }
    }
    return nil
  }

  /// Takes one in place of the one that came first.
  mutating func note(_ beginning: UInt64, _ position: Int, high: UInt64, low: UInt64) {
    ids[next] = Entry(beginning: beginning, position: position, high: high, low: low)
    next = (next + 1) % ids.count
  }
}

/// The time that was read last: what is made in a transaction has its time.
struct LastTime {
  /// The bytes between the quotes.
  struct Written: Equatable {
    let date: UInt64
    let day: UInt64
    let rest: UInt64

    init(_ date: UInt64, _ day: UInt64, _ rest: UInt64) {
      (self.date, self.day, self.rest) = (date, day, rest)
    }

    /// `nil` if they are not a moment of the calendar: 2026-07-01T09:30:00.000Z
    var time: Timestamp? {
      let date = Decimals(date, of: .yearAndMonth)
      let day = Decimals(day, of: .dayAndMinute)
      let rest = Decimals(rest, of: .seconds)
      guard date.isValid, day.isValid, rest.isValid else { return nil }
      return CalendarTime(
        year: date[0] * 1_000 + date[1] * 100 + date[2] * 10 + date[3],
        month: date[5] * 10 + date[6], day: day[0] * 10 + day[1], hour: day[3] * 10 + day[4],
        minute: day[6] * 10 + day[7], second: rest[1] * 10 + rest[2],
        millisecond: rest[4] * 100 + rest[5] * 10 + rest[6]
      ).timestamp
    }
  }

  let written: Written
  let time: Timestamp
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

/// Eight hexadecimal digits in lower case, the first one in the lowest byte of a word.
struct Hexadecimal {
  /// The number that they are; of no meaning if one of them is none.
  let value: UInt64
  let isValid: Bool

  @inline(__always)
  init(_ digits: UInt64) {
    // Letters, and nothing else that is valid, have the bit 6 of their byte set.
    let letters = digits >> 6 & 0x0101_0101_0101_0101
    let values = (digits & 0x0F0F_0F0F_0F0F_0F0F) &+ letters &* 9
    // Written again they must be what they were; "g" and so on would be, with values above 15.
    let above9 = (values &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    let written = values &+ 0x3030_3030_3030_3030 &+ above9 &* 39
    isValid = written == digits && values & 0xF0F0_F0F0_F0F0_F0F0 == 0
    // The digits are moved together: pairs, then pairs of pairs, then all.
    let pairs = (values.byteSwapped >> 4 | values.byteSwapped) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs >> 8 | pairs) & 0x0000_FFFF_0000_FFFF
    value = (fours >> 16 | fours) & 0xFFFF_FFFF
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
