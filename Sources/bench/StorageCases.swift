internal import Kernel
internal import Storage
internal import Todo

/// The journal: lines written and read, appended durably, replayed, loaded from a snapshot.
enum StorageCases {
  static func run(_ options: Options, _ report: Report) throws(BenchError) {
    try lines(options, report)
    if report.wants(append) { try appending(options, report) }
    let count = 100_000
    let names = [replay, snapshot].map { "\($0), \(count) items" } + [rate, work]
    if report.wants(names) { try opening(options, report, count) }
    guard report.wants([usedRate, usedWork]) else { return }
    let path = options.folder + "/used"
    try UsedJournal.make(path, lines: count)
    try reading(path, count, (usedRate, usedWork), options, report)
  }

  static let encode = "encode a line of the journal"
  static let decode = "decode a line of the journal"
  static let append = "append one transaction durably"
  static let replay = "start from a journal"
  static let snapshot = "start from a snapshot"
  static let rate = "replay: lines a second"
  static let work = "replay: work for a line"
  static let usedRate = "replay of all kinds of steps: lines a second"
  static let usedWork = "replay of all kinds of steps: work for a line"

  private static func lines(_ options: Options, _ report: Report) throws(BenchError) {
    guard report.wants([encode, decode]) else { return }
    let data = try DataFolder.make(options.folder + "/storage", items: 1)
    let store = try DataFolder.open(data.path, hasThreads: false)
    defer { store.close() }
    var workspace = store.read { $0 }.result
    var texts = SampleTexts(seed: 7)
    let made = try DataFolder.add(DataFolder.item(2, &texts), to: data.list, of: &workspace)
    let watch = Stopwatch(options)
    var writer = LineWriter()
    report.add(
      encode, "µs",
      watch.microseconds {
        writer.removeAll()
        writer.line(made, synced: 1)
      })
    let line = Array(writer.bytes.dropLast())
    report.add(decode, "µs", watch.microseconds { keep(try? JournalLine(line)) })
  }

  /// One transaction at a time: applied, written, synced.
  private static func appending(_ options: Options, _ report: Report) throws(BenchError) {
    let data = try DataFolder.make(options.folder + "/storage", items: options.items)
    let store = try DataFolder.open(data.path, hasThreads: false)
    defer { store.close() }
    let values = try Stopwatch.realMicroseconds(calls: 100 * options.rounds) {
      call throws(BenchError) in
      let id = data.ids[call % data.ids.count]
      let isDone = call / data.ids.count % 2 == 0
      let session = SessionID(high: 1, low: 1)
      let time = Timestamp(milliseconds: 1_764_000_000_000)
      do throws(Refusal) {
        _ = try store.write { workspace throws(Refusal) -> (Int, Transaction?) in
          let command = UpdateProperty(id, .done, to: isDone)
          return (0, try workspace.perform(command, session: session, time: time))
        }
      } catch {
        throw BenchError("the model refuses a command: \(error)")
      }
      store.commit()
    }
    report.add(append, "µs real", values)
  }

  private static func opening(
    _ options: Options, _ report: Report, _ count: Int
  ) throws(BenchError) {
    let path = options.folder + "/storage"
    _ = try DataFolder.make(path, items: count)
    add("\(replay), \(count) items", try opened(path, options), report)
    try reading(path, count, (rate, work), options, report)
    do throws(StorageError) {
      _ = try Maintenance(folder: path, now: Timestamp(milliseconds: 0)).compact(log: { _ in })
    } catch {
      throw BenchError("\(error)")
    }
    add("\(snapshot), \(count) items", try opened(path, options), report)
  }

  private static func add(
    _ name: String, _ values: [(processor: Double, real: Double)], _ report: Report
  ) {
    report.add(name, "ms", values.map { $0.processor / 1_000 })
    report.add(name + ", with the disk", "ms real", values.map { $0.real / 1_000 })
  }

  /// Reading alone: every line checked and applied, nothing written or synced. Two threads do it, so
  /// that the time that passes says less than the work that is done; both are given.
  private static func reading(
    _ path: String, _ count: Int, _ names: (rate: String, work: String), _ options: Options,
    _ report: Report
  ) throws(BenchError) {
    let values = try timed(options) { () throws(StorageError) in
      keep(try Maintenance(folder: path, now: Timestamp(milliseconds: 0)).check())
    }
    report.add(names.rate, "/s real", values.map { Double(count) / $0.real * 1_000_000 })
    report.add(names.work, "µs", values.map { $0.processor / Double(count) })
  }

  /// Microseconds of each opening.
  private static func opened(
    _ path: String, _ options: Options
  ) throws(BenchError) -> [(processor: Double, real: Double)] {
    try timed(options) { () throws(BenchError) in
      try DataFolder.open(path, hasThreads: false).close()
    }
  }

  /// Microseconds of each call: what all threads worked, and what passed.
  private static func timed<Failure: Error>(
    _ options: Options, _ body: () throws(Failure) -> Void
  ) throws(BenchError) -> [(processor: Double, real: Double)] {
    var values: [(processor: Double, real: Double)] = []
    for _ in 0..<options.rounds {
      let (processor, real) = (Clock.processNanoseconds(), Clock.monotonicNanoseconds())
      do throws(Failure) { try body() } catch { throw BenchError("\(error)") }
      values.append(
        (
          Double(Clock.processNanoseconds() - processor) / 1_000,
          Double(Clock.monotonicNanoseconds() - real) / 1_000
        ))
    }
    return values
  }
}
