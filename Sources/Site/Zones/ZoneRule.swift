internal import Todo

/// The rule of a time zone for all time to come, as POSIX writes it in the variable `TZ`, with what
/// RFC 9636 (section 3.3.1) adds: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Names of the two times are read and forgotten. Offsets are written west of Greenwich, and held
/// here in seconds east of it, like everywhere else.
struct ZoneRule: Sendable {
  /// What an offset can be (RFC 9636, section 3.2).
  static let offsets = -89_999...93_599

  private let standard: Int
  private let summer: Summer?

  /// Summer time, or whatever the other half of the year is.
  private struct Summer: Sendable {
    let offset: Int
    let start: Moment
    let end: Moment
  }

  /// A point in each year, by the clocks that are in force until then.
  fileprivate struct Moment: Sendable {
    enum Day: Sendable {
      /// `J60`: the 60th day of years without a leap day, 1 March, in others too.
      case ofCommonYear(Int)
      /// `59`: days after 1 January.
      case afterNewYear(Int)
      /// `M10.5.0`: the fifth, or else the last, Sunday of October.
      case weekday(month: Int, week: Int, day: Int)
    }

    let day: Day
    /// Seconds after the midnight with which that day begins; they may lead to another day.
    let time: Int
  }

  /// `nil` if the text is no such rule.
  init?(_ text: some Collection<UInt8>) {
    var reader = RuleReader(text)
    guard reader.skipName(), let west = reader.time(hours: 24) else { return nil }
    standard = -west
    guard !reader.isAtEnd else {
      summer = nil
      return
    }
    guard reader.skipName() else { return nil }
    var offset = standard + 3_600
    if !reader.isAt(",") {
      guard let west = reader.time(hours: 24) else { return nil }
      offset = -west
    }
    guard let start = Self.moment(&reader), let end = Self.moment(&reader), reader.isAtEnd else {
      return nil
    }
    summer = Summer(offset: offset, start: start, end: end)
  }

  private static func moment(_ reader: inout RuleReader) -> Moment? {
    guard reader.skip(",") else { return nil }
    let day: Moment.Day
    if reader.skip("M") {
      guard let month = reader.number(in: 1...12), reader.skip("."),
        let week = reader.number(in: 1...5), reader.skip("."), let name = reader.number(in: 0...6)
      else { return nil }
      day = .weekday(month: month, week: week, day: name)
    } else if reader.skip("J") {
      guard let number = reader.number(in: 1...365) else { return nil }
      day = .ofCommonYear(number)
    } else {
      guard let number = reader.number(in: 0...365) else { return nil }
      day = .afterNewYear(number)
    }
    guard reader.skip("/") else { return Moment(day: day, time: 2 * 3_600) }
    guard let time = reader.time(hours: 167) else { return nil }
    return Moment(day: day, time: time)
  }

  /// Seconds east of UTC at a point in time, in seconds since 1970.
  func offset(at time: Int) -> Int {
    guard let summer else { return standard }
    let year = Self.year(of: time + standard)
    // What began last. Days may lie outside of their year; where both begin at once it is summer.
    var began: (time: Int, offset: Int)?
    for year in year - 1...year + 1 {
      let start = summer.start.seconds(in: year) - standard
      let end = summer.end.seconds(in: year) - summer.offset
      if start <= time, start >= began?.time ?? .min { began = (start, summer.offset) }
      if end <= time, end > began?.time ?? .min { began = (end, standard) }
    }
    return began?.offset ?? standard
  }

  /// The year of a point in time, within 30,000 years from now.
  private static func year(of seconds: Int) -> Int {
    let near = min(max(seconds, -1 << 40), 1 << 40)
    return CivilTime(Timestamp(milliseconds: Int64(near) * 1_000), offset: 0).year
  }
}

extension ZoneRule.Moment {
  /// Seconds from 1970-01-01T00:00 to it, by the clock on the wall.
  fileprivate func seconds(in year: Int) -> Int {
    let days: Int
    switch day {
    case .afterNewYear(let number): days = Self.days(toStartOf: 1, in: year) + number
    case .ofCommonYear(let number):
      let isLeap = Self.days(toStartOf: 3, in: year) - Self.days(toStartOf: 2, in: year) == 29
      days = Self.days(toStartOf: 1, in: year) + number - (isLeap && number > 59 ? 0 : 1)
    case .weekday(let month, let week, let day):
      let start = Self.days(toStartOf: month, in: year)
      let end = month == 12 ? start + 31 : Self.days(toStartOf: month + 1, in: year)
      // 1970-01-01 was a Thursday.
      let first = start + ((day - start - 4) % 7 + 7) % 7
      let wanted = first + (week - 1) * 7
      days = wanted < end ? wanted : wanted - 7
    }
    return days * 86_400 + time
  }

  /// Days from 1970-01-01 to the first of a month.
  private static func days(toStartOf month: Int, in year: Int) -> Int {
    // Counted in years that begin in March.
    let shifted = month > 2 ? year : year - 1
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let leaps = shifted / 4 - shifted / 100 + shifted / 400
    return shifted * 365 + leaps + (153 * monthFromMarch + 2) / 5 - 719_468
  }
}

/// Reads the parts of a rule one after the other.
private struct RuleReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: some Collection<UInt8>) { rest = Array(text)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  func isAt(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard isAt(character) else { return false }
    rest.removeFirst()
    return true
  }

  /// `CEST`, or between angle brackets, where digits and signs are letters as well: `<-03>`.
  mutating func skipName() -> Bool {
    let isQuoted = skip("<")
    let name = rest.prefix { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): isQuoted
      default: false
      }
    }
    rest = rest.dropFirst(name.count)
    return name.count >= 3 && (!isQuoted || skip(">"))
  }

  mutating func number(in range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    guard (1...3).contains(digits.count) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(number) ? number : nil
  }

  /// `-3:30`, in seconds.
  mutating func time(hours limit: Int) -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard var seconds = number(in: 0...limit).map({ $0 * 3_600 }) else { return nil }
    for unit in [60, 1] where skip(":") {
      guard let number = number(in: 0...59) else { return nil }
      seconds += number * unit
    }
    return isNegative ? -seconds : seconds
  }
}
