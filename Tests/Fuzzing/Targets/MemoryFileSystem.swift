import Kernel
import Storage
import Synchronization

/// A folder with files that are nowhere but in memory, and never fail.
final class MemoryFileSystem: FileSystem {
  static let folder = "/data"

  private struct State {
    var files: [String: [UInt8]] = [:]
    var open: [Int: String] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  init(_ files: [String: [UInt8]]) {
    state.withLock { $0.files = files }
  }

  func bytes(_ path: String) -> [UInt8]? { state.withLock { $0.files[path] } }

  func open(_ path: String, _ access: Files.Access) throws(SystemError) -> FileNumber {
    try state.withLock { state throws(SystemError) in
      switch access {
      case .read, .readWrite:
        if state.files[path] == nil { throw SystemError("open", code: 2) }
      case .createNew, .lock: state.files[path, default: []] += []
      case .folder: break
      }
      state.next += 1
      state.open[state.next] = path
      return FileNumber(state.next)
    }
  }

  func close(_ file: FileNumber) { state.withLock { $0.open[file.value] = nil } }

  func read(_ file: FileNumber, at offset: Int, count: Int) -> [UInt8] {
    state.withLock { state in
      let bytes = state.open[file.value].flatMap { state.files[$0] } ?? []
      return Array(bytes.dropFirst(offset).prefix(count))
    }
  }

  func write(_ file: FileNumber, _ bytes: ArraySlice<UInt8>, at offset: Int) -> Int {
    state.withLock { state in
      guard let path = state.open[file.value] else { return bytes.count }
      var held = state.files[path] ?? []
      let missing = max(0, offset + bytes.count - held.count)
      held.append(contentsOf: repeatElement(0, count: missing))
      held.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      state.files[path] = held
      return bytes.count
    }
  }

  func truncate(_ file: FileNumber, to size: Int) {
    state.withLock { state in
      guard let path = state.open[file.value] else { return }
      state.files[path] = Array((state.files[path] ?? []).prefix(size))
    }
  }

  func syncData(_ file: FileNumber) {}
  func sync(_ file: FileNumber) {}
  func lock(_ file: FileNumber) -> Bool { true }

  func status(_ path: String) -> FileStatus? {
    if path == Self.folder || path == "/" { return FileStatus(kind: .folder, size: 0) }
    return state.withLock { $0.files[path] }.map { FileStatus(kind: .file, size: $0.count) }
  }

  func realPath(_ path: String) -> String { path }

  func rename(_ path: String, to other: String) {
    state.withLock { state in
      state.files[other] = state.files.removeValue(forKey: path)
      for (number, name) in state.open where name == path { state.open[number] = other }
    }
  }

  func remove(_ path: String) { state.withLock { $0.files[path] = nil } }
  func makeFolder(_ path: String) {}
}
