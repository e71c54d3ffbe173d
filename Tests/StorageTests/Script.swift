import Storage
import Testing
import Todo

/// Commands of several sessions, in the groups that they are written in.
struct Script: Sendable {
  typealias Make = @Sendable (Workspace) throws -> Transaction?
  let groups: [[Make]]
  /// How everything stands after each transaction: `states[n]` after the n-th one; `states[0]` is
  /// that of a store that was just made.
  let states: [String]
  var writing = Writing.byCommitter

  /// How the groups get into the journal.
  enum Writing: CaseIterable {
    case byCommitter
    /// By the thread that makes them, as far as it may.
    case here
    /// As where appends come fast: in place of zeros, most of the time.
    case intoRoom
  }

  init(_ groups: [[Make]]) throws {
    self.groups = groups
    var workspace = Workspace()
    if let first = firstList(workspace) { try workspace.apply(first) }
    var states = [Dump(workspace).text]
    for make in groups.joined() {
      let transaction = try #require(try make(workspace), "after \(workspace.revision)")
      try workspace.apply(transaction)
      states.append(Dump(workspace).text)
    }
    self.states = states
  }

  /// Every kind of command, two sessions, undo, redo, a skip, tokens, more than one compaction.
  static func everything(_ writing: Writing = .byCommitter) throws -> Script {
    func command(
      _ session: Int, _ command: some Command, once: String? = nil
    ) -> Make {
      { workspace in
        try workspace.perform(
          command, session: sessionID(session), time: time(Int64(workspace.revision)),
          once: once.map { Once(token: $0, location: "/items/1") })
      }
    }
    func step(_ session: Int, _ direction: Direction, _ steps: Int = 1) -> Make {
      { workspace in
        let time = time(Int64(workspace.revision))
        let outcome = workspace.step(
          direction, steps: steps, session: sessionID(session), time: time)
        guard case .transaction(let transaction) = outcome else { return nil }
        return transaction
      }
    }
    func create(_ number: Int, _ name: String, in list: Int = 1) -> CreateItem {
      CreateItem(id: itemID(number), title: title(name), list: listID(list), time: time())
    }
    let long = String(repeating: "“<ü>” ", count: 90)
    var script = try Script([
      [command(1, create(1, "Buy milk"), once: "a")],
      [command(2, create(2, "k2 日本語")), command(1, create(3, long)), command(2, create(4, "d"))],
      [
        command(
          1,
          CompositeCommand([
            UpdateProperty(itemID(1), Property.title, to: "Buy {\"seq\":1} milk"),
            UpdateProperty(itemID(1), Property.count, to: 5),
            UpdateProperty(itemID(1), Property.detail, to: "two\nlines"),
          ]))
      ],
      [command(2, MoveItem(itemID(4), to: .before(itemID(1)))), step(1, .undo)],
      [command(2, UpdateProperty(itemID(2), Property.done, to: true))],
      [step(1, .redo)],
      [command(2, CreateList(id: listID(2), name: title("Errands"), time: time()))],
      [command(1, create(5, "e", in: 2)), command(1, RemoveItem(itemID(3)))],
      [step(1, .undo, 2)],
      [command(2, ClearDone(listID(1)))],
      [{ $0.skip(.redo, step: 12, session: sessionID(1), time: time()) }],
      [command(2, RemoveList(listID(2))), command(1, create(6, "f")), step(2, .undo)],
      [command(1, MoveList(listID(2), to: .before(listID(1))))],
    ])
    script.writing = writing
    return script
  }
}

/// What became of a script that was run on a disk.
struct Outcome {
  /// How many transactions of the script are known to be on disk.
  var acknowledged: Int
  /// How many may be.
  var attempted: Int
  /// Whether something wrong was seen on the way.
  var problem: String?
}

extension Script {
  static let options: FileStore.Options = {
    var options = FileStore.Options(compactAfter: 7)
    options.hasThreads = false
    options.patience = .max
    options.now = { time() }
    options.end = {}
    return options
  }()

  static let folder = "/home/data"

  static func open(
    _ disk: SimulatedDisk, _ writing: Writing = .byCommitter
  ) throws(StorageError) -> FileStore {
    var options = options
    if writing == .intoRoom {
      options.room = JournalRoom(fastCount: 1, fastSpan: .max, size: 3_000)
    }
    return try FileStore(
      folder: folder, fileSystem: disk, options: options, log: { _ in }, firstStart: firstList)
  }

  /// Runs the groups from the one that begins at a transaction on, until the end or until the disk
  /// stops. A group that is refused is tried once more, then after a restart.
  func run(_ store: FileStore, on disk: SimulatedDisk, from start: Int, most: Int = .max) -> Outcome
  {
    var outcome = Outcome(acknowledged: start, attempted: start)
    var next = start
    var tries = 0
    var done = 0
    while next < states.count - 1, done < most {
      let group = rest(from: next)
      var tickets: [UInt64] = []
      for make in group {
        let written = store.write(pushes: false) { workspace in ((), try? make(workspace)) }
        if case .queued(_, let ticket) = written { tickets.append(ticket) }
      }
      outcome.attempted = next + group.count
      if writing == .here { store.push(here: true) }
      store.commit()
      if disk.isStopped { return outcome }
      let settled = tickets.map { store.settlement(of: $0) }
      if tickets.count == group.count, settled.allSatisfy({ $0 == .durable }) {
        next += group.count
        outcome.acknowledged = next
        tries = 0
        done += 1
      } else {
        // The process ends without an answer.
        if settled.contains(.pending) { return outcome }
        outcome.attempted = next
        tries += 1
        if settled.contains(.durable) { outcome.problem = "a part of a group was written" }
        if tries == 2 { return outcome }
      }
      let (text, ticket) = store.read { Dump($0).text }
      if ticket != 0 { outcome.problem = "a page waits although all is settled" }
      if text != states[next] { outcome.problem = "after \(next): what is shown is wrong" }
      if outcome.problem != nil { return outcome }
    }
    return outcome
  }

  /// The rest of the group that has the transaction behind the first `count` ones.
  private func rest(from count: Int) -> [Make] {
    var end = 0
    for group in groups {
      end += group.count
      if end > count { return Array(group.suffix(end - count)) }
    }
    return []
  }

  /// Opens what is on a disk, compares it with what may be there, goes on from it, and does both
  /// once more. Gives what is wrong.
  func verify(_ disk: SimulatedDisk, _ outcome: Outcome) -> String? {
    do {
      let store = try Self.open(disk, writing)
      let text = store.read { Dump($0).text }.result
      let allowed = outcome.acknowledged...outcome.attempted
      guard let found = allowed.first(where: { states[$0] == text }) else {
        let other = states.firstIndex(of: text).map { "\($0)" } ?? "no state at all"
        return "\(allowed) acknowledged and attempted, there is \(other)"
      }
      let more = run(store, on: disk, from: found, most: 2)
      if let problem = more.problem { return "going on: \(problem)" }
      if found < states.count - 1, more.acknowledged == found {
        return "nothing more is accepted: \(store.health ?? "without a reason")"
      }
      store.close()
      // What was acknowledged after this start survives its end, and a power cut that keeps nothing
      // but what was synced.
      for later in [disk.restarted(), PowerCut.all(of: disk)[0].disk] {
        let again = try Self.open(later, writing)
        defer { again.close() }
        let after = again.read { Dump($0).text }.result
        if after != states[more.acknowledged] { return "what came afterwards is lost" }
      }
      return nil
    } catch {
      return "it does not start: \(error)"
    }
  }
}
