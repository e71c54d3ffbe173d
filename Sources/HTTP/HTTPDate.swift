/// A point in time as HTTP writes it, to the second (RFC 9110, section 5.6.7).
public struct HTTPDate: Hashable, Sendable {
  /// Since the start of 1970 in UTC, without leap seconds.
  public let seconds: Int

  /// A time outside of the years 0 to 9999, for which HTTP has no notation, becomes the nearest one
  /// in them: a machine whose clock is wrong still answers.
  public init(seconds: Int) {
    self.seconds = min(max(seconds, Self.bounds.lowerBound), Self.bounds.upperBound)
  }

  /// The first second of the year 0 to the last one of the year 9999.
  private static let bounds = -62_167_219_200...253_402_300_799

  /// Reads any of the three forms; nil for anything else, also for a date that no calendar has.
  ///
  /// A year of two digits is one from 1970 to 2069. The name of the day is not checked against the
  /// date.
  public init?(_ text: String) {
    var reader = DateReader(rest: Array(text.utf8)[...])
    guard let parts = reader.read() else { return nil }
    self = parts
  }

  /// The fixed form, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  public var text: String { String(decoding: octets, as: UTF8.self) }

  /// The fixed form: 29 octets.
  package var octets: [UInt8] {
    let (days, second) = seconds.flooredDivision(by: 86_400)
    let (year, month, day) = Self.civil(fromDays: days)
    var text: [UInt8] = []
    text.reserveCapacity(32)
    text += Self.weekdays[(days + 4).flooredDivision(by: 7).remainder].prefix(3).utf8
    text += ", ".utf8
    text.append(digits: day, 2)
    text += " \(Self.months[month - 1]) ".utf8
    text.append(digits: year, 4)
    text.append(Octets.space)
    text.append(digits: second / 3600, 2)
    text.append(UInt8(ascii: ":"))
    text.append(digits: second / 60 % 60, 2)
    text.append(UInt8(ascii: ":"))
    text.append(digits: second % 60, 2)
    text += " GMT".utf8
    return text
  }

  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  package static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// The date of a day, counted from the start of 1970, in the Gregorian calendar. Reckoned here and
  /// not taken from the model, since messages need no other target. Years are
  /// counted from March here, so that the leap day is the last of its year.
  package static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The inverse of ``civil(fromDays:)``.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

extension HTTPDate: CustomStringConvertible {
  public var description: String { text }
}

extension Int {
  /// Division that rounds down, so that the remainder is never negative.
  fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension [UInt8] {
  /// Appends the last digits of a number that is not negative.
  package mutating func append(digits number: Int, _ count: Int) {
    // Eight at a time fit into a word, in which the first one is lowest.
    var rest = UInt(number)
    if count > 8 {
      append(digits: Int(rest / 100_000_000), count - 8)
      rest %= 100_000_000
    }
    let last = Swift.min(count, 8)
    var word: UInt64 = 0
    for _ in 0..<last {
      word = word << 8 | UInt64(0x30 + rest % 10)
      rest /= 10
    }
    append(addingCapacity: last) { output in
      for _ in 0..<last {
        output.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
    }
  }
}
