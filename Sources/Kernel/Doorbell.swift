#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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

extension Thread {
  /// Makes the calling thread give way to the others of the process when processors are scarce.
  package static func giveWay() {
    #if canImport(Glibc)
      // On Linux a nice value belongs to a thread, and 0 means the calling one.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
  }
}
