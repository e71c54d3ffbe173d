import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread of its own for work that blocks.
package final class BackgroundThread: Sendable {
  private let thread: Mutex<pthread_t?>

  /// Starts a thread that runs the closure once.
  ///
  /// - Parameter yielding: whether it gives way to the other threads when processors are scarce.
  package init(yielding: Bool = false, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = unsafe Unmanaged.passRetained(Work(yielding: yielding, body))
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    // The thread takes over the reference that was just retained.
    let code = unsafe pthread_create(&started, nil, runWork, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      throw SystemError("pthread_create", code: code)
    }
    thread = Mutex(started)
  }

  /// Waits until the closure has returned. Only the first call waits.
  package func join() {
    let waited = thread.withLock { handle in
      defer { handle = nil }
      return handle
    }
    // A handle is joined once, since it was taken out above.
    if let waited { joinThread(waited) }
  }

  deinit {
    // Nobody will join it any more: the system cleans up when it ends.
    thread.withLock { if let handle = $0 { detachThread(handle) } }
  }
}

private final class Work: Sendable {
  let yielding: Bool
  let body: @Sendable () -> Void

  init(yielding: Bool, _ body: @escaping @Sendable () -> Void) {
    self.yielding = yielding
    self.body = body
  }
}

#if canImport(Darwin)
  private func runWork(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe start(argument)
    return nil
  }
#else
  private func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument { unsafe start(argument) }
    return nil
  }
#endif

// A thread's handle is a pointer on one system and a number on the other.
#if canImport(Darwin)
  private func joinThread(_ thread: pthread_t) { _ = unsafe pthread_join(thread, nil) }
  private func detachThread(_ thread: pthread_t) { _ = unsafe pthread_detach(thread) }
#else
  private func joinThread(_ thread: pthread_t) { pthread_join(thread, nil) }
  private func detachThread(_ thread: pthread_t) { pthread_detach(thread) }
#endif

private func start(_ argument: UnsafeMutableRawPointer) {
  // The reference that the starter retained.
  let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
  #if canImport(Glibc)
    // On Linux a nice value belongs to a thread: 0 means the calling one.
    if work.yielding { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
  #endif
  work.body()
}

/// What a thread waits for when it has nothing to do. A ring while nobody waits is kept, so none is
/// lost; several count as one.
@safe package final class Doorbell: @unchecked Sendable {
  // Both live on the heap, since the system wants them never to move.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var rung = false

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  package func ring() {
    unsafe pthread_mutex_lock(mutex)
    rung = true
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Returns when the bell has been rung since the last return.
  package func wait() {
    unsafe pthread_mutex_lock(mutex)
    while !rung { unsafe pthread_cond_wait(condition, mutex) }
    rung = false
    unsafe pthread_mutex_unlock(mutex)
  }
}
