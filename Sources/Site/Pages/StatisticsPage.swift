package import Templating
import Todo

/// What was done on each of the last days and how much was open: two pictures, each day's numbers
/// in a table, and the lists.
package struct StatisticsPage: SitePage {
  package static let template = "stats"

  /// The ranges that can be chosen; the address of each is a bookmark.
  package static let ranges = [7, 30, 365]

  package let context: PageContext
  package let statistics: Statistics

  package init(_ context: PageContext, statistics: Statistics) {
    self.context = context
    self.statistics = statistics
  }

  /// The range that a query asks for, the middle one if it asks for none of them.
  package static func range(_ text: String?) -> Int {
    ranges.first { String($0) == text } ?? ranges[1]
  }

  package static func address(days: Int) -> String {
    "\(Route.statistics.path)?days=\(days)"
  }

  package var title: String { context.language.text("stats") }

  package var fields: Fields {
    let language = context.language
    let days = statistics.days
    let done = days.reduce(0) { $0 + $1.done }
    return [
      .choices: .list(
        Self.ranges.map {
          [
            .href: .text(Self.address(days: $0)), .current: .flag($0 == days.count),
            .text: .text(language(.statsRange, ["days": "\($0)"])),
          ]
        }),
      .charts: .list([
        chart(language(.statsDone, count: done), \.done),
        chart(language(.statsOpen, count: days.last?.open ?? 0), \.open),
      ]),
      .days: .list(
        days.reversed().map {
          [
            .day: .text(name($0)), .done: .text(language.number($0.done)),
            .open: .text(language.number($0.open)),
          ]
        }),
      .rows: .list(statistics.lists.map(fields)),
      .unknown: .text(
        statistics.unknown == 0 ? "" : language(.statsUnknown, count: statistics.unknown)),
    ]
  }

  /// The width and height of a picture, in its own units.
  private static let size = (width: 730, height: 96)

  private func chart(_ summary: String, _ value: (Statistics.Day) -> Int) -> Fields {
    let days = statistics.days
    let pitch = Self.size.width / days.count
    let most = max(1, days.map(value).max() ?? 1)
    let bars = days.enumerated().map { index, day -> Fields in
      // A day without any keeps a line on the ground.
      let height = max(1, value(day) * Self.size.height / most)
      return [
        .x: .number(index * pitch), .y: .number(Self.size.height - height),
        .width: .number(pitch - pitch / 5), .height: .number(height),
        .today: .flag(index == days.count - 1), .day: .text(name(day)),
        .count: .text(context.language.number(value(day))),
      ]
    }
    return [
      .summary: .text(summary), .width: .number(pitch * days.count),
      .height: .number(Self.size.height),
      .from: .text(days.first.map(name) ?? ""), .here: .text(days.last.map(name) ?? ""),
      .bars: .list(bars),
    ]
  }

  private func fields(of entry: Statistics.Entry) -> Fields {
    let language = context.language
    let all = max(1, entry.counts.all)
    return [
      .id: .text(entry.list.id.description), .name: .text(entry.list.name),
      .ja: context.isForeign(entry.list.name),
      .open: .text(language.number(entry.counts.open)),
      .done: .text(language.number(entry.counts.done)),
      .count: .text(language.number(entry.doneWithin)),
      .width: .number(entry.counts.done * 100 / all),
    ]
  }

  private func name(_ day: Statistics.Day) -> String {
    context.language.day(context.civil(day.start), today: context.civil(context.now))
  }
}
