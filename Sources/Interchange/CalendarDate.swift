internal import Todo

/// A date and a time of day of the Gregorian calendar, in UTC.
struct CalendarDate: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0
  var millisecond = 0

  init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
    millisecond: Int = 0
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.millisecond = millisecond
  }

  /// The moment's date; years below 0 and beyond 9999, which no format can write, become these.
  init(_ time: Timestamp) {
    let range = Self.first...Self.last
    let clamped = min(max(time.milliseconds, range.lowerBound), range.upperBound)
    let days = Int(clamped).floored(dividedBy: 86_400_000)
    let rest = Int(clamped) - days * 86_400_000
    // Counted from 1 March of the year 0: a leap day is the last day of its year.
    let era = (days + 719_468).floored(dividedBy: 146_097)
    let dayOfEra = days + 719_468 - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1_000 % 60
    millisecond = rest % 1_000
  }

  private static let first: Int64 = -62_167_219_200_000
  private static let last: Int64 = 253_402_300_799_999

  /// The moment; `nil` if the calendar has no such one.
  var timestamp: Timestamp? {
    guard (0...9_999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = yearFromMarch.floored(dividedBy: 400)
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days =
      era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
    let time = Timestamp(milliseconds: Int64(seconds * 1_000 + millisecond))
    // 31 June would be 1 July.
    return CalendarDate(time) == self ? time : nil
  }

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

extension CalendarDate {
  /// Reads a date, or a date and a time of day with or without fractions and offset from UTC, with
  /// or without separators: RFC 3339 and what calendars and Taskwarrior write. Without an offset
  /// the time counts as UTC.
  static func timestamp(_ text: ArraySlice<UInt8>) -> Timestamp? {
    var rest = text
    guard let year = digits(4, &rest), skip("-", &rest), let month = digits(2, &rest),
      skip("-", &rest), let day = digits(2, &rest)
    else { return nil }
    var date = CalendarDate(year: year, month: month, day: day)
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

extension Int {
  fileprivate func floored(dividedBy divisor: Int) -> Int {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}
