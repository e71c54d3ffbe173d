import Site
import Testing
import Todo

/// A workspace and a clock that is set by hand, counted in days.
private struct Diary {
  static let me = SessionID(high: 1, low: 1)
  static let day: Int64 = 86_400_000
  var workspace = Workspace()
  var now: Int64 = 20_000 * day

  /// An hour of a day.
  mutating func set(day: Int64, hour: Int64 = 12) {
    now = (20_000 + day) * Self.day + hour * 3_600_000
  }

  var time: Timestamp { Timestamp(milliseconds: now) }

  mutating func perform(_ command: some Command, as session: SessionID? = me) throws {
    guard let made = try workspace.perform(command, session: session, time: time) else { return }
    try workspace.apply(made)
  }

  mutating func undo() throws {
    guard case .transaction(let made) = workspace.step(.undo, session: Self.me, time: time)
    else { throw NothingToUndo() }
    try workspace.apply(made)
  }

  struct NothingToUndo: Error {}

  mutating func list(_ name: String) throws -> ListID {
    let command = CreateList(name: try Title(name), time: time)
    try perform(command)
    return command.id
  }

  mutating func item(_ title: String, in list: ListID) throws -> ItemID {
    let command = CreateItem(title: try Title(title), list: list, time: time)
    try perform(command)
    return command.id
  }

  func statistics(days: Int = 4, zone: Int = 0) -> Statistics {
    Statistics(workspace, days: days, now: time, zone: { _ in zone })
  }
}

extension Statistics {
  fileprivate var done: [Int] { days.map(\.done) }
  fileprivate var open: [Int] { days.map(\.open) }
}

private func done(_ id: ItemID, _ value: Bool = true) -> UpdateProperty<Bool> {
  UpdateProperty(id, .done, to: value)
}

@Test func `days count what was done on them and what was open at their ends`() throws {
  var diary = Diary()
  let home = try diary.list("Home")
  let milk = try diary.item("Milk", in: home)
  diary.set(day: 1)
  let bread = try diary.item("Bread", in: home)
  let salt = try diary.item("Salt", in: home)
  diary.set(day: 2)
  try diary.perform(done(milk))
  try diary.perform(RemoveItem(salt))
  diary.set(day: 3)
  try diary.perform(done(bread))
  #expect(diary.statistics().done == [0, 0, 1, 1])
  #expect(diary.statistics().open == [1, 3, 1, 0])
  #expect(diary.statistics(days: 2).open == [1, 0], "older items are there from the first day on")
  #expect(diary.statistics().unknown == 0)
  #expect(diary.statistics(days: 1).lists.map(\.doneWithin) == [1])

  try diary.undo()
  #expect(diary.statistics().done == [0, 0, 1, 0])
  #expect(diary.statistics().open == [1, 3, 1, 1])
}

@Test func `an item marked twice counts once, on the later day`() throws {
  var diary = Diary()
  let milk = try diary.item("Milk", in: try diary.list("Home"))
  try diary.perform(done(milk))
  diary.set(day: 2)
  try diary.perform(done(milk, false))
  try diary.perform(done(milk))
  diary.set(day: 3)
  #expect(diary.statistics().done == [0, 0, 1, 0])
}

@Test func `an item says itself when it was done`() throws {
  var diary = Diary()
  let milk = try diary.item("Milk", in: try diary.list("Home"))
  diary.set(day: 1)
  try diary.perform(done(milk), as: nil)
  diary.set(day: 3)
  #expect(diary.statistics().done == [0, 1, 0, 0])
  #expect(diary.statistics().open == [1, 0, 0, 0])
  #expect(diary.statistics().unknown == 0)
}

@Test func `what no history tells is left out and said`() throws {
  var diary = Diary()
  let milk = try diary.item("Milk", in: try diary.list("Home"))
  // As from a journal that is older than the property.
  try diary.perform(done(milk), as: nil)
  try diary.perform(UpdateProperty(milk, .completed, to: nil), as: nil)
  #expect(diary.statistics().done == [0, 0, 0, 0])
  #expect(diary.statistics().open == [0, 0, 0, 0])
  #expect(diary.statistics().unknown == 1)
}

@Test(arguments: [(0, [1, 0]), (3_600, [0, 1]), (-86_399, [1, 0])])
func `a day is one of the reader's zone`(zone: Int, done expected: [Int]) throws {
  var diary = Diary()
  let milk = try diary.item("Milk", in: try diary.list("Home"))
  diary.set(day: 0, hour: 23)
  try diary.perform(done(milk))
  diary.set(day: 1, hour: 12)
  #expect(diary.statistics(days: 2, zone: zone).done == expected)
}

@Test(
  arguments: [
    (nil, 30), ("7", 7), ("30", 30), ("365", 365), ("", 30), ("8", 30), ("x", 30),
    ("1000000000", 30),
  ] as [(String?, Int)])
func `the days of an address are one of the ranges`(text: String?, days: Int) {
  #expect(StatisticsPage.range(text) == days)
}

@Test(arguments: ["en", "ja"])
func `the page has each day as a bar and as a row`(code: String) throws {
  var diary = Diary()
  let milk = try diary.item("Milk", in: try diary.list("<Home>"))
  try diary.perform(done(milk))
  for days in StatisticsPage.ranges {
    var context = try Sample.context(code)
    context.now = diary.time
    let html = StatisticsPage(context, statistics: diary.statistics(days: days)).html().text
    #expect(html.count(of: "<title>") - 1 == days * 2)
    #expect(html.count(of: "<tr><th scope=\"row\">") == days + 1)
    #expect(html.contains("&lt;Home&gt;"))
    #expect(html.contains("?days=\(days)\" aria-current=\"page\""))
    #expect(!html.contains("style=\""))
  }
}
