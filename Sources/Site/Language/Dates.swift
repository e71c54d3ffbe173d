internal import HTTP
internal import Kernel

extension CivilTime {
  /// The keys of the texts that dates are made of.
  static let keys = weekdayKeys + monthKeys
  fileprivate static let weekdayKeys = (0...6).map { "weekday.\($0)" }
  fileprivate static let monthKeys = (1...12).map { "month.\($0)" }
}

/// The texts of a language that dates are made of.
struct DateTexts: Sendable {
  /// From Sunday on.
  fileprivate let weekdays: [String]
  /// From January on.
  fileprivate let months: [String]
  fileprivate let day: Message
  fileprivate let full: Message

  /// - Parameter message: gives the text of a key.
  init(_ message: (String) throws(SiteFileError) -> Message) throws(SiteFileError) {
    var (weekdays, months): ([String], [String]) = ([], [])
    for key in CivilTime.weekdayKeys { weekdays.append(try message(key)([:])) }
    for key in CivilTime.monthKeys { months.append(try message(key)([:])) }
    self.weekdays = weekdays
    self.months = months
    day = try message(Phrase.dateDay.rawValue)
    full = try message(Phrase.dateFull.rawValue)
  }
}

extension Language {
  /// A date and a time for people, as they become the title of an item that has none.
  package func dateAndTime(_ time: CivilTime) -> String {
    var text: [UInt8] = []
    append(dateAndTime: time, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds that text in UTF-8.
  func append(dateAndTime time: CivilTime, to text: inout [UInt8]) {
    dates.full.append(to: &text) { name, text in
      switch name {
      case "day": text.append(decimal: time.day)
      case "month": text.append(copying: dates.months[time.month - 1].utf8.span)
      case "year": text += "\(time.year)".utf8
      case "time": time.appendClock(to: &text)
      default: assertionFailure("nobody gives the argument \(name)")
      }
    }
  }

  /// A day: “Today”, “Yesterday”, or its date.
  func day(_ time: CivilTime, today: CivilTime) -> String {
    switch today.dayNumber - time.dayNumber {
    case 0: return self(.dateToday)
    case 1: return self(.dateYesterday)
    default:
      return dates.day([
        "weekday": dates.weekdays[time.weekday], "day": "\(time.day)",
        "month": dates.months[time.month - 1], "year": "\(time.year)",
      ])
    }
  }
}
