internal import Kernel
internal import Storage
internal import Todo

/// One step with very many changes, an import, and its way back: what each part costs. Making and
/// applying a transaction holds the store's lock; its line is written and read without.
enum LargeStepCases {
  static func run(_ options: Options, _ report: Report) throws(BenchError) {
    let count = 100_000
    let names = parts.map { "step of \(count) items: \($0)" }
    guard report.wants(names) else { return }
    var values = [[Double]](repeating: [], count: parts.count)
    for _ in 0..<options.rounds {
      var step = try LargeStep(count: count)
      for (index, milliseconds) in try step.measured().enumerated() {
        values[index].append(milliseconds)
      }
    }
    for (name, values) in zip(names, values) { report.add(name, "ms", values) }
  }

  private static let parts = [
    "make import", "apply import", "write its line", "read its line", "make undo", "apply undo",
    "write undo's line", "read undo's line", "make redo", "apply redo", "roll redo back",
  ]
}

private struct LargeStep {
  private var workspace = Workspace()
  private let session = SessionID.random()
  private let time = Timestamp(milliseconds: 1_764_000_000_000)
  private let command: ImportItems

  init(count: Int) throws(BenchError) {
    do {
      let list = CreateList(name: try Title("To do"), time: time)
      if let made = try workspace.perform(list, session: nil, time: time) {
        try workspace.apply(made)
      }
      var texts = SampleTexts()
      command = ImportItems(
        (1...count).map { DataFolder.item($0, &texts) }, list: list.id)
    } catch {
      throw BenchError("the model refuses a list: \(error)")
    }
  }

  /// Milliseconds of processor time of each part, in the order of `LargeStepCases.parts`.
  mutating func measured() throws(BenchError) -> [Double] {
    do {
      var values: [Double] = []
      func timed<Result>(_ body: () throws -> Result) rethrows -> Result {
        let start = Clock.threadNanoseconds()
        defer { values.append(Double(Clock.threadNanoseconds() - start) / 1_000_000) }
        return try body()
      }
      let made = try timed { try workspace.perform(command, session: session, time: time) }
      guard let made else { throw BenchError("an import makes no transaction") }
      _ = try timed { try workspace.apply(made) }
      var line = timed { Self.line(made) }
      line.removeLast()
      _ = try timed { try JournalLine(line) }
      let undo = try timed { try step(.undo) }
      _ = try timed { try workspace.apply(undo) }
      line = timed { Self.line(undo) }
      line.removeLast()
      _ = try timed { try JournalLine(line) }
      let redo = try timed { try step(.redo) }
      let rollback = try timed { try workspace.apply(redo) }
      timed { workspace.rollBack(rollback) }
      return values
    } catch let error as BenchError {
      throw error
    } catch {
      throw BenchError("the model refuses a large step: \(error)")
    }
  }

  private func step(_ direction: Direction) throws(BenchError) -> Transaction {
    guard case .transaction(let made) = workspace.step(direction, session: session, time: time)
    else { throw BenchError("there is nothing to \(direction)") }
    return made
  }

  /// The line with its newline.
  private static func line(_ transaction: Transaction) -> [UInt8] {
    var writer = LineWriter()
    writer.line(transaction, synced: transaction.revision - 1)
    return writer.bytes
  }
}
