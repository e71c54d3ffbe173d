package import Todo

/// What is known of the days up to now: what was marked done on each, and how much was open at the
/// end of each. O(n) in items and in the changes that histories hold.
///
/// An item says when it was made and done, but not when it was deleted. That time, and of items that
/// older journals and files of other programs call done that of their completion, is the time of the
/// step, if it can still be undone; an item without one is counted among ``unknown`` and left out of
/// the days.
package struct Statistics: Sendable {
  /// One day.
  package struct Day: Hashable, Sendable {
    /// Its first moment.
    package let start: Timestamp
    /// Items that are done, and were marked so on this day.
    package var done = 0
    /// Items that were there at the end of the day, neither done nor deleted.
    package var open = 0
  }

  /// A list that is not deleted.
  package struct Entry: Sendable {
    package let list: ItemList
    package let counts: Counts
    /// How many of its items were marked done within the days.
    package var doneWithin = 0
  }

  /// The oldest first; the last one is today.
  package private(set) var days: [Day]
  /// In their order.
  package private(set) var lists: [Entry]
  /// Items that are done or deleted, nobody knows since when.
  package private(set) var unknown = 0

  /// - Parameters:
  ///   - count: how many days, at least 1.
  ///   - zone: seconds east of UTC at a point in time.
  package init(
    _ workspace: Workspace, days count: Int, now: Timestamp, zone: (Timestamp) -> Int
  ) {
    let document = workspace.document
    let today = CivilTime(now, offset: zone(now)).dayNumber
    days = (today - count + 1...today).map { Day(start: Self.start(ofDay: $0, zone)) }
    lists = []
    let ends = Ends(workspace.sessions)
    // By how much the open items of a day are more than those of the day before.
    var differences = [Int](repeating: 0, count: count + 1)
    document.forEachList { list, _, deletion in
      var entry = Entry(list: list, counts: document.counts(of: list.id))
      document.forEachItem(of: list.id) { item, _, deletion in
        let isDeleted = deletion != nil
        let marked = item.done ? item.completed ?? ends.done[item.id]?.time : nil
        if let marked, let day = index(of: marked) {
          days[day].done += 1
          if !isDeleted { entry.doneWithin += 1 }
        }
        let end = item.done ? marked : isDeleted ? ends.deleted[item.id]?.time : nil
        if end == nil, item.done || isDeleted {
          unknown += 1
          return
        }
        add(from: item.created, to: end, in: &differences)
      }
      if deletion == nil { lists.append(entry) }
    }
    var open = 0
    for index in days.indices {
      open += differences[index]
      days[index].open = open
    }
  }

  /// Statistics that were counted otherwise.
  package init(days: [Day], lists: [Entry], unknown: Int) {
    self.days = days
    self.lists = lists
    self.unknown = unknown
  }

  /// Notes on which days an item was open.
  private func add(from start: Timestamp, to end: Timestamp?, in differences: inout [Int]) {
    guard start.milliseconds < limit else { return }
    let first = index(of: start) ?? 0
    let last = end.map { $0.milliseconds < limit ? index(of: $0) ?? 0 : days.count } ?? days.count
    guard first < last else { return }
    differences[first] += 1
    differences[last] -= 1
  }

  /// The first moment after the last day; clocks may be wrong, so there may be items after it.
  private var limit: Int64 { (days.last?.start.milliseconds ?? 0) + 86_400_000 }

  /// The day of a point in time; `nil` before the first and after the last one.
  private func index(of time: Timestamp) -> Int? {
    guard let first = days.first, time.milliseconds >= first.start.milliseconds,
      time.milliseconds < limit
    else { return nil }
    // Days have 23 to 25 hours, so the guess is off by one at most.
    var index = min(
      days.count - 1, Int((time.milliseconds - first.start.milliseconds) / 86_400_000))
    if time.milliseconds < days[index].start.milliseconds { index -= 1 }
    if index + 1 < days.count, time.milliseconds >= days[index + 1].start.milliseconds {
      index += 1
    }
    return index
  }

  private static func start(ofDay number: Int, _ zone: (Timestamp) -> Int) -> Timestamp {
    let midnight = Int64(number) * 86_400_000
    // The offset in force at midnight itself is found in two looks, unless it changes just then.
    let near = midnight - Int64(zone(Timestamp(milliseconds: midnight))) * 1_000
    return Timestamp(
      milliseconds: midnight - Int64(zone(Timestamp(milliseconds: near))) * 1_000)
  }
}

/// When items were marked done and deleted last, as far as histories tell.
private struct Ends {
  struct Moment {
    let revision: Int
    let time: Timestamp
  }

  var done: [ItemID: Moment] = [:]
  var deleted: [ItemID: Moment] = [:]

  init(_ sessions: [Session]) {
    for step in sessions.lazy.flatMap(\.history.done) {
      let moment = Moment(revision: step.revision, time: step.time)
      for change in step.changes {
        switch change {
        case .setProperty(let id, let property, _, .flag(true))
        where property.name == Property.done.name:
          Self.note(moment, of: id, in: &done)
        case .removeItem(let item, _): Self.note(moment, of: item.id, in: &deleted)
        default: break
        }
      }
    }
  }

  private static func note(_ moment: Moment, of id: ItemID, in moments: inout [ItemID: Moment]) {
    if let known = moments[id], known.revision > moment.revision { return }
    moments[id] = moment
  }
}
