import Kernel
import Storage
import Testing
import Todo

@Suite struct MaintenanceTests {
  private func disk(_ bytes: [UInt8], _ path: String) throws -> SimulatedDisk {
    let disk = try newDisk()
    try disk.makeFolder(Script.folder)
    disk.put(bytes, path)
    return disk.restarted()
  }

  private func maintenance(_ disk: SimulatedDisk) -> Maintenance {
    Maintenance(folder: Script.folder, fileSystem: disk, now: time())
  }

  @Test func `a check of a whole store counts what is there and touches nothing`() throws {
    let journal = try SmallJournal()
    let disk = try disk(journal.bytes, journal.path)
    let found = try maintenance(disk).check()
    #expect(found.file == journal.path)
    #expect(found.size == journal.bytes.count)
    #expect(found.revision == 11)
    #expect(found.transactions == 3)
    #expect(found.lists == 1)
    #expect(found.items == 6)
    #expect(found.tornTail == nil && found.damage == nil && found.losses.isEmpty)
    #expect(!disk.calls.contains { ["write", "truncate", "sync", "unlink", "lock"].contains($0) })
  }

  @Test func `a check names a torn tail`() throws {
    let journal = try SmallJournal()
    let found = try maintenance(disk(journal.bytes.dropLast(3), journal.path)).check()
    #expect(found.tornTail?.byte == journal.bytes.count - Array(journal.lines.last ?? []).count - 1)
    #expect(found.damage == nil)
  }

  /// Whichever line is damaged, the rest is saved: in a new file that starts, with at most that line
  /// and what stands on it lost.
  @Test func `a repair saves everything but the damaged line`() throws {
    let journal = try SmallJournal()
    let whole = try maintenance(disk(journal.bytes, journal.path)).check()
    var start = 0
    for (index, line) in journal.lines.enumerated() {
      var bytes = journal.bytes
      bytes[start + line.count / 2] ^= 1
      start += line.count + 1
      let disk = try disk(bytes, journal.path)
      let name = "line \(index + 1)"
      let repaired = try maintenance(disk).repair()
      guard index < journal.lines.count - 2 else {
        #expect(repaired.file == nil, "\(name)")
        continue
      }
      #expect(disk.bytes(journal.path) == bytes, "\(name)")
      let file = try #require(repaired.file, "\(name)")
      #expect(file == journal.path + ".repaired")
      #expect(repaired.losses.contains { $0.contains("line \(index + 1)") }, "\(name)")
      #expect(repaired.items >= whole.items - 1, "\(name): \(repaired.losses)")
      #expect(repaired.lists == 1, "\(name)")
      let saved = try #require(disk.bytes(file))
      let copy = try self.disk(saved, journal.path)
      try Script.open(copy).close()
    }
  }

  /// Room that was not used is no loss.
  @Test(arguments: [0, 5_000])
  func `a repair finds the line behind a lost newline`(room: Int) throws {
    let journal = try SmallJournal()
    var bytes = journal.bytes
    let newlines = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    bytes[newlines[newlines.count - 4]] = 0x0B
    bytes += [UInt8](repeating: 0, count: room)
    let disk = try disk(bytes, journal.path)
    let repaired = try maintenance(disk).repair()
    #expect(
      repaired.losses == ["line \(newlines.count - 3): some bytes between what it should hold"])
    #expect(repaired.items == 6)
  }

  @Test func `a compaction from outside keeps everything and makes the file smaller`() throws {
    let journal = try SmallJournal()
    let disk = try disk(journal.bytes, journal.path)
    let compacted = try maintenance(disk).compact { _ in }
    #expect(compacted.sizeBefore == journal.bytes.count)
    #expect(disk.bytes(journal.path)?.count == compacted.sizeAfter)
    let store = try Script.open(disk.restarted())
    #expect(store.read { Dump($0).text }.result == journal.whole)
    let found = try maintenance(disk.restarted()).check()
    #expect(found.transactions == 0)
  }

  @Test func `a store in use is not compacted, one that is not there is not made`() throws {
    let disk = try newDisk()
    #expect(throws: StorageError.self) { try maintenance(disk).compact { _ in } }
    #expect(throws: StorageError.self) { try maintenance(disk).check() }
    #expect(throws: StorageError.self) { try maintenance(disk).repair() }
    #expect(disk.bytes(Script.folder) == nil)
    let store = try Script.open(disk)
    #expect(throws: StorageError.self) { try maintenance(disk).compact { _ in } }
    store.close()
  }
}
