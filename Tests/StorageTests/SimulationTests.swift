import Kernel
import Storage
import Testing
import Todo

/// A generator whose numbers a seed decides (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

/// One history: random commands of random sessions on a disk that at random moments fails, is full,
/// or whose process is killed or power is cut, over and over.
private struct History {
  private var generator: SeededGenerator
  private var disk: SimulatedDisk
  /// The state that was acknowledged, and those that may be there instead after a restart: with
  /// more and more of the group that was not answered.
  private var expected: [String]
  private var nextID = 1
  private(set) var restarts = 0
  private(set) var acknowledged = 0
  private(set) var refused = 0

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    disk = try newDisk()
    expected = []
  }

  /// Runs it; gives what is wrong.
  mutating func run() throws -> String? {
    for round in 0..<6 {
      disk = chance(2) ? disk : disk.restarted()
      if round > 0 {
        let cuts = PowerCut.all(of: disk)
        let cut = cuts[Int.random(in: 0..<cuts.count, using: &generator)]
        disk = chance(3) ? cut.disk : disk.restarted()
      }
      disk = round == 5 ? disk.restarted() : disk.restarted(trouble())
      restarts += 1
      if let problem = try session() { return "round \(round): \(problem)" }
    }
    return nil
  }

  private mutating func trouble() -> SimulatedDisk.Trouble {
    let call = Int.random(in: 1...60, using: &generator)
    let bytes = chance(2) ? 0 : Int.random(in: 1...2_000, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: return .stop(before: call, afterBytes: bytes)
    case 2: return .fail("write", call: call / 2 + 1, .noSpace("pwrite"), forGood: chance(2))
    case 3: return .fail("sync", call: call / 2 + 1, .inputOutput("fdatasync"), forGood: chance(2))
    case 4: return .shortWrite(call: call / 2 + 1, then: chance(2) ? .noSpace("pwrite") : nil)
    default: return .fail(nil, call: call, .inputOutput("io"), forGood: chance(3))
    }
  }

  /// From one start to the end of the process.
  private mutating func session() throws -> String? {
    let store: FileStore
    do throws(StorageError) {
      store = try Script.open(disk)
    } catch {
      // It may refuse to start because something fails, never because of what is in the file.
      return error.exitStatus == 2 ? "\(error)" : nil
    }
    defer { store.close() }
    let shown = store.read { Dump($0).text }.result
    if !expected.isEmpty, !expected.contains(shown) { return "what is shown was never there" }
    expected = [shown]
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      var group: [String] = []
      var tickets: [UInt64] = []
      for _ in 0..<(chance(3) ? Int.random(in: 2...5, using: &generator) : 1) {
        let written = write(to: store)
        guard case .queued(let text, let ticket) = written else { continue }
        if ticket != 0 { tickets.append(ticket) }
        if group.last ?? expected[0] != text { group.append(text) }
      }
      if chance(2) { store.push(here: true) }
      store.commit()
      let settled = tickets.map { store.settlement(of: $0) }
      if disk.isStopped || settled.contains(.pending) {
        expected += group
        return nil
      }
      if let last = group.last, settled.allSatisfy({ $0 == .durable }) {
        expected = [last]
        acknowledged += tickets.count
      } else if settled.contains(.durable) {
        return "a part of a group was written"
      } else if !settled.isEmpty {
        refused += tickets.count
      }
      if store.read({ Dump($0).text }).result != expected[0] { return "what is shown is wrong" }
    }
    // What a failed sync left behind may come back when the power is cut.
    return nil
  }

  /// Writes a random command; gives the state after it.
  private mutating func write(to store: FileStore) -> FileStore.Written<String> {
    let session = sessionID(Int.random(in: 1...3, using: &generator))
    let choice = Int.random(in: 0..<10, using: &generator)
    let written = store.write(pushes: false) { workspace in
      ((), transaction(choice, session, workspace))
    }
    switch written {
    case .queued(_, let ticket):
      return .queued(store.read { Dump($0).text }.result, ticket: ticket)
    case .refused(let reason): return .refused(reason: reason)
    }
  }

  private mutating func transaction(
    _ choice: Int, _ session: SessionID, _ workspace: Workspace
  ) -> Transaction? {
    let now = time(Int64(workspace.revision))
    var items: [ItemID] = []
    for list in workspace.document.lists {
      workspace.document.forEachItem(of: list.id) { item, _, deletion in
        if deletion == nil { items.append(item.id) }
      }
    }
    let item = items.randomElement(using: &generator)
    let other = items.randomElement(using: &generator)
    let command: any Command
    switch (choice, item, other) {
    case (4, let item?, _): command = RemoveItem(item)
    case (5, let item?, let other?) where item != other:
      command = MoveItem(item, to: .before(other))
    case (6, let item?, _):
      command = UpdateProperty(
        item, Property.title, to: "changed \(Int.random(in: 0...9, using: &generator))")
    case (7, let item?, _): command = UpdateProperty(item, Property.done, to: chance(2))
    case (8, _, _), (9, _, _):
      let direction: Direction = chance(3) ? .redo : .undo
      let steps = Int.random(in: 1...3, using: &generator)
      let outcome = workspace.step(direction, steps: steps, session: session, time: now)
      guard case .transaction(let transaction) = outcome else { return nil }
      return transaction
    default:
      nextID += 1
      let text = String(repeating: "ü“", count: Int.random(in: 0...150, using: &generator))
      command = CreateItem(
        id: itemID(nextID), title: title("item \(nextID) \(text)"), time: now)
    }
    return try? workspace.perform(command, session: session, time: now)
  }

  private mutating func chance(_ one: Int) -> Bool {
    Int.random(in: 0..<one, using: &generator) == 0
  }
}

@Suite struct SimulationTests {
  /// Each seed is one history of six starts. A seed that fails once fails always.
  @Test(arguments: 0..<4) func `random histories lose nothing`(part: Int) throws {
    var (restarts, acknowledged, refused) = (0, 0, 0)
    for number in 0..<(isLongRun ? 1_000 : 25) {
      var history = try History(seed: UInt64(part * 100_000 + number))
      let problem = try history.run()
      #expect(problem == nil, "seed \(part * 100_000 + number)")
      if problem != nil { return }
      restarts += history.restarts
      acknowledged += history.acknowledged
      refused += history.refused
    }
    #expect(restarts >= 150 && acknowledged > 200 && refused > 10)
  }
}
