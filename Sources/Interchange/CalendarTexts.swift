internal import Todo

// How the formats write and read a point in time.
extension CalendarTime {
  /// The moment's date; years below 0 and beyond 9999, which no format can write, become these.
  init(clamping time: Timestamp) {
    let milliseconds = min(max(time.milliseconds, Self.first), Self.last)
    // There is a date for every moment within these bounds.
    self =
      CalendarTime(Timestamp(milliseconds: milliseconds))
      ?? CalendarTime(year: 1970, month: 1, day: 1)
  }

  private static let first: Int64 = -62_167_219_200_000
  private static let last: Int64 = 253_402_300_799_999

  // MARK: Writing

  /// `2026-07-01`.
  func appendDate(to bytes: inout [UInt8], separated: Bool = true) {
    Self.append(year, digits: 4, to: &bytes)
    if separated { bytes.append(UInt8(ascii: "-")) }
    Self.append(month, digits: 2, to: &bytes)
    if separated { bytes.append(UInt8(ascii: "-")) }
    Self.append(day, digits: 2, to: &bytes)
  }

  /// `2026-07-01T09:30:00.125Z` (RFC 3339), or `20260701T093000Z` as calendars have it.
  func appendMoment(to bytes: inout [UInt8], separated: Bool = true) {
    appendDate(to: &bytes, separated: separated)
    bytes.append(UInt8(ascii: "T"))
    for (position, part) in [hour, minute, second].enumerated() {
      if separated, position > 0 { bytes.append(UInt8(ascii: ":")) }
      Self.append(part, digits: 2, to: &bytes)
    }
    if separated {
      bytes.append(UInt8(ascii: "."))
      Self.append(millisecond, digits: 3, to: &bytes)
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  private static func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
    var divisor = digits == 4 ? 1_000 : digits == 3 ? 100 : 10
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}

extension CalendarTime {
  /// Reads a date, or a date and a time of day with or without fractions and offset from UTC, with
  /// or without separators: RFC 3339 and what calendars and Taskwarrior write. Without an offset
  /// the time counts as UTC.
  static func timestamp(_ text: ArraySlice<UInt8>) -> Timestamp? {
    var rest = text
    guard let year = digits(4, &rest), skip("-", &rest), let month = digits(2, &rest),
      skip("-", &rest), let day = digits(2, &rest)
    else { return nil }
    var date = CalendarTime(year: year, month: month, day: day)
    if rest.isEmpty { return date.timestamp }
    guard let mark = rest.popFirst(), mark | 0x20 == UInt8(ascii: "t") || mark == .space,
      let hour = digits(2, &rest), skip(":", &rest), let minute = digits(2, &rest)
    else { return nil }
    date.hour = hour
    date.minute = minute
    if rest.first != UInt8(ascii: "+"), rest.first != UInt8(ascii: "-"), skip(":", &rest),
      let second = digits(2, &rest)
    {
      // A leap second is the last one of its minute.
      date.second = min(second, 59)
    }
    if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
      let fraction = rest.dropFirst().prefix(while: \.isDigit)
      rest = rest[fraction.endIndex...]
      for position in 0..<3 {
        let digit = position < fraction.count ? fraction[fraction.startIndex + position] : 0x30
        date.millisecond = date.millisecond * 10 + Int(digit - 0x30)
      }
    }
    guard let time = date.timestamp, let offset = offset(rest) else { return nil }
    return Timestamp(milliseconds: time.milliseconds - Int64(offset) * 60_000)
  }

  /// Minutes east of UTC.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    guard let sign = rest.popFirst() else { return 0 }
    if sign | 0x20 == UInt8(ascii: "z") { return rest.isEmpty ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = digits(2, &rest),
      skip(":", &rest), let minutes = rest.isEmpty ? 0 : digits(2, &rest), rest.isEmpty
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
  }

  private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
    rest.removeFirst(count)
    return digits.number
  }

  /// Goes past a separator if there is one.
  private static func skip(_ mark: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    if rest.first == UInt8(ascii: mark) { rest.removeFirst() }
    return true
  }
}
