import Kernel
import Storage
import Synchronization
import Testing
import Todo

/// What a compaction writes while the store is in use.
@Suite struct CompactionTests {
  private let journal = Script.folder + "/journal.jsonl"
  private var newFile: String { journal + ".new" }

  /// What is written of the state in memory is what the file would be read into, whatever was refused
  /// and taken back in between.
  @Test(arguments: [(seed: 1, sessions: 3), (2, 3), (3, 20), (4, 1_200)])
  func `a snapshot is what the journal comes to`(seed: Int, sessions: Int) throws {
    let disk = try newDisk()
    let store = try Script.open(disk)
    var work = RandomWork(seed: UInt64(seed), sessions: sessions)
    if sessions > 1_000 {
      for number in 1...1_000 { add(10_000 + number, in: store, session: number) }
      store.commit()
    }
    var compactions = 0
    for _ in 0..<80 {
      if work.chance(8) { disk.make(disk.fail(next: "write", .noSpace("pwrite"))) }
      for _ in 0..<Int.random(in: 1...4, using: &work.generator) {
        _ = store.write(pushes: false) { ((), work.transaction(from: $0)) }
      }
      store.commit()
      guard let snapshot = disk.bytes(newFile) else { continue }
      compactions += 1
      #expect(lines(of: snapshot) == lines(of: try #require(try readAgain(disk))))
    }
    #expect(compactions > 10)
  }

  /// The disk refuses what came while the journal grew to the size at which it is compacted, and
  /// still more comes then.
  @Test(arguments: [nil, "write", "sync"], [false, true])
  func `a snapshot never has what waits for the disk`(refused: String?, more: Bool) throws {
    let disk = try newDisk()
    let store = try Script.open(disk)
    let next = Mutex<Int?>(nil)
    store.onSettled {
      if let number = next.withLock({ $0.take() }) { add(number, in: store) }
    }
    for number in 1...5 {
      add(number, in: store)
      store.commit()
    }
    // With the sixth one there is enough in the journal, but the seventh waits already.
    next.withLock { $0 = 7 }
    add(6, in: store)
    store.commit()
    #expect(store.read { $0.document.itemCount }.result == 7)
    #expect(disk.bytes(newFile) == nil)

    if more { next.withLock { $0 = 8 } }
    if let refused { disk.make(disk.fail(next: refused, .noSpace("refused"))) }
    store.commit()
    if refused == "write", more {
      // Now the eighth one waits in the place of the seventh.
      #expect(disk.bytes(newFile) == nil)
      store.commit()
    }
    guard refused != "sync" else {
      #expect(disk.bytes(newFile) == nil, "nothing is compacted before a restart")
      return
    }
    #expect(disk.bytes(newFile) == (try readAgain(disk)))
    store.commit()
    #expect(disk.bytes(newFile) == nil)
    let text = store.read { Dump($0).text }.result
    let count = store.read { $0.document.itemCount }.result
    #expect(count == 6 + (refused == nil ? 1 : 0) + (more ? 1 : 0))
    for cut in PowerCut.all(of: disk) {
      #expect(try Script.open(cut.disk).read { Dump($0).text }.result == text, "\(cut.name)")
    }
  }

  /// The lines of a snapshot, with its deletions numbered without gaps. Where the newest of them was
  /// undone, whoever was there counts on from it, and whoever reads the snapshot of that from the
  /// newest that is left.
  private func lines(of snapshot: [UInt8]) -> [String] {
    let lines = String(decoding: snapshot, as: UTF8.self).split(separator: "\n")
    let numbers = lines.compactMap(deletion).sorted()
    return lines.map { line in
      let text = line.split(separator: ",\"crc\":")[0]
      guard let number = deletion(line), let rank = numbers.firstIndex(of: number) else {
        return String(text)
      }
      return String(text).replacing(
        "\"deleted\":{\"number\":\(number),", with: "\(rank). deletion ")
    }
  }

  private func deletion(_ line: Substring) -> Int? {
    line.firstMatch(of: /"deleted":{"number":([0-9]+),/).flatMap { Int($0.1) }
  }

  /// The snapshot of what is read from the journal as it is on a disk.
  private func readAgain(_ disk: SimulatedDisk) throws -> [UInt8]? {
    let copy = disk.restarted()
    _ = try Maintenance(folder: Script.folder, fileSystem: copy, now: time()).compact { _ in }
    return copy.bytes(journal)
  }
}

/// Has an item made by a store that nobody made write yet.
private func add(_ number: Int, in store: FileStore, session: Int = 1) {
  _ = perform(
    CreateItem(id: itemID(number), title: title("item \(number)"), time: time()), in: store,
    session: session, pushes: false)
}
