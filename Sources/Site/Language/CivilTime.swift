package import Todo

/// A date and a time of day as a calendar and a clock on the wall show them.
package struct CivilTime: Hashable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int
  /// 0 to 23.
  package let hour: Int
  package let minute: Int
  package let second: Int
  /// Days since 1970-01-01: what tells today from yesterday.
  package let dayNumber: Int
  /// Seconds east of UTC.
  package let offset: Int

  /// The civil time at a point in time, where clocks are that many seconds ahead of UTC.
  package init(_ time: Timestamp, offset: Int) {
    let seconds = Int(time.milliseconds.quotient(flooredBy: 1_000)) + offset
    let days = seconds.quotient(flooredBy: 86_400)
    let rest = seconds - days * 86_400
    dayNumber = days
    self.offset = offset
    hour = rest / 3_600
    minute = rest / 60 % 60
    second = rest % 60
    (year, month, day) = CalendarTime.date(ofDay: days)
  }

  /// 0 for Sunday to 6 for Saturday.
  package var weekday: Int {
    let day = (dayNumber + 4) % 7
    return day < 0 ? day + 7 : day
  }

  /// The time as the `datetime` attribute of HTML has it, with its offset from UTC.
  package var machineReadable: String {
    var text: [UInt8] = []
    appendMachineReadable(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds that text.
  func appendMachineReadable(to text: inout [UInt8]) {
    let isUsual = (0...9_999).contains(year)
    if !isUsual { text += fourDigits(year).utf8 }
    text.append(addingCapacity: 25) { text in
      func append(_ separator: Unicode.Scalar, _ number: Int) {
        text.append(UInt8(ascii: separator))
        text.append(twoDigits: number)
      }
      if isUsual {
        text.append(twoDigits: year / 100)
        text.append(twoDigits: year % 100)
      }
      append("-", month)
      append("-", day)
      append("T", hour)
      append(":", minute)
      append(":", second)
      if offset == 0 {
        text.append(UInt8(ascii: "Z"))
      } else {
        let minutes = abs(offset) / 60
        append(offset < 0 ? "-" : "+", minutes / 60)
        append(":", minutes % 60)
      }
    }
  }

  /// The time of day in hours and minutes, as a clock has it.
  var clock: String {
    var text: [UInt8] = []
    appendClock(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds that text.
  func appendClock(to text: inout [UInt8]) {
    text.append(addingCapacity: 5) { text in
      text.append(twoDigits: hour)
      text.append(UInt8(ascii: ":"))
      text.append(twoDigits: minute)
    }
  }
}

extension OutputSpan<UInt8> {
  /// Adds a number from 0 to 99 with a leading zero if it has one digit.
  fileprivate mutating func append(twoDigits number: Int) {
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}

private func fourDigits(_ number: Int) -> String {
  let digits = "\(number)"
  return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
}

extension BinaryInteger {
  /// The quotient rounded down, where `/` rounds towards zero.
  fileprivate func quotient(flooredBy divisor: Self) -> Self {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}
