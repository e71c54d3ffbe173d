import Kernel
import Storage
import Synchronization
import Testing
import Todo

/// Writing by the thread that made a transaction.
@Suite struct PushTests {
  @Test func `who may wait for the disk writes and has it settled at once`() throws {
    let (disk, store) = try openedAndWritten()
    let settlements = Mutex(0)
    store.onSettled { settlements.withLock { $0 += 1 } }
    let written = create(2, in: store)
    #expect(ticket(written).map { store.settlement(of: $0) } == .pending)
    store.push(here: true)
    #expect(ticket(written).map { store.settlement(of: $0) } == .durable)
    #expect(disk.calls.suffix(2) == ["write", "sync"])
    #expect(settlements.withLock { $0 } == 1)
    let shown = store.read { Dump($0).text }.result
    let cut = try #require(PowerCut.all(of: disk).first)
    #expect(try Script.open(cut.disk).read { Dump($0).text }.result == shown)
  }

  @Test func `one push writes all that waits, and another one nothing`() throws {
    let (disk, store) = try openedAndWritten()
    let written = (2...4).map { create($0, in: store) }
    store.push(here: true)
    for each in written { #expect(settle(each, in: store) == .durable) }
    let calls = disk.calls
    #expect(calls.suffix(2) == ["write", "sync"])
    store.push(here: true)
    #expect(disk.calls == calls)
  }

  @Test func `who may not wait writes nothing`() throws {
    let (disk, store) = try openedAndWritten()
    let calls = disk.calls
    let written = create(2, in: store)
    store.push(here: false)
    #expect(disk.calls == calls)
    store.commit()
    #expect(settle(written, in: store) == .durable)
  }

  /// How fast the disk is shows at the first write, for which nobody but the store's thread waits.
  @Test func `the first write after a start is left to the thread of the store`() throws {
    let disk = try newDisk()
    let store = try Script.open(disk)
    let calls = disk.calls
    let written = create(1, in: store)
    store.push(here: true)
    #expect(disk.calls == calls)
    store.commit()
    #expect(settle(written, in: store) == .durable)
  }

  @Test func `a slow disk is left to the thread of the store`() throws {
    let (disk, store) = try openedAndWritten(patience: 0)
    let calls = disk.calls
    let written = create(2, in: store)
    store.push(here: true)
    #expect(disk.calls == calls)
    store.commit()
    #expect(settle(written, in: store) == .durable)
  }

  @Test func `a compaction is left to the thread of the store`() throws {
    let (disk, store) = try openedAndWritten()
    for number in 2...20 {
      create(number, in: store)
      store.push(here: true)
    }
    #expect(disk.calls.count { $0 == "rename" } == 1, "that of the new store")
    store.commit()
    store.commit()
    #expect(disk.calls.count { $0 == "rename" } == 2)
  }

  /// Both ways are one: the same calls, the same answers, the same state, the same file.
  @Test(arguments: Fault.all.filter { $0.call != "open" })
  func `a failure comes to the same whoever writes`(fault: Fault) throws {
    let here = try outcome(of: fault, here: true)
    #expect(try outcome(of: fault, here: false) == here)
    #expect(here.first?.contains("durable") == false)
  }

  /// What shows of a write during which a call fails, and of another one behind it.
  private func outcome(of fault: Fault, here: Bool) throws -> [String] {
    let log = Log()
    let (disk, store) = try openedAndWritten(log)
    let count = disk.calls.count { fault.call == nil || $0 == fault.call }
    if fault.call == "truncate" {
      disk.make(fault.trouble(count + 1), disk.fail(next: "write", .noSpace("pwrite")))
    } else {
      disk.make(fault.trouble(count + 1))
    }
    var found: [String] = []
    for number in 2...3 {
      let written = create(number, in: store)
      if here { store.push(here: true) }
      store.commit()
      found.append("\(written) \(String(describing: ticket(written).map(store.settlement)))")
      found.append(store.read { Dump($0).text }.result)
      found.append("\(store.read { _ in }.ticket) \(store.health ?? "well")")
    }
    store.close()
    found += disk.calls + log.lines
    found.append("\(disk.bytes(Script.folder + "/journal.jsonl") ?? [])")
    return found
  }

  /// A store whose disk has shown that it is fast.
  private func openedAndWritten(
    _ log: Log = Log(), patience: Int = .max
  ) throws -> (disk: SimulatedDisk, store: FileStore) {
    let disk = try newDisk()
    var options = Script.options
    options.patience = patience
    let store = try FileStore(
      folder: Script.folder, fileSystem: disk, options: options, log: { log.add($0) },
      firstStart: firstList)
    create(1, in: store)
    store.commit()
    return (disk, store)
  }

  @discardableResult
  private func create(_ number: Int, in store: FileStore) -> FileStore.Written<Void> {
    perform(
      CreateItem(id: itemID(number), title: title("item \(number)"), time: time()), in: store,
      pushes: false)
  }

  private func ticket(_ written: FileStore.Written<Void>) -> UInt64? {
    if case .queued(_, let ticket) = written { ticket } else { nil }
  }
}
