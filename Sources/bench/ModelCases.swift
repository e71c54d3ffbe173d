internal import Todo

/// What the model does without a disk: commands, steps, applying, search.
enum ModelCases {
  static func run(_ options: Options, _ report: Report) throws(BenchError) {
    let counts = [options.items, 100_000]
    let names = counts.flatMap { count in all.map { "\($0), \(count) items" } }
    guard report.wants(names) else { return }
    for count in counts {
      var model = try Model(items: count)
      try model.measure(Stopwatch(options), report, calls: 100 * options.rounds)
    }
  }

  static let all = [
    "execute: mark an item", "execute: add an item", "execute: move an item to the top", "undo",
    "redo", "search: first", "search: rare text", "search: frequent text", "search: no hit",
    "execute: mark an item while a copy is held",
  ]
}

/// A workspace and a session that works on it.
private struct Model {
  private var workspace = Workspace()
  private let session = SessionID.random()
  private let list: ListID
  private var ids: [ItemID] = []
  private let count: Int
  private let time = Timestamp(milliseconds: 1_764_000_000_000)

  init(items: Int) throws(BenchError) {
    count = items
    do {
      let made = CreateList(name: try Title("To do"), time: time)
      list = made.id
      if let transaction = try workspace.perform(made, session: nil, time: time) {
        try workspace.apply(transaction)
      }
    } catch {
      throw BenchError("the model refuses a list: \(error)")
    }
    var texts = SampleTexts()
    for number in 1...items {
      let item = DataFolder.item(number, &texts)
      ids.append(item.id)
      _ = try DataFolder.add(item, to: list, of: &workspace)
    }
  }

  mutating func measure(
    _ watch: Stopwatch, _ report: Report, calls: Int
  ) throws(BenchError) {
    let suffix = ", \(count) items"
    func name(_ index: Int) -> String { ModelCases.all[index] + suffix }
    let (ids, list, time) = (ids, list, time)
    let marks = try watch.microseconds(calls: calls) { _ in
    } _: { call throws(BenchError) in
      let isDone = call / ids.count % 2 == 0
      try perform(UpdateProperty(ids[call % ids.count], .done, to: isDone))
    }
    report.add(name(0), "µs", marks)
    let title = try Self.title("Buy milk 牛乳")
    report.add(
      name(1), "µs",
      try watch.microseconds(calls: calls) { _ in
      } _: { _ throws(BenchError) in
        try perform(CreateItem(title: title, list: list, time: time))
      })
    report.add(
      name(2), "µs",
      try watch.microseconds(calls: calls) { _ in
      } _: { call throws(BenchError) in
        let first = workspace.document.first(of: list, in: View())
        guard let first else { throw BenchError("a list without items") }
        try perform(MoveItem(ids[(call * 37 + 1) % ids.count], to: .before(first)))
      })
    report.add(
      name(3), "µs",
      try watch.microseconds(calls: calls / 2) { _ in
      } _: { _ throws(BenchError) in
        try step(.undo)
      })
    report.add(
      name(4), "µs",
      try watch.microseconds(calls: calls / 2) { _ in
      } _: { _ throws(BenchError) in
        try step(.redo)
      })
    try search(watch, report, suffix)
    // Whoever reads for long holds a copy instead of the store's lock; the next change then copies
    // what it alters.
    var copy: Workspace?
    let copied = try watch.microseconds(calls: calls / 20) { _ in
      copy = workspace
    } _: { call throws(BenchError) in
      try perform(UpdateProperty(ids[call % ids.count], .favorite, to: call % 2 == 0))
    }
    keep(copy)
    report.add(name(9), "µs", copied)
  }

  private mutating func search(
    _ watch: Stopwatch, _ report: Report, _ suffix: String
  ) throws(BenchError) {
    let first = try watch.microseconds(calls: 1) { _ in
    } _: { _ in
      keep(workspace.document.search("kyoto", 0..<100))
    }
    report.add(ModelCases.all[5] + suffix, "µs", first)
    for (index, text) in [(6, "\(count / 2)"), (7, "kyoto"), (8, "zzzz")] {
      // Nobody asked for it before.
      workspace.prepareSearch(for: "texts are folded")
      let fresh = workspace
      report.add(
        ModelCases.all[index] + suffix, "µs",
        watch.microseconds {
          var document = fresh.document
          document.prepareSearch(for: text)
          keep(document.search(text, 0..<100))
        })
      var document = fresh.document
      document.prepareSearch(for: text)
      report.add(
        ModelCases.all[index] + ", again" + suffix, "µs",
        watch.microseconds { keep(document.search(text, 0..<100)) })
    }
  }

  private mutating func perform(_ command: some Command) throws(BenchError) {
    do {
      let made = try workspace.perform(command, session: session, time: time)
      if let made { try workspace.apply(made) }
    } catch {
      throw BenchError("the model refuses a command: \(error)")
    }
  }

  private mutating func step(_ direction: Direction) throws(BenchError) {
    let outcome = workspace.step(direction, session: session, time: time)
    guard case .transaction(let transaction) = outcome else {
      throw BenchError("there is nothing to \(direction)")
    }
    do throws(TransactionError) {
      try workspace.apply(transaction)
    } catch {
      throw BenchError("the model refuses a step: \(error)")
    }
  }

  private static func title(_ text: String) throws(BenchError) -> Title {
    do throws(TextProblem) { return try Title(text) } catch {
      throw BenchError("the model refuses a title: \(error)")
    }
  }
}
