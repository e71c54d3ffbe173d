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

  /// - Parameter size: where reading ends, in bytes.
  init(_ file: OpenFile, size: Int) {
    feed = JournalFeed(file, size: size)
  }

  /// The next whole line, or `nil`.
  mutating func next() throws(SystemError) -> TakenLine? {
    while true {
      if index < chunk.lines.count {
        defer { index += 1 }
        offset = chunk.lines[index].end
        return chunk.lines[index]
      }
      guard let next = try feed.next(after: chunk) else { return nil }
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
  private let source: Mutex<Source>
  private let state = Mutex(State())
  private let ready = Doorbell()
  private let wanted = Doorbell()
  private let helper = Mutex<Thread?>(nil)

  /// How many chunks may be on their way.
  private static let window = 6
  /// A shorter file is read before a thread has begun, in bytes.
  private static let smallest = 2 << 20

  /// What is still to be read.
  private struct Source {
    var chunks: ChunkSource
    /// How many were given to somebody, which is the number of the next one.
    var given = 0
    /// Whether the end of the file was read.
    var isOver = false
  }

  /// What was read.
  private struct State {
    var hasHelper = false
    /// By the number of the chunk.
    var finished: [Int: Result<JournalChunk, SystemError>] = [:]
    /// How many were taken, which is the number of the next one.
    var taken = 0
    /// Chunks that nobody needs any more. The helper lets go of them: a thread that gives back memory
    /// which another one took has to wait for that one, again and again.
    var done: [JournalChunk] = []
  }

  /// What to do next.
  private enum Task {
    case take(Result<JournalChunk, SystemError>)
    case work(Int, Result<RawChunk, SystemError>)
    case wait
    case end
  }

  /// - Parameter size: where reading ends, in bytes.
  init(_ file: OpenFile, size: Int) {
    source = Mutex(Source(chunks: ChunkSource(file, to: size)))
    guard size >= Self.smallest, Thread.hardwareCount > 1 else { return }
    do throws(SystemError) {
      try helper.withLock { helper throws(SystemError) in
        helper = try Thread { [self] in help() }
      }
      state.withLock { $0.hasHelper = true }
    } catch {
      // Without it the caller does all of the work.
    }
  }

  /// The next chunk; `nil` behind the last one.
  ///
  /// - Parameter last: the one before it, which is not needed any more.
  func next(after last: JournalChunk) throws(SystemError) -> JournalChunk? {
    state.withLock { if $0.hasHelper { $0.done.append(last) } }
    while true {
      switch task(canTake: true) {
      case .take(let result):
        wanted.ring()
        return try result.get()
      case .work(let number, let chunk): finish(number, chunk)
      case .wait: ready.wait()
      case .end: return nil
      }
    }
  }

  /// Ends the helper. Nothing is given afterwards.
  func stop() {
    source.withLock { $0.isOver = true }
    wanted.ring()
    if let helper = helper.withLock({ $0.take() }) { helper.join() }
  }

  private func help() {
    while true {
      discard()
      switch task(canTake: false) {
      case .work(let number, let chunk):
        finish(number, chunk)
        ready.ring()
      case .wait: wanted.wait()
      case .take, .end: return
      }
    }
  }

  /// Lets go of the chunks that are not needed any more, while nobody else has to wait.
  private func discard() {
    let done = state.withLock { state in
      let done = state.done
      state.done = []
      return done
    }
    _ = consume done
  }

  private func task(canTake: Bool) -> Task {
    let (result, taken) = state.withLock { state in
      let result = canTake ? state.finished.removeValue(forKey: state.taken) : nil
      if result != nil { state.taken += 1 }
      return (result, state.taken)
    }
    if let result { return .take(result) }
    // Nobody waits for the disk who could take something.
    return source.withLock { source in
      if source.isOver { return canTake && taken < source.given ? .wait : .end }
      guard source.given - taken < Self.window else { return .wait }
      defer { source.given += 1 }
      do throws(SystemError) {
        let chunk = try source.chunks.next()
        source.isOver = chunk.isLast
        return .work(source.given, .success(chunk))
      } catch {
        source.isOver = true
        return .work(source.given, .failure(error))
      }
    }
  }

  private func finish(_ number: Int, _ chunk: Result<RawChunk, SystemError>) {
    let finished = chunk.map { JournalChunk($0) }
    state.withLock { $0.finished[number] = finished }
  }
}
