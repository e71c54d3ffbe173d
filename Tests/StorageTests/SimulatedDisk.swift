import Kernel
import Storage
import Synchronization

/// A file system in memory that knows what is on the disk and what is not yet: bytes are after a
/// sync of their file, names after one of their folder, and before that each of them may be or not,
/// on its own. It fails, and stops, at any call that a test asks for.
///
/// After a failed sync the data counts as clean, as on Linux: a later sync succeeds and does not
/// write it. This is stricter than most file systems are, and what they all promise.
final class SimulatedDisk: FileSystem {
  let state: Mutex<State>

  struct State: Sendable {
    var nodes: [Node] = [Node(isFolder: true)]
    var open: [FileNumber: Int] = [:]
    var locks: Set<Int> = []
    var nextNumber = 3
    /// The calls of this process, by their names.
    var calls: [String] = []
    var troubles: [Trouble] = []
    /// The process was stopped: nothing it still calls has any effect.
    var isStopped = false
  }

  struct Node: Sendable {
    let isFolder: Bool
    /// What the process sees.
    var memory: [UInt8] = []
    /// What is surely on the disk.
    var bytes: [UInt8] = []
    var names: [String: Int] = [:]
    /// What was done since, in order.
    var pending: [Operation] = []

    init(isFolder: Bool) { self.isFolder = isFolder }
  }

  enum Operation: Sendable {
    case write(Int, [UInt8])
    /// A write whose sync failed: the file may have grown by so many bytes at that place, but what
    /// the process goes on seeing there will never be on the disk.
    case lost(Int, Int)
    case size(Int)
    case name(String, Int?)
    case rename(String, String, Int)
  }

  /// What goes wrong.
  enum Trouble: Sendable {
    /// The process is killed before the n-th call, counted from 1; of a write so many bytes get
    /// through.
    case stop(before: Int, afterBytes: Int)
    /// The n-th call of those with that name (`nil`: of all) fails, and with `forGood` all later
    /// ones of that name.
    case fail(String?, call: Int, SystemError, forGood: Bool)
    /// The n-th write takes half; with an error the one after it fails.
    case shortWrite(call: Int, then: SystemError?)
  }

  init(_ state: State = State()) {
    self.state = Mutex(state)
  }

  /// A copy, as after the end of the process (`kill`): what is in the system's memory stays there.
  func restarted(_ troubles: Trouble...) -> SimulatedDisk {
    var copy = state.withLock { $0 }
    copy.open = [:]
    copy.locks = []
    copy.calls = []
    copy.troubles = troubles
    copy.isStopped = false
    return SimulatedDisk(copy)
  }

  var calls: [String] { state.withLock { $0.calls } }
  var isStopped: Bool { state.withLock { $0.isStopped } }
  func make(_ troubles: Trouble...) { state.withLock { $0.troubles = troubles } }

  /// The next call of a name fails; once.
  func fail(next name: String, _ error: SystemError) -> Trouble {
    .fail(name, call: calls.count { $0 == name } + 1, error, forGood: false)
  }

  /// The bytes of a file as the process sees them, or `nil`.
  func bytes(_ path: String) -> [UInt8]? {
    state.withLock { state in state.find(path).map { state.nodes[$0].memory } }
  }

  /// Puts a file there that is wholly on the disk.
  func put(_ bytes: [UInt8], _ path: String) {
    state.withLock { state in
      let node = state.find(path) ?? state.add(Node(isFolder: false), path)
      state.nodes[node].memory = bytes
      state.nodes[node].bytes = bytes
      state.nodes[node].pending = []
      state.syncAll()
    }
  }

  // MARK: FileSystem

