import Kernel
import Synchronization

/// Threads for work that takes longer than an event loop may wait. They are started when there is
/// something to do, up to their number, and give way to the loops when processors are scarce.
package final class Workers: Sendable {
  private typealias Work = @Sendable () -> Void

  private struct State {
    var waiting: [Work] = []
    /// The bells of threads that have nothing to do.
    var idle: [Doorbell] = []
    var threads: [ThreadBox] = []
    var isClosing = false
  }

  /// A thread that is joined once.
  private final class ThreadBox: Sendable {
    private let thread: Mutex<Thread?>
    init(_ thread: consuming Thread) { self.thread = Mutex(thread) }
    func join() { thread.withLock { $0.take() }?.join() }
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: how many threads there are at most.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Has something done by a thread: at once if one has nothing to do, else in its turn. After
  /// ``close()`` nothing is taken any more.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    let bell = state.withLock { state -> Doorbell? in
      guard !state.isClosing else { return nil }
      state.waiting.append(work)
      if let bell = state.idle.popLast() { return bell }
      guard state.threads.count < limit else { return nil }
      // Without a further thread those that there are do it; without any it is done below.
      if let thread = try? Thread({ [weak self] in self?.run() }) {
        state.threads.append(ThreadBox(thread))
      }
      return nil
    }
    bell?.ring()
    let isAlone = state.withLock { $0.threads.isEmpty && !$0.waiting.isEmpty }
    if isAlone { while doNext() {} }
  }

  /// Drops what waits, and waits until what is being done is done.
  package func close() {
    let (threads, bells) = state.withLock { state in
      state.isClosing = true
      state.waiting = []
      defer {
        state.threads = []
        state.idle = []
      }
      return (state.threads, state.idle)
    }
    for bell in bells { bell.ring() }
    for thread in threads { thread.join() }
  }

  private func run() {
    Thread.giveWay()
    let bell = Doorbell()
    while !state.withLock({ $0.isClosing }) {
      if doNext() { continue }
      // Something may have come between the two looks.
      let waits = state.withLock { state in
        guard state.waiting.isEmpty, !state.isClosing else { return false }
        state.idle.append(bell)
        return true
      }
      if waits { bell.wait() }
    }
  }

  /// Does what has waited longest; `false` if there is nothing.
  private func doNext() -> Bool {
    let work = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    work?()
    return work != nil
  }
}
