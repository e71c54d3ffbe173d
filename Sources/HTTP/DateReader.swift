/// Reads the three forms of a date that HTTP knows (RFC 9110, section 5.6.7), octet by octet.
struct DateReader {
  var rest: ArraySlice<UInt8>

  /// The fixed form, that of RFC 850 and that of `asctime`; nil for anything else.
  mutating func read() -> HTTPDate? {
    let names = HTTPDate.weekdays
    let whole = rest
    for name in names where take(name + ", ") { return readRFC850() }
    for name in names {
      rest = whole
      guard take(String(name.prefix(3))) else { continue }
      return take(", ") ? readFixed() : readASCTime()
    }
    return nil
  }

  /// `06 Nov 1994 08:49:37 GMT`
  private mutating func readFixed() -> HTTPDate? {
    guard let day = number(2), take(" "), let month = month(), take(" "), let year = number(4),
      take(" "), let second = time(), take(" GMT")
    else { return nil }
    return date(year, month, day, second)
  }

  /// `06-Nov-94 08:49:37 GMT`
  private mutating func readRFC850() -> HTTPDate? {
    guard let day = number(2), take("-"), let month = month(), take("-"), let year = number(2),
      take(" "), let second = time(), take(" GMT")
    else { return nil }
    return date(year < 70 ? 2000 + year : 1900 + year, month, day, second)
  }

  /// ` Nov  6 08:49:37 1994`
  private mutating func readASCTime() -> HTTPDate? {
    guard take(" "), let month = month(), take(" "), let day = take(" ") ? number(1) : number(2),
      take(" "), let second = time(), take(" "), let year = number(4)
    else { return nil }
    return date(year, month, day, second)
  }

  private func date(_ year: Int, _ month: Int, _ day: Int, _ second: Int) -> HTTPDate? {
    let days = HTTPDate.days(year: year, month: month, day: day)
    // A day that the month does not have comes back as one of the next month.
    guard rest.isEmpty, day > 0, HTTPDate.civil(fromDays: days) == (year, month, day) else {
      return nil
    }
    return HTTPDate(seconds: days * 86_400 + second)
  }

  /// `08:49:37` as seconds of the day; a leap second counts as the second before it.
  private mutating func time() -> Int? {
    guard let hour = number(2), take(":"), let minute = number(2), take(":"),
      let second = number(2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + min(second, 59)
  }

  private mutating func month() -> Int? {
    for (index, name) in HTTPDate.months.enumerated() where take(name) { return index + 1 }
    return nil
  }

  private mutating func number(_ digits: Int) -> Int? {
    let run = rest.prefix(digits)
    guard run.count == digits, run.allSatisfy(Octets.isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return run.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }
}