  func open(_ path: String, _ access: Files.Access) throws(SystemError) -> FileNumber {
    try call("open") { state throws(SystemError) in
      let found = state.find(path)
      let node: Int
      switch access {
      case .createNew:
        if found != nil { throw .taken("open") }
        node = state.add(Node(isFolder: false), path)
      case .lock: node = found ?? state.add(Node(isFolder: false), path)
      case .read, .readWrite, .folder:
        guard let found else { throw .missing("open") }
        node = found
      }
      state.nextNumber += 1
      state.open[FileNumber(state.nextNumber)] = node
      return FileNumber(state.nextNumber)
    }
  }

  func close(_ file: FileNumber) {
    state.withLock { state in
      guard let node = state.open.removeValue(forKey: file) else { return }
      if !state.open.values.contains(node) { state.locks.remove(node) }
    }
  }

  func read(_ file: FileNumber, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    try call("read") { state throws(SystemError) in
      let bytes = state.nodes[try state.node(file)].memory
      return Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
    }
  }

  func write(
    _ file: FileNumber, _ bytes: ArraySlice<UInt8>, at offset: Int
  ) throws(SystemError) -> Int {
    try call("write", bytes: bytes.count) { state, most throws(SystemError) in
      let taken = Array(bytes.prefix(most))
      let node = try state.node(file)
      if !taken.isEmpty { state.do(.write(offset, taken), node) }
      return taken.count
    }
  }

  func truncate(_ file: FileNumber, to size: Int) throws(SystemError) {
    try call("truncate") { state throws(SystemError) in
      state.do(.size(size), try state.node(file))
    }
  }

  func syncData(_ file: FileNumber) throws(SystemError) { try sync("sync", file) }

  func sync(_ file: FileNumber) throws(SystemError) {
    let isFolder = state.withLock { state in
      state.open[file].map { state.nodes[$0].isFolder } ?? false
    }
    try sync(isFolder ? "sync folder" : "sync", file)
  }

  private func sync(_ name: String, _ file: FileNumber) throws(SystemError) {
    do throws(SystemError) {
      try call(name) { state throws(SystemError) in state.sync(try state.node(file)) }
    } catch {
      state.withLock { state in
        guard !state.isStopped, let node = state.open[file] else { return }
        state.nodes[node].pending = state.nodes[node].pending.map { operation in
          guard case .write(let offset, let bytes) = operation else { return operation }
          return .lost(offset, bytes.count)
        }
      }
      throw error
    }
  }

  func lock(_ file: FileNumber) throws(SystemError) -> Bool {
    try call("lock") { state throws(SystemError) in
      state.locks.insert(try state.node(file)).inserted
    }
  }

  func status(_ path: String) throws(SystemError) -> FileStatus? {
    try call("status") { state throws(SystemError) in
      state.find(path).map { node in
        FileStatus(
          kind: state.nodes[node].isFolder ? .folder : .file,
          size: state.nodes[node].isFolder ? 0 : state.nodes[node].memory.count)
      }
    }
  }

  func realPath(_ path: String) throws(SystemError) -> String {
    try call("realpath") { state throws(SystemError) in
      guard state.find(path) != nil else { throw .missing("realpath") }
      return path
    }
  }

  func rename(_ path: String, to other: String) throws(SystemError) {
    try call("rename") { state throws(SystemError) in
      guard let node = state.find(path), let folder = state.find(parent(path)) else {
        throw .missing("rename")
      }
      state.nodes[folder].pending.append(.rename(last(path), last(other), node))
    }
  }

  func remove(_ path: String) throws(SystemError) {
    try call("unlink") { state throws(SystemError) in
      guard state.find(path) != nil, let folder = state.find(parent(path)) else {
        throw .missing("unlink")
      }
      state.nodes[folder].pending.append(.name(last(path), nil))
    }
  }

  func makeFolder(_ path: String) throws(SystemError) {
    try call("mkdir") { state throws(SystemError) in
      if state.find(path) != nil { throw .taken("mkdir") }
      _ = state.add(Node(isFolder: true), path)
    }
  }

  // MARK: Trouble

  private func call<R: Sendable>(
    _ name: String, _ body: (inout State) throws(SystemError) -> R
  ) throws(SystemError) -> R {
    try call(name, bytes: 0) { state, _ throws(SystemError) in try body(&state) }
  }

