extension CivilTime {
  /// The keys of the texts that dates are made of.
  static let keys = (0...6).map { "weekday.\($0)" } + (1...12).map { "month.\($0)" }
}

extension Language {
  /// A date and a time for people, as they become the title of an item that has none.
  package func dateAndTime(_ time: CivilTime) -> String {
    self(
      .dateFull,
      [
        "day": "\(time.day)", "month": text("month.\(time.month)"), "year": "\(time.year)",
        "time": clock(time),
      ])
  }

  /// A day: “Today”, “Yesterday”, or its date.
  func day(_ time: CivilTime, today: CivilTime) -> String {
    switch today.dayNumber - time.dayNumber {
    case 0: return self(.dateToday)
    case 1: return self(.dateYesterday)
    default:
      return self(
        .dateDay,
        [
          "weekday": text("weekday.\(time.weekday)"), "day": "\(time.day)",
          "month": text("month.\(time.month)"), "year": "\(time.year)",
        ])
    }
  }

  /// A time of day in hours and minutes.
  func clock(_ time: CivilTime) -> String {
    "\(twoDigits(time.hour)):\(twoDigits(time.minute))"
  }
}
