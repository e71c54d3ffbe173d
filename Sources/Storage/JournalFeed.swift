import Kernel
import Synchronization

/// The lines of a journal, one after the other.
struct JournalLines {
  private let feed: JournalFeed
  /// The lines that the last one given is among.
  private(set) var chunk = JournalChunk(
    RawChunk(bytes: [], offset: 0, linesEnd: 0, isLast: false))
  private var index = 0
  /// The offset of the first byte that was not given yet.
  private(set) var offset = 0

  /// - Parameters:
  ///   - size: where reading ends, in bytes.
  ///   - hasHelper: whether another thread may work for it.
  init(_ file: OpenFile, size: Int, hasHelper: Bool) {
    feed = JournalFeed(file, size: size, hasHelper: hasHelper)
  }

  /// The next whole line, or `nil`.
  mutating func next() throws(SystemError) -> TakenLine? {
    while true {
      if index < chunk.lines.count {
        defer { index += 1 }
        offset = chunk.lines[index].end
        return chunk.lines[index]
      }
      guard let next = try feed.next() else { return nil }
      chunk = next
      index = 0
    }
  }

  /// Ends the helper.
  func stop() { feed.stop() }
}

/// Gives the chunks of a journal in their order, taken apart, while another thread already works on
/// what comes later: checksums and texts cost as much as putting all together.
///
/// The caller takes part: as long as the chunk that it needs is not ready it works on one itself.
final class JournalFeed: Sendable {
  private let state: Mutex<State>
  private let ready = Doorbell()
  private let wanted = Doorbell()
  private let helper = Mutex<Thread?>(nil)

  /// How many chunks may be on their way.
  private static let window = 6
  /// A shorter file is read before a thread has begun, in bytes.
  private static let smallest = 2 << 20

  private struct State {
    var source: ChunkSource
    /// What was read by the number of the chunk: as many were given to somebody, as many taken.
    var finished: [Int: Result<JournalChunk, SystemError>] = [:]
    var given = 0
    var taken = 0
    /// Whether the end of the file was read.
    var isOver = false
  }

  /// What to do next.
  private enum Task {
    case take(Result<JournalChunk, SystemError>)
    case work(Int, Result<RawChunk, SystemError>)
    case wait
    case end
  }

  /// - Parameters:
  ///   - size: where reading ends, in bytes.
  ///   - hasHelper: whether another thread may work for it.
  init(_ file: OpenFile, size: Int, hasHelper: Bool) {
    state = Mutex(State(source: ChunkSource(file, to: size)))
    guard hasHelper, size >= Self.smallest, Thread.hardwareCount > 1 else { return }
    do throws(SystemError) {
      try helper.withLock { helper throws(SystemError) in
        helper = try Thread { [self] in help() }
      }
    } catch {
      // Without it the caller does all of the work.
    }
  }

  /// The next chunk; `nil` behind the last one.
  func next() throws(SystemError) -> JournalChunk? {
    while true {
      switch task(canTake: true) {
      case .take(let result): return try result.get()
      case .work(let number, let chunk): finish(number, chunk)
      case .wait: ready.wait()
      case .end: return nil
      }
    }
  }

  /// Ends the helper. Nothing is given afterwards.
  func stop() {
    state.withLock { $0.isOver = true }
    wanted.ring()
    if let helper = helper.withLock({ $0.take() }) { helper.join() }
  }

  private func help() {
    while true {
      switch task(canTake: false) {
      case .work(let number, let chunk):
        finish(number, chunk)
        ready.ring()
      case .wait: wanted.wait()
      case .take, .end: return
      }
    }
  }

  private func task(canTake: Bool) -> Task {
    let (task, hasRoom) = state.withLock { state -> (Task, Bool) in
      if canTake, let result = state.finished.removeValue(forKey: state.taken) {
        state.taken += 1
        return (.take(result), true)
      }
      if state.isOver { return (canTake && state.taken < state.given ? .wait : .end, false) }
      guard state.given - state.taken < Self.window else { return (.wait, false) }
      defer { state.given += 1 }
      do throws(SystemError) {
        let chunk = try state.source.next()
        state.isOver = chunk.isLast
        return (.work(state.given, .success(chunk)), false)
      } catch {
        state.isOver = true
        return (.work(state.given, .failure(error)), false)
      }
    }
    if hasRoom { wanted.ring() }
    return task
  }

  private func finish(_ number: Int, _ chunk: Result<RawChunk, SystemError>) {
    let finished = chunk.map { JournalChunk($0) }
    state.withLock { $0.finished[number] = finished }
  }
}
