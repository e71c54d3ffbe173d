import Kernel
import Storage
import Testing
import Todo

/// A small journal with a snapshot and some groups behind it, and what it holds after each group.
struct SmallJournal {
  let path = Script.folder + "/journal.jsonl"
  let bytes: [UInt8]
  /// Where the last group begins.
  let lastGroup: Int
  let beforeLastGroup: String
  let whole: String

  init() throws {
    let script = try Script.everything()
    let disk = try newDisk()
    let store = try Script.open(disk)
    // The first compaction comes after the fourth group; two more groups stand behind it.
    _ = script.run(store, on: disk, from: 0, most: 5)
    let before = try #require(disk.bytes(path))
    beforeLastGroup = store.read { Dump($0).text }.result
    for number in [20, 21] {
      _ = perform(
        CreateItem(id: itemID(number), title: title("item \(number)"), time: time()), in: store)
    }
    store.commit()
    lastGroup = before.count
    bytes = try #require(disk.bytes(path))
    whole = store.read { Dump($0).text }.result
    store.close()
  }

  var lines: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
  }

  /// What a start makes of other bytes: `nil` if it refuses, and then has touched nothing.
  func start(_ other: [UInt8]) throws -> String? {
    let disk = try newDisk()
    try disk.makeFolder(Script.folder)
    disk.put(other, path)
    let fresh = disk.restarted()
    do throws(StorageError) {
      let store = try Script.open(fresh)
      defer { store.close() }
      return store.read { Dump($0).text }.result
    } catch {
      #expect(fresh.bytes(path) == other)
      #expect(!fresh.calls.contains("write") && !fresh.calls.contains("truncate"))
      #expect(error.exitStatus == 2, "\(error)")
      #expect("\(error)".contains("journal.jsonl") && "\(error)".contains("line "))
      return nil
    }
  }
}

@Suite struct DamageTests {
  /// Behind the last group a changed byte cannot be told from a torn write: then the lines before
  /// it count. Before it, every change is damage.
  @Test func `a changed byte is refused, or costs only what was written last`() throws {
    let journal = try SmallJournal()
    #expect(try journal.start(journal.bytes) == journal.whole)
    for position in stride(from: 0, to: journal.bytes.count, by: isLongRun ? 1 : 5) {
      for isZeroed in isLongRun ? [true, false] : [position % 2 == 0] {
        var bytes = journal.bytes
        bytes[position] = isZeroed ? 0 : bytes[position] ^ 1
        let found = try journal.start(bytes)
        if position < journal.lastGroup {
          #expect(found == nil, "byte \(position)")
        } else {
          #expect(found == nil || found != journal.whole, "byte \(position)")
        }
      }
    }
  }

  @Test func `a cut is refused before the transactions, and there costs what is behind it`() throws
  {
    let journal = try SmallJournal()
    let ends = journal.bytes.indices.filter { journal.bytes[$0] == UInt8(ascii: "\n") }
    for size in stride(from: 0, to: journal.bytes.count, by: isLongRun ? 1 : 13) {
      let found = try journal.start(Array(journal.bytes[..<size]))
      let tail = try journal.start(
        journal.bytes[..<size] + [UInt8](repeating: 0, count: journal.bytes.count - size))
      #expect((found == nil) == (tail == nil), "byte \(size)")
      let whole = ends.count { $0 < size }
      let untouched = try journal.start(
        Array(journal.bytes[..<(whole == 0 ? 0 : ends[whole - 1] + 1)]))
      #expect(found == untouched, "byte \(size)")
    }
  }

  @Test func `a line removed, doubled, emptied or swapped is refused`() throws {
    let journal = try SmallJournal()
    let lines = journal.lines
    func joined(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
      Array(lines.map { $0 + [UInt8(ascii: "\n")] }.joined())
    }
    // The last group has two lines.
    for index in lines.indices {
      var removed = lines
      removed.remove(at: index)
      let found = try journal.start(joined(removed))
      if index == lines.count - 1 {
        #expect(found != nil)
      } else {
        #expect(found == nil, "line \(index + 1) removed")
      }
      var doubled = lines
      doubled.insert(lines[index], at: index)
      #expect(try journal.start(joined(doubled)) == nil, "line \(index + 1) doubled")
      guard index < lines.count - 2 else { continue }
      var emptied = lines
      emptied[index] = []
      #expect(try journal.start(joined(emptied)) == nil, "line \(index + 1) emptied")
      var swapped = lines
      swapped.swapAt(index, index + 1)
      #expect(try journal.start(joined(swapped)) == nil, "line \(index + 1) swapped")
    }
  }

  /// Written together, neither was on disk while the program ran.
  @Test func `a hole in the first of two lines that were written together is no damage`() throws {
    let journal = try SmallJournal()
    var bytes = journal.bytes
    for index in journal.lastGroup + 20..<journal.lastGroup + 60 { bytes[index] = 0 }
    #expect(try journal.start(bytes) == journal.beforeLastGroup)
  }

  @Test(arguments: [
    "", "\n", "{}\n", "{\"modosu\":1}\n", "garbage\n", "\u{89}PNG\r\n",
  ])
  func `a file that does not begin with a header is refused`(text: String) throws {
    #expect(try SmallJournal().start(Array(text.utf8)) == nil)
  }

  @Test func `a newer format is refused with its number`() throws {
    let journal = try SmallJournal()
    let text = String(decoding: journal.lines[0], as: UTF8.self)
    let newer = resealed(text.replacing("\"modosu\":1", with: "\"modosu\":7"))
    let disk = try newDisk()
    try disk.makeFolder(Script.folder)
    disk.put(Array("\(newer)\n".utf8), journal.path)
    let error = try #require(throws: StorageError.self) { try Script.open(disk.restarted()) }
    #expect("\(error)".contains("format 7"))
    #expect(error.exitStatus == 2)
  }

  @Test func `the torn tail is kept beside the file, cut off, and reported once`() throws {
    let journal = try SmallJournal()
    let disk = try newDisk()
    try disk.makeFolder(Script.folder)
    let torn = Array("{\"seq\":99,\"syn".utf8)
    disk.put(journal.bytes + torn, journal.path)
    var current = disk
    for expected in [1, 0] {
      current = current.restarted()
      let log = Log()
      let store = try FileStore(
        folder: Script.folder, fileSystem: current, options: Script.options,
        log: { log.add($0) }, firstStart: firstList)
      #expect(store.read { Dump($0).text }.result == journal.whole)
      store.close()
      let said = log.lines.filter { $0.contains("torn tail") }
      #expect(said.count == expected)
      #expect(
        said.allSatisfy {
          $0.contains("byte \(journal.bytes.count), \(torn.count) bytes")
            && $0.contains(journal.path)
        })
      #expect(current.bytes(journal.path) == journal.bytes)
      #expect(current.bytes("\(journal.path).torn-\(journal.bytes.count)") == torn)
    }
  }
}
