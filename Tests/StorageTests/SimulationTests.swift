import Kernel
import Storage
import Testing
import Todo

/// One history: random commands of random sessions on a disk that at random moments fails, is full,
/// or whose process is killed or power is cut, over and over.
private struct History {
  private var work: RandomWork
  private var disk: SimulatedDisk
  /// The state that was acknowledged, and those that may be there instead after a restart: with
  /// more and more of the group that was not answered.
  private var expected: [String]
  private(set) var restarts = 0
  private(set) var acknowledged = 0
  private(set) var refused = 0

  init(seed: UInt64) throws {
    work = RandomWork(seed: seed)
    disk = try newDisk()
    expected = []
  }

  /// Runs it; gives what is wrong.
  mutating func run() throws -> String? {
    for round in 0..<6 {
      disk = work.chance(2) ? disk : disk.restarted()
      if round > 0 {
        let cuts = PowerCut.all(of: disk)
        let cut = cuts[Int.random(in: 0..<cuts.count, using: &work.generator)]
        disk = work.chance(3) ? cut.disk : disk.restarted()
      }
      disk = round == 5 ? disk.restarted() : disk.restarted(trouble())
      restarts += 1
      if let problem = try session() { return "round \(round): \(problem)" }
    }
    return nil
  }

  private mutating func trouble() -> SimulatedDisk.Trouble {
    let call = Int.random(in: 1...60, using: &work.generator)
    let bytes = work.chance(2) ? 0 : Int.random(in: 1...2_000, using: &work.generator)
    switch Int.random(in: 0..<6, using: &work.generator) {
    case 0, 1: return .stop(before: call, afterBytes: bytes)
    case 2: return .fail("write", call: call / 2 + 1, .noSpace("pwrite"), forGood: work.chance(2))
    case 3:
      return .fail("sync", call: call / 2 + 1, .inputOutput("fdatasync"), forGood: work.chance(2))
    case 4: return .shortWrite(call: call / 2 + 1, then: work.chance(2) ? .noSpace("pwrite") : nil)
    default: return .fail(nil, call: call, .inputOutput("io"), forGood: work.chance(3))
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
    for _ in 0..<Int.random(in: 0...12, using: &work.generator) {
      var group: [String] = []
      var tickets: [UInt64] = []
      for _ in 0..<(work.chance(3) ? Int.random(in: 2...5, using: &work.generator) : 1) {
        let written = write(to: store)
        guard case .queued(let text, let ticket) = written else { continue }
        if ticket != 0 { tickets.append(ticket) }
        if group.last ?? expected[0] != text { group.append(text) }
      }
      if work.chance(2) { store.push(here: true) }
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
    let written = store.write(pushes: false) { workspace in
      ((), work.transaction(from: workspace))
    }
    switch written {
    case .queued(_, let ticket):
      return .queued(store.read { Dump($0).text }.result, ticket: ticket)
    case .refused(let reason): return .refused(reason: reason)
    }
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