  private func call<R: Sendable>(
    _ name: String, bytes: Int, _ body: (inout State, Int) throws(SystemError) -> R
  ) throws(SystemError) -> R {
    try state.withLock { state throws(SystemError) in
      if state.isStopped { throw .inputOutput("stopped") }
      state.calls.append(name)
      let all = state.calls.count
      let same = state.calls.count { $0 == name }
      var most = bytes
      for trouble in state.troubles {
        switch trouble {
        case .stop(let before, let afterBytes) where all == before:
          if bytes > 0, afterBytes > 0 { _ = try body(&state, min(afterBytes, bytes)) }
          state.isStopped = true
          throw .inputOutput("stopped")
        case .fail(let wanted, let number, let error, let forGood)
        where wanted == nil || wanted == name:
          let count = wanted == nil ? all : same
          if count == number || forGood && count > number { throw error }
        case .shortWrite(let number, let error) where name == "write":
          if same == number { most = (bytes + 1) / 2 }
          if same == number + 1, let error { throw error }
        default: break
        }
      }
      return try body(&state, most)
    }
  }
}

func parent(_ path: String) -> String {
  let parts = path.split(separator: "/").dropLast()
  return "/" + parts.joined(separator: "/")
}

func last(_ path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? ""
}

extension SimulatedDisk.State {
  func node(_ file: FileNumber) throws(SystemError) -> Int {
    guard let node = open[file] else { throw .inputOutput("closed") }
    return node
  }

  func find(_ path: String) -> Int? {
    var node = 0
    for name in path.split(separator: "/") {
      guard nodes[node].isFolder, let next = live(names: node)[String(name)] else { return nil }
      node = next
    }
    return node
  }

  mutating func add(_ node: SimulatedDisk.Node, _ path: String) -> Int {
    guard let folder = find(parent(path)) else { preconditionFailure("no folder for \(path)") }
    nodes.append(node)
    nodes[folder].pending.append(.name(last(path), nodes.count - 1))
    return nodes.count - 1
  }

  mutating func `do`(_ operation: SimulatedDisk.Operation, _ node: Int) {
    nodes[node].memory = Self.bytes(nodes[node].memory, [operation])
    nodes[node].pending.append(operation)
  }

  func live(names node: Int) -> [String: Int] {
    Self.names(nodes[node].names, nodes[node].pending)
  }

  mutating func sync(_ node: Int) {
    if nodes[node].isFolder {
      nodes[node].names = live(names: node)
    } else {
      nodes[node].bytes = Self.bytes(nodes[node].bytes, nodes[node].pending)
    }
    nodes[node].pending = []
  }

  mutating func syncAll() {
    for node in nodes.indices { sync(node) }
  }

  static func bytes(
    _ base: [UInt8], _ operations: [SimulatedDisk.Operation]
  ) -> [UInt8] {
    var bytes = base
    for operation in operations {
      switch operation {
      case .write(let offset, let new):
        if bytes.count < offset + new.count {
          bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count)
        }
        bytes.replaceSubrange(offset..<offset + new.count, with: new)
      case .lost(let offset, let count):
        if bytes.count < offset + count {
          bytes += [UInt8](repeating: 0, count: offset + count - bytes.count)
        }
      case .size(let size):
        if size < bytes.count {
          bytes.removeLast(bytes.count - size)
        } else {
          bytes += [UInt8](repeating: 0, count: size - bytes.count)
        }
      case .name, .rename: break
      }
    }
    return bytes
  }

  static func names(
    _ base: [String: Int], _ operations: [SimulatedDisk.Operation]
  ) -> [String: Int] {
    var names = base
    for operation in operations {
      switch operation {
      case .name(let name, let node): names[name] = node
      case .rename(let from, let to, let node):
        if names[from] == node { names[from] = nil }
        names[to] = node
      case .write, .lost, .size: break
      }
    }
    return names
  }
}
