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

/// Runs a closure with a folder that is removed afterwards.
func inTemporaryFolder(_ body: (String) throws -> Void) throws {
  let folder = "/tmp/modosu-storage-tests-\(SessionID.random())"
  try Files.makeFolder(folder)
  defer { removeTree(folder) }
  try body(folder)
}

private func removeTree(_ path: String) {
  if (try? Files.status(path))?.kind == .folder {
    for name in names(in: path) { removeTree(path + "/" + name) }
    _ = unsafe rmdir(path)
  } else {
    _ = unsafe unlink(path)
  }
}

/// The names in a folder, in order.
func names(in folder: String) -> [String] {
  guard let stream = unsafe opendir(folder) else { return [] }
  defer { unsafe closedir(stream) }
  var names: [String] = []
  while let entry = unsafe readdir(stream) {
    // The name is a C string inside the entry, which lives until the next call.
    let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { tuple in
      unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}

func contents(of path: String) throws -> [UInt8] {
  let file = try Files.open(path, .read)
  return try Files.read(file, at: 0, count: try Files.status(path)?.size ?? 0)
}

/// The first transaction of the stores of the tests: one list.
func firstList(_ workspace: Workspace) -> Transaction? {
  Transaction(
    revision: 1, time: time(), session: nil,
    action: .perform(Label(.start, .list(listID(1)), name: "To do")),
    changes: [
      .insertList(
        ItemList(id: listID(1), name: "To do", created: time()),
        at: ListPlace(after: nil, before: nil, stamp: 1))
    ])
}

/// Creates an item and waits until that is settled.
///
/// - Parameter here: whether the calling thread writes, if it may.
@discardableResult
func add(
  _ number: Int, to store: FileStore, session: Int = 1, detail: Int = 0, here: Bool = false
) -> FileStore.Settlement {
  let text = try? Detail(String(repeating: "x", count: detail))
  let command = CreateItem(
    id: itemID(number), title: title("item \(number)"), detail: text ?? Detail(),
    time: time(Int64(number)))
  let written = perform(command, in: store, session: session, pushes: !here)
  if here { store.push(here: true) }
  return settle(written, in: store)
}

/// Hands a command to a store, which has not made it durable yet.
func perform(
  _ command: some Command, in store: FileStore, session: Int = 1, once: Once? = nil,
  pushes: Bool = true
) -> FileStore.Written<Void> {
  store.write(pushes: pushes) { workspace in
    let made: Transaction?
    do throws(Refusal) {
      made = try workspace.perform(
        command, session: sessionID(session), time: time(Int64(workspace.revision)), once: once)
    } catch {
      made = nil
      Issue.record("refused: \(error)")
    }
    return ((), made)
  }
}

/// Waits for the threads of a store.
func settle(_ written: FileStore.Written<Void>, in store: FileStore) -> FileStore.Settlement {
  guard case .queued(_, let ticket) = written else { return .failed }
  while true {
    let settlement = store.settlement(of: ticket)
    if settlement != .pending { return settlement }
    sched_yield()
  }
}

/// A title that is one.
func title(_ text: String) -> Title {
  do {
    return try Title(text)
  } catch {
    preconditionFailure("\(text) is no title: \(error)")
  }
}

/// The lines that a store logged.
final class Log: Sendable {
  private let text = Mutex<[String]>([])
  func add(_ line: String) { text.withLock { $0.append(line) } }
  var lines: [String] { text.withLock { $0 } }
}

/// `MODOSU_LONG_TESTS=1`: every byte instead of some, more histories.
let isLongRun = unsafe getenv("MODOSU_LONG_TESTS") != nil
