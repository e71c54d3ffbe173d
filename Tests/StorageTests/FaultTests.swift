import Kernel
import Storage
import Synchronization
import Testing
import Todo

/// One way for calls to fail.
struct Fault: Sendable, CustomTestStringConvertible {
  let call: String?
  let error: SystemError
  let forGood: Bool

  var testDescription: String { "\(call ?? "any call"): \(error)\(forGood ? " for good" : "")" }

  func trouble(_ number: Int) -> SimulatedDisk.Trouble {
    .fail(call, call: number, error, forGood: forGood)
  }

  static let all: [Fault] = [
    Fault(call: nil, error: .inputOutput("io"), forGood: false),
    Fault(call: nil, error: .inputOutput("io"), forGood: true),
    Fault(call: "write", error: .noSpace("pwrite"), forGood: false),
    Fault(call: "write", error: .noSpace("pwrite"), forGood: true),
    Fault(call: "sync", error: .inputOutput("fdatasync"), forGood: true),
    Fault(call: "sync", error: .noSpace("fdatasync"), forGood: false),
    Fault(call: "open", error: .tooManyFiles("open"), forGood: true),
    Fault(call: "truncate", error: .inputOutput("ftruncate"), forGood: true),
  ]
}

@Suite struct FaultTests {
  /// The n-th call fails, for every n. What was refused is not there, now or later; what was
  /// acknowledged is; and when the trouble is over, everything goes on.
  @Test(arguments: Fault.all, Script.Writing.allCases)
  func `nothing is lost whichever call fails`(fault: Fault, writing: Script.Writing) throws {
    let script = try Script.everything(writing)
    for number in 1...200 {
      let disk = try newDisk().restarted(fault.trouble(number))
      let calls = try runWithFault(script, disk, "call \(number)")
      if number > calls(fault.call) { return }
    }
    Issue.record("the script did not end")
  }

  /// A folder whose name cannot be made durable is not used, whatever the reason: a parent that was
  /// there before may be somebody else's, but this folder was made here.
  @Test func `a new folder needs a parent that can be synced`() throws {
    // The first folder that is opened is above the parent, the second one the parent itself.
    let disk = try newDisk().restarted(
      .fail("open", call: 2, .forbidden("open"), forGood: false))
    do throws(StorageError) {
      try Script.open(disk).close()
      Issue.record("it starts")
    } catch {
      #expect(disk.calls.suffix(2) == ["mkdir", "open"])
      guard case .system(let failure) = error else {
        Issue.record("\(error)")
        return
      }
      #expect("\(failure)".contains("/home"))
    }
  }

  /// The n-th write takes a part only, and the one after it nothing.
  @Test(arguments: [nil, SystemError.noSpace("pwrite")], Script.Writing.allCases)
  func `nothing is lost whichever write is short`(error: SystemError?, writing: Script.Writing)
    throws
  {
    let script = try Script.everything(writing)
    for number in 1...60 {
      let disk = try newDisk().restarted(.shortWrite(call: number, then: error))
      let calls = try runWithFault(script, disk, "write \(number)")
      if number > calls("write") { return }
    }
    Issue.record("the script did not end")
  }

  /// Runs the script with a fault, looks at what is there at once, after a restart, and after a power
  /// cut. Gives how many calls of a name there were.
  private func runWithFault(
    _ script: Script, _ disk: SimulatedDisk, _ name: String
  ) throws -> (String?) -> Int {
    var outcome = Outcome(acknowledged: 0, attempted: 0)
    do throws(StorageError) {
      let store = try Script.open(disk, script.writing)
      outcome = script.run(store, on: disk, from: 0)
      store.close()
    } catch {
      #expect(!"\(error)".isEmpty)
    }
    #expect(outcome.problem == nil, "\(name)")
    let calls = disk.calls
    #expect(script.verify(disk.restarted(), outcome) == nil, "\(name), after a restart")
    // A refused group may be there after a power cut: what was cut off was not synced.
    let possible = Outcome(
      acknowledged: outcome.acknowledged,
      attempted: min(outcome.acknowledged + 3, script.states.count - 1))
    for cut in PowerCut.all(of: disk) {
      #expect(script.verify(cut.disk, possible) == nil, "\(name), \(cut.name)")
    }
    return { wanted in calls.count { wanted == nil || $0 == wanted } }
  }

  @Test func `a full disk refuses and takes commands again when there is room`() throws {
    let script = try Script.everything()
    let disk = try newDisk()
    let store = try Script.open(disk)
    _ = script.run(store, on: disk, from: 0, most: 3)
    let before = store.read { Dump($0).text }.result
    disk.make(.fail("write", call: 1, .noSpace("pwrite"), forGood: true))
    for _ in 1...3 {
      let written = perform(RemoveItem(itemID(1)), in: store)
      store.commit()
      #expect(settle(written, in: store) == .failed)
      #expect(store.read { Dump($0).text }.result == before)
      #expect(store.health?.contains("No space left on device") == true)
    }
    disk.make()
    let written = perform(RemoveItem(itemID(1)), in: store)
    store.commit()
    #expect(settle(written, in: store) == .durable)
    #expect(store.health == nil)
    let after = store.read { Dump($0).text }.result
    store.close()
    #expect(try Script.open(disk.restarted()).read { Dump($0).text }.result == after)
  }

