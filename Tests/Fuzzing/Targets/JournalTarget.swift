import Kernel
import Storage
import Todo

/// A journal of any lines, with checksums that fit them: it is read, recovered and repaired.
enum JournalTarget {
  private static let path = MemoryFileSystem.folder + "/journal.jsonl"
  private static let now = Timestamp(milliseconds: 1_782_898_200_000)

  /// Every line is sealed with its checksum, or else no change to one would be read; a line that
  /// starts with `!` stays as it is, so that there can be damage. What stands behind the last
  /// newline is a torn tail.
  static func run(_ octets: [UInt8]) throws(BrokenProperty) {
    var journal: [UInt8] = []
    var lines = octets.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let tail = lines.removeLast()
    for line in lines {
      let sealed = seal(line)
      try checkLine(sealed)
      journal += sealed
      journal.append(UInt8(ascii: "\n"))
    }
    try checkJournal(journal + tail)
  }

  private static func seal(_ line: ArraySlice<UInt8>) -> [UInt8] {
    if line.first == UInt8(ascii: "!") { return Array(line.dropFirst()) }
    let bytes = Array(line)
    let checksum = Checksum.crc32c(bytes, bytes.indices)
    let digits = Array("0123456789abcdef".utf8)
    let hexadecimal = (0..<8).map { digits[Int(checksum >> (28 - 4 * UInt32($0)) & 0xF)] }
    return bytes + Array(",\"crc\":\"".utf8) + hexadecimal + Array("\"}".utf8)
  }

  /// A line that is read is written in one way, which is read as the same.
  private static func checkLine(_ bytes: [UInt8]) throws(BrokenProperty) {
    guard let once = rewritten(bytes) else { return }
    guard let twice = rewritten(once) else {
      throw BrokenProperty(description: "a line that is written can be read")
    }
    try hold(once == twice, "a line that is written is read as it was")
  }

  private static func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
    do throws(FormatError) {
      let line = try JournalLine(bytes)
      var writer = LineWriter()
      writer.line(line.transaction, synced: line.synced)
      return writer.bytes.dropLast()
    } catch {
      return nil
    }
  }

  /// What a check says of a journal is what a start, a compaction and a repair make of it.
  private static func checkJournal(_ journal: [UInt8]) throws(BrokenProperty) {
    let files = MemoryFileSystem([path: journal])
    let found: Maintenance.Check
    do throws(StorageError) {
      found = try maintenance(files).check()
    } catch {
      guard case .newerFormat = error else {
        throw BrokenProperty(description: "a check: \(error)")
      }
      return
    }
    do {
      if found.damage != nil {
        try checkRepair(files, found)
      } else {
        try checkStart(files, found)
      }
    } catch let error as BrokenProperty {
      throw error
    } catch {
      throw BrokenProperty(description: "after a check: \(error)")
    }
  }

  private static func checkRepair(
    _ files: MemoryFileSystem, _ found: Maintenance.Check
  ) throws {
    let before = files.bytes(path)
    let repair = try maintenance(files).repair()
    try hold(files.bytes(path) == before, "a repair leaves the damaged file as it is")
    guard let repaired = repair.file.flatMap(files.bytes) else {
      throw BrokenProperty(description: "a damaged journal gets a new file")
    }
    let after = try maintenance(MemoryFileSystem([path: repaired])).check()
    try hold(after.damage == nil && after.tornTail == nil, "what a repair writes is whole")
    try hold(
      after.items == found.items && after.lists == found.lists, "a repair keeps what it counted")
  }

  private static func checkStart(_ files: MemoryFileSystem, _ found: Maintenance.Check) throws {
    var options = FileStore.Options()
    options.hasThreads = false
    options.now = { now }
    let store = try FileStore(
      folder: MemoryFileSystem.folder, fileSystem: files, options: options, log: { _ in },
      firstStart: { _ in nil })
    let revision = store.read { $0.revision }.result
    try hold(revision == found.revision, "a start knows the transactions that a check counted")
    store.close()
    let started = try maintenance(files).check()
    try hold(started.tornTail == nil, "a start cuts a torn tail off")
    _ = try maintenance(files).compact(log: { _ in })
    let compacted = try maintenance(files).check()
    try hold(compacted.damage == nil, "what a compaction writes is whole")
    try hold(
      compacted.items == found.items && compacted.lists == found.lists
        && compacted.revision == found.revision, "a compaction keeps everything")
  }

  private static func maintenance(_ files: MemoryFileSystem) -> Maintenance {
    Maintenance(folder: MemoryFileSystem.folder, fileSystem: files, now: now)
  }
}
