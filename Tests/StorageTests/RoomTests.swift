import Kernel
import Storage
import Testing
import Todo

/// Room is made from the second append on.
private func open(_ folder: String, log: Log = Log()) throws(StorageError) -> FileStore {
  var options = FileStore.Options()
  options.room = JournalRoom(fastCount: 1, fastSpan: .max, size: 10_000)
  return try FileStore(
    folder: folder, options: options, log: { log.add($0) }, firstStart: firstList)
}

/// The bytes of a journal up to its last newline, and how many zeros follow.
private func journal(in folder: String) throws -> (lines: [UInt8], zeros: Int) {
  let bytes = try contents(of: folder + "/journal.jsonl")
  let end = try #require(bytes.lastIndex(of: UInt8(ascii: "\n"))) + 1
  #expect(bytes[end...].allSatisfy { $0 == 0 })
  return (Array(bytes[..<end]), bytes.count - end)
}

@Suite struct RoomTests {
  @Test func `lines that come fast take the place of zeros, which go when the store is closed`()
    throws
  {
    try inTemporaryFolder { folder in
      let store = try open(folder)
      #expect(add(1, to: store) == .durable)
      #expect(try journal(in: folder).zeros == 0)
      #expect(add(2, to: store) == .durable)
      let before = try journal(in: folder)
      #expect(before.zeros == 10_000)
      #expect(add(3, to: store) == .durable)
      let after = try journal(in: folder)
      #expect(after.lines.starts(with: before.lines))
      #expect(after.lines.count + after.zeros == before.lines.count + before.zeros)
      // More than there is room for, then a little again.
      #expect(add(4, to: store, detail: 25_000) == .durable)
      #expect(try journal(in: folder).zeros == 10_000)
      #expect(add(5, to: store) == .durable)
      let last = try journal(in: folder)
      let shown = store.read { Dump($0).text }.result
      store.close()
      #expect(try contents(of: folder + "/journal.jsonl") == last.lines)
      let again = try open(folder)
      #expect(again.read { Dump($0).text }.result == shown)
      again.close()
    }
  }

  @Test func `a journal that is written to slowly is as long as its lines`() throws {
    try inTemporaryFolder { folder in
      let store = try FileStore(
        folder: folder, options: FileStore.Options(), log: { _ in }, firstStart: firstList)
      for number in 1...40 {
        #expect(add(number, to: store) == .durable)
        #expect(try journal(in: folder).zeros == 0)
      }
      store.close()
    }
  }

  /// What a killed program leaves: the next start cuts it off, says so, and keeps no copy of zeros.
  @Test(arguments: ["", "{\"seq\":9,"])
  func `room that was left is cut off at the next start`(torn: String) throws {
    let disk = try newDisk()
    let store = try Script.open(disk, .intoRoom)
    for number in 1...3 {
      _ = perform(CreateItem(id: itemID(number), title: title("a"), time: time()), in: store)
      store.commit()
    }
    let shown = store.read { Dump($0).text }.result
    let path = Script.folder + "/journal.jsonl"
    let bytes = try #require(disk.bytes(path))
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "\n"))) + 1
    #expect(bytes.count > end + torn.utf8.count)
    let killed = disk.restarted()
    killed.put(
      bytes[..<end] + Array(torn.utf8) + Array(repeating: 0, count: bytes.count - end), path)
    let length = torn.utf8.count + bytes.count - end
    let found = try Maintenance(folder: Script.folder, fileSystem: killed, now: time()).check()
    #expect(found.tornTail?.length == length)
    #expect(found.tornTail?.written == torn.utf8.count)
    let log = Log()
    let again = try FileStore(
      folder: Script.folder, fileSystem: killed, options: Script.options, log: { log.add($0) },
      firstStart: firstList)
    #expect(again.read { Dump($0).text }.result == shown)
    #expect(killed.bytes(path) == Array(bytes[..<end]))
    #expect(log.lines.count == 1)
    let said = try #require(log.lines.first)
    #expect(said.contains("byte \(end), \(length) bytes long"))
    #expect(said.hasPrefix(torn.isEmpty ? "unused room" : "torn tail"))
    let copy = path + ".torn-\(end)"
    #expect(try killed.status(copy)?.size == (torn.isEmpty ? nil : torn.utf8.count))
    again.close()
  }

  /// Room is a convenience: a disk without any takes lines as long as they fit.
  @Test func `a disk that is too full for room still takes lines`() throws {
    let disk = try newDisk()
    let store = try Script.open(disk, .intoRoom)
    _ = perform(CreateItem(id: itemID(1), title: title("a"), time: time()), in: store)
    store.commit()
    // The zeros do not fit, the line does.
    disk.make(.fail("write", call: 1, .noSpace("pwrite"), forGood: false))
    let written = perform(CreateItem(id: itemID(2), title: title("b"), time: time()), in: store)
    store.commit()
    #expect(settle(written, in: store) == .durable)
    let shown = store.read { Dump($0).text }.result
    #expect(try Script.open(disk.restarted()).read { Dump($0).text }.result == shown)
  }
}