  @Test func `everything that stands on a failed write fails with it, the newest first`() throws {
    let disk = try newDisk()
    let store = try Script.open(disk)
    let before = store.read { Dump($0).text }.result
    disk.make(disk.fail(next: "write", .noSpace("pwrite")))
    for number in 1...5 {
      let written = perform(
        CreateItem(id: itemID(number), title: title("item"), time: time()), in: store)
      guard case .queued(_, let ticket) = written else {
        Issue.record("refused")
        return
      }
      #expect(ticket == UInt64(number))
      #expect(store.settlement(of: ticket) == .pending)
      #expect(store.read { _ in }.ticket == ticket)
    }
    store.commit()
    for ticket in UInt64(1)...5 { #expect(store.settlement(of: ticket) == .failed) }
    #expect(store.settlement(of: 6) == .pending)
    #expect(store.read { Dump($0).text }.result == before)
    #expect(store.read { _ in }.ticket == 0)
  }

  /// The first half of a refused group was written before it was cut off. If the power fails while
  /// the next command is written over it, what stood behind must not come back, although its lines
  /// are whole and their numbers fit.
  @Test func `a refused command does not come back behind a later one`() throws {
    let disk = try newDisk()
    let store = try Script.open(disk)
    let before = store.read { Dump($0).text }.result
    let writes = disk.calls.count { $0 == "write" }
    disk.make(
      .shortWrite(call: writes + 1, then: .noSpace("pwrite")),
      .stop(before: disk.calls.count + 6, afterBytes: 0))
    func create(_ number: Int) -> FileStore.Written<Void> {
      perform(
        CreateItem(id: itemID(number), title: title("item \(number)"), time: time()), in: store)
    }
    let refused = (1...4).map { create($0) }
    store.commit()
    for written in refused { #expect(settle(written, in: store) == .failed) }
    _ = create(5)
    let after = store.read { Dump($0).text }.result
    store.commit()
    #expect(disk.calls.suffix(6) == ["write", "write", "truncate", "sync", "write", "sync"])
    for cut in PowerCut.all(of: disk) {
      let shown = try Script.open(cut.disk).read { Dump($0).text }.result
      #expect(shown == before || shown == after, "\(cut.name)")
    }
  }

  @Test func `a failed sync is not tried again before a restart, and then a new file is written`()
    throws
  {
    let script = try Script.everything()
    let disk = try newDisk()
    let store = try Script.open(disk)
    _ = script.run(store, on: disk, from: 0, most: 2)
    let before = store.read { Dump($0).text }.result
    disk.make(disk.fail(next: "sync", .inputOutput("fdatasync")))
    let written = perform(RemoveItem(itemID(1)), in: store)
    store.commit()
    #expect(settle(written, in: store) == .failed)
    let syncs = disk.calls.count { $0 == "sync" }
    guard case .refused(let reason) = perform(RemoveItem(itemID(1)), in: store) else {
      Issue.record("accepted after a failed sync")
      return
    }
    #expect(reason == store.health)
    #expect(store.read { Dump($0).text }.result == before)
    store.close()
    #expect(disk.calls.count { $0 == "sync" } == syncs)

    let restarted = disk.restarted()
    let again = try Script.open(restarted)
    #expect(again.read { Dump($0).text }.result == before)
    #expect(restarted.calls.contains("rename"))
    #expect(restarted.bytes(Script.folder + "/journal.jsonl.unsynced") == nil)
    #expect(again.health == nil)
    again.close()
    let third = restarted.restarted()
    try Script.open(third).close()
    #expect(!third.calls.contains("rename"))
  }

  /// The sync fails and the process is killed at once: the system now holds for written what is not
  /// on the disk.
  @Test func `what a failed sync left in memory is written again before it is shown`() throws {
    let script = try Script.everything()
    let disk = try newDisk()
    let store = try Script.open(disk)
    _ = script.run(store, on: disk, from: 0, most: 2)
    // A write, the sync that fails, and nothing behind it.
    disk.make(
      disk.fail(next: "sync", .inputOutput("fdatasync")),
      .stop(before: disk.calls.count + 3, afterBytes: 0))
    _ = perform(RemoveItem(itemID(1)), in: store)
    store.commit()
    #expect(disk.calls.suffix(3) == ["write", "sync", "truncate"])
    let restarted = disk.restarted()
    let again = try Script.open(restarted)
    let shown = again.read { Dump($0).text }.result
    for cut in PowerCut.all(of: restarted) {
      #expect(try Script.open(cut.disk).read { Dump($0).text }.result == shown, "\(cut.name)")
    }
  }

  @Test func `a cut that fails ends the process without an answer`() throws {
    let disk = try newDisk()
    var options = Script.options
    let ended = Flag()
    options.end = { ended.set() }
    let store = try FileStore(
      folder: Script.folder, fileSystem: disk, options: options, log: { _ in },
      firstStart: firstList)
    disk.make(
      disk.fail(next: "write", .noSpace("pwrite")),
      disk.fail(next: "truncate", .inputOutput("ftruncate")))
    let written = perform(
      CreateItem(id: itemID(1), title: title("item"), time: time()), in: store)
    store.commit()
    #expect(ended.isSet)
    guard case .queued(_, let ticket) = written else {
      Issue.record("refused")
      return
    }
    #expect(store.settlement(of: ticket) == .pending)
    guard case .refused = perform(RemoveItem(itemID(1)), in: store) else {
      Issue.record("accepted although the file's content is unknown")
      return
    }
  }
}

/// Something that happened.
final class Flag: Sendable {
  private let value = Mutex(false)
  func set() { value.withLock { $0 = true } }
  var isSet: Bool { value.withLock { $0 } }
}
