package import Templating
package import Todo

/// What this session did, newest first, with a jump to each point.
package struct HistoryPage: SitePage {
  package static let template = "history"

  package let context: PageContext
  package let history: History
  package let number: Int

  package init(_ context: PageContext, history: History, number: Int) {
    self.context = context.at(.history)
    self.history = history
    self.number = number
  }

  package var title: String { context.language.text("history") }

  package var fields: Fields {
    let total = history.undone.count + history.done.count
    let start = (number - 1) * Limits.pageSize
    let shown = (start..<max(start, min(total, start + Limits.pageSize))).map(entry)
    return [
      .any: .flag(total > 0),
      .days: .list(days(shown)),
      .activity: total > 0
        ? .group(Activity(history, context).fields(in: context.language)) : .flag(false),
      .beginning: history.done.isEmpty
        ? .flag(false) : .group([.count: .text(String(history.done.count))]),
      .pager: context.pager(number: number, total: total) { "/history?page=\($0)" },
    ]
  }

  /// A step and how far it is from the present: so many steps to redo, or to undo.
  private struct Entry {
    let step: Step
    /// Counted from the oldest one, which is 1.
    let number: Int
    let isUndone: Bool
    let distance: Int
  }

  /// The step at a position, newest first. The undone ones come before, the one that was undone
  /// last right above the present.
  private func entry(_ position: Int) -> Entry {
    let (done, undone) = (history.done, history.undone)
    let number = done.count + undone.count - position
    if position < undone.count {
      return Entry(
        step: undone[position], number: number, isUndone: true, distance: undone.count - position)
    }
    let back = position - undone.count
    return Entry(
      step: done[done.count - 1 - back], number: number, isUndone: false, distance: back)
  }

  /// The steps under the day on which they were done.
  private func days(_ entries: [Entry]) -> [Fields] {
    let today = context.civil(context.now)
    var days: [(time: CivilTime, steps: [Fields])] = []
    for entry in entries {
      let time = context.civil(entry.step.time)
      if days.last?.time.dayNumber != time.dayNumber { days.append((time, [])) }
      days[days.count - 1].steps.append(fields(of: entry, time))
    }
    return days.map {
      [.day: .text(context.language.day($0.time, today: today)), .steps: .list($0.steps)]
    }
  }

  private func fields(of entry: Entry, _ time: CivilTime) -> Fields {
    let language = context.language
    let label = entry.step.label
    let parts = language.split(label, .past)
    let name = parts == nil ? "" : label.name.shortened(to: Label.nameLength)
    let href =
      switch label.subject {
      case .item(let id): "/items/\(id)"
      case .list(let id): "/lists/\(id)"
      case .none: ""
      }
    return [
      .number: .number(entry.number),
      .undone: .flag(entry.isUndone),
      .current: .flag(!entry.isUndone && entry.distance == 0),
      .machine: .text(time.machineReadable),
      .clock: .text(time.clock),
      .before: .text(parts?.before ?? language.text(label, .past)),
      .name: .text(name),
      .ja: context.isForeign(name),
      .href: .text(name.isEmpty ? "" : href),
      .after: .text(parts?.after ?? ""),
      .jump: .text(entry.distance == 0 ? "" : entry.isUndone ? "/redo" : "/undo"),
      .count: .text(String(entry.distance)),
      .label: .text(language.text(label, .past)),
    ]
  }
}

/// How many steps were done on each of the last days, as a small picture.
struct Activity {
  static let days = 14
  /// Of the tallest bar, in units of the picture.
  private static let height = 36
  /// From one bar to the next; a bar is 10 wide.
  private static let pitch = 14

  /// Of each day, the oldest first.
  let counts: [Int]
  private let context: PageContext

  init(_ history: History, _ context: PageContext) {
    self.context = context
    let today = context.civil(context.now).dayNumber
    var counts = [Int](repeating: 0, count: Self.days)
    for step in [history.done, history.undone].joined() {
      let index = Self.days - 1 - (today - context.civil(step.time).dayNumber)
      if counts.indices.contains(index) { counts[index] += 1 }
    }
    self.counts = counts
  }

  func fields(in language: Language) -> Fields {
    [
      .width: .number(Self.days * Self.pitch - 4),
      .summary: .text(language(.historySummary, count: counts.reduce(0, +))),
      .bars: .list(counts.indices.map { bar($0, language) }),
    ]
  }

  private func bar(_ index: Int, _ language: Language) -> Fields {
    let most = max(1, counts.max() ?? 1)
    // A day without steps keeps a line on the ground.
    let height = max(2, counts[index] * Self.height / most)
    let today = context.civil(context.now)
    let day = CivilTime(
      Timestamp(
        milliseconds: context.now.milliseconds - Int64(Self.days - 1 - index) * 86_400_000),
      offset: today.offset)
    return [
      .x: .number(index * Self.pitch), .y: .number(40 - height), .height: .number(height),
      .today: .flag(index == Self.days - 1),
      .day: .text(language.day(day, today: today)), .count: .text("\(counts[index])"),
    ]
  }
}
