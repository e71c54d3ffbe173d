import Kernel
import Storage
import Synchronization
import Testing
import Todo

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

private func open(
  _ folder: String, compactAfter: Int? = nil, log: Log = Log()
) throws(StorageError) -> FileStore {
  try FileStore(
    folder: folder, options: FileStore.Options(compactAfter: compactAfter),
    log: { log.add($0) }, firstStart: firstList)
}

private func permissions(_ path: String) throws -> UInt16 {
  try #require(try Files.status(path)).permissions
}

@Suite struct RealFileTests {
  @Test func `what was written to real files is there after a restart`() throws {
    try inTemporaryFolder { folder in
      let data = folder + "/a/b"
      var written = ""
      for part in 0..<3 {
        let store = try open(data, compactAfter: 8)
        #expect(part == 0 || store.read { Dump($0).text }.result == written)
        for number in 1...20 { #expect(add(part * 100 + number, to: store) == .durable) }
        written = store.read { Dump($0).text }.result
        store.close()
      }
      #expect(written.contains("item 220"))
      #expect(names(in: data) == ["journal.jsonl", "lock"])
      #expect(try permissions(folder + "/a") == 0o700)
      #expect(try permissions(data + "/journal.jsonl") == 0o600)
    }
  }

  /// Many threads write at once: every ticket is settled, every command is there, and the lines of
  /// one batch say the same of what was on disk. With long texts the journal grows by much while it
  /// is compacted.
  @Test(arguments: [0, 30_000], [false, true])
  func `commands of many threads are written together`(length: Int, here: Bool) throws {
    try inTemporaryFolder { folder in
      let store = try open(folder, compactAfter: 100)
      let settled = Mutex(0)
      store.onSettled { settled.withLock { $0 += 1 } }
      let durable = Mutex(0)
      let threads = (0..<8).compactMap { part in
        try? JoinedThread {
          for number in 0..<40
          where add(part * 1_000 + number, to: store, detail: length, here: here) == .durable {
            durable.withLock { $0 += 1 }
          }
        }
      }
      for thread in threads { thread.join() }
      #expect(durable.withLock { $0 } == 320)
      #expect(settled.withLock { $0 } > 0)
      let maintenance = Maintenance(folder: folder, now: time())
      // The compaction has a thread of its own, which may come late.
      var more = 0
      while try maintenance.check().transactions > 320, more < 2_000 {
        more += 1
        add(100_000 + more, to: store, here: here)
      }
      let shown = store.read { Dump($0).text }.result
      store.close()
      let found = try maintenance.check()
      #expect(found.revision == 321 + more)
      #expect(found.items == 320 + more)
      #expect(more < 2_000)
      let again = try open(folder)
      #expect(again.read { Dump($0).text }.result == shown)
      again.close()
    }
  }

  @Test func `a second store in the same folder is refused by whatever name`() throws {
    try inTemporaryFolder { folder in
      let store = try open(folder + "/data")
      #expect(unsafe symlink(folder + "/data", folder + "/link") == 0)
      for name in ["/data", "/link", "/data/../data", "/./data/"] {
        let error = #expect(throws: StorageError.self) { try open(folder + name) }
        #expect("\(try #require(error))".contains("in use"))
      }
      #expect(add(1, to: store) == .durable)
      store.close()
      try open(folder + "/link").close()
    }
  }

  @Test func `links stay links and modes are kept`() throws {
    try inTemporaryFolder { folder in
      try open(folder + "/data").close()
      try Files.makeFolder(folder + "/elsewhere")
      try Files.rename(folder + "/data/journal.jsonl", to: folder + "/elsewhere/mine")
      #expect(unsafe symlink("../elsewhere/mine", folder + "/data/journal.jsonl") == 0)
      #expect(unsafe chmod(folder + "/elsewhere/mine", 0o640) == 0)
      let before = try contents(of: folder + "/elsewhere/mine")
      _ = try Maintenance(folder: folder + "/data", now: time()).compact { _ in }
      #expect(try contents(of: folder + "/elsewhere/mine") != before)
      #expect(try permissions(folder + "/elsewhere/mine") == 0o640)
      #expect(names(in: folder + "/elsewhere") == ["mine"])
      let store = try open(folder + "/data")
      #expect(add(1, to: store) == .durable)
      store.close()
    }
  }

  @Test func `something else in the place of a folder or a file is named and left alone`() throws {
    try inTemporaryFolder { folder in
      _ = try Files.open(folder + "/file", .createNew(nil))
      try Files.makeFolder(folder + "/data")
      try Files.makeFolder(folder + "/data/journal.jsonl")
      try Files.makeFolder(folder + "/broken")
      #expect(unsafe symlink("/nowhere/at/all", folder + "/broken/journal.jsonl") == 0)
      for (name, path) in [
        ("/file", "/file"), ("/file/below", "/file"), ("/data", "/data/journal.jsonl"),
        ("/broken", "/broken/journal.jsonl"),
      ] {
        let error = #expect(throws: StorageError.self) { try open(folder + name) }
        #expect("\(try #require(error))".contains(path))
        #expect(error?.exitStatus == 1)
      }
    }
  }

  @Test func `a left-over new file is removed, and stands in nobody's way`() throws {
    try inTemporaryFolder { folder in
      try open(folder).close()
      _ = try Files.open(folder + "/journal.jsonl.new", .createNew(nil))
      let store = try open(folder)
      #expect(names(in: folder) == ["journal.jsonl", "lock"])
      store.close()
    }
  }
}

/// A thread that any number of places may wait for.
private final class JoinedThread: Sendable {
  private let thread: Mutex<Thread?> = Mutex(nil)

  init(_ body: @escaping @Sendable () -> Void) throws {
    try thread.withLock { thread throws(SystemError) in thread = try Thread(body) }
  }

  func join() {
    if let taken = thread.withLock({ $0.take() }) { taken.join() }
  }
}
