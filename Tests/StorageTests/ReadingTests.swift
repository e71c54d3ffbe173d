import Foundation
import Kernel
import Storage
import Testing
import Todo

/// Journals that are longer than what is read at a time, and one that was kept.
@Suite struct ReadingTests {
  /// `Journals/kept.jsonl` was written by version 1.0.0: a snapshot with histories, a token and
  /// deleted items, and transactions of two sessions behind it. `compacted.jsonl` is what the same
  /// version made of it.
  @Test func `a journal of an earlier version comes to the same as then`() throws {
    try inTemporaryFolder { folder in
      let journal = folder + "/journal.jsonl"
      try write(try kept("kept"), to: journal)
      let now = Timestamp(milliseconds: 1_796_043_685_193)
      _ = try Maintenance(folder: folder, now: now).compact(log: { _ in })
      #expect(try contents(of: journal) == (try kept("compacted")))
      let found = try Maintenance(folder: folder, now: now).check()
      #expect((found.revision, found.lists, found.items) == (23, 3, 5))
    }
  }

  @Test func `a long journal comes to what its lines say`() throws {
    let long = try LongJournal()
    #expect(long.bytes.count > 4 << 20)
    let disk = try disk(long.bytes)
    let store = try Script.open(disk)
    #expect(store.read { Dump($0).text }.result == Dump(long.workspace).text)
    store.close()
    _ = try Maintenance(folder: Script.folder, fileSystem: disk, now: time()).compact(log: { _ in })
    let compacted = try Script.open(disk.restarted())
    #expect(compacted.read { Dump($0).text }.result == Dump(long.workspace).text)
  }

  /// Near the start, in the middle and near the end, so that more or fewer chunks are on their way.
  @Test(arguments: [3, 2_000, 5_990])
  func `damage in a long journal is found where it is`(line: Int) throws {
    let long = try LongJournal()
    var bytes = long.bytes
    let start = long.starts[line]
    bytes[start + 200] ^= 1
    let disk = try disk(bytes)
    do throws(StorageError) {
      try Script.open(disk).close()
      Issue.record("it starts")
    } catch {
      guard case .damaged(let damage) = error else {
        Issue.record("\(error)")
        return
      }
      #expect((damage.line, damage.byte) == (line + 1, start))
      #expect(damage.number == line)
    }
  }

  @Test func `the torn tail of a long journal is cut off where it begins`() throws {
    let long = try LongJournal()
    let last = long.starts[long.starts.count - 1]
    let disk = try disk(Array(long.bytes[..<(last + 100)]))
    let store = try Script.open(disk)
    #expect(store.read { $0.revision }.result == long.workspace.revision - 1)
    store.close()
    #expect(disk.bytes(Script.folder + "/journal.jsonl") == Array(long.bytes[..<last]))
  }

  @Test func `a journal that cannot be read to its end is not started from`() throws {
    let long = try LongJournal()
    for call in [1, 5, 12] {
      let disk = try disk(long.bytes).restarted(
        .fail("read", call: call, .inputOutput("pread"), forGood: true))
      #expect(throws: StorageError.self) { try Script.open(disk).close() }
    }
  }

  private func disk(_ bytes: [UInt8]) throws -> SimulatedDisk {
    let disk = try newDisk()
    try disk.makeFolder(Script.folder)
    disk.put(bytes, Script.folder + "/journal.jsonl")
    return disk.restarted()
  }

  private func kept(_ name: String) throws -> [UInt8] {
    let file = try #require(
      Bundle.module.url(forResource: name, withExtension: "jsonl", subdirectory: "Journals"))
    return try contents(of: file.path)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try Files.open(path, .createNew(nil))
    #expect(try Files.write(file, bytes[...], at: 0) == bytes.count)
  }
}

/// A journal of 6,000 transactions: items of which some are moved, changed, deleted and undone, and
/// one line with very many of them.
private struct LongJournal {
  private(set) var bytes: [UInt8] = []
  /// Where each line begins.
  private(set) var starts = [0]
  private(set) var workspace = Workspace()

  init() throws {
    bytes = Array(
      resealed(
        #"{"modosu":1,"seq":0,"ordinal":1,"snapshot":0,"time":"2026-07-01T09:30:00.000Z""#
          + #","crc":"00000000"}"#
      ).utf8)
    bytes.append(UInt8(ascii: "\n"))
    add(try #require(firstList(workspace)))
    let many = (1...1_000).map { item($0, "one of many", detail: text($0)) }
    perform(ImportItems(many, list: listID(1)))
    for number in 1_001..<7_000 {
      let known = itemID(1 + number * 7 % (number - 1))
      switch number % 5 {
      case 0: perform(UpdateProperty(known, Property.detail, to: text(number)))
      case 1: perform(MoveItem(known, to: .startOf(listID(1))))
      case 2: undo()
      default: break
      }
      perform(
        CreateItem(id: itemID(number), title: title("item \(number) 日本語"), time: time()))
      if starts.count > 6_000 { break }
    }
  }

  private func text(_ number: Int) -> String {
    String(repeating: "a line of “text” \\ \(number)\n", count: number % 17 + 3)
  }

  private mutating func perform(_ command: some Command) {
    guard
      let made = try? workspace.perform(
        command, session: sessionID(1), time: time(Int64(workspace.revision)),
        once: Once(token: "token \(workspace.revision)", location: "/"))
    else { return }
    add(made)
  }

  private mutating func undo() {
    let outcome = workspace.step(.undo, session: sessionID(1), time: time())
    if case .transaction(let made) = outcome { add(made) }
  }

  private mutating func add(_ transaction: Transaction) {
    guard (try? workspace.apply(transaction)) != nil else { return }
    starts.append(bytes.count)
    var writer = LineWriter()
    writer.line(transaction, synced: transaction.revision - 1)
    bytes += writer.bytes
  }
}
