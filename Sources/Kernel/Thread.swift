#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread of its own for work that waits in system calls, which no shared pool can afford.
package struct Thread: ~Copyable, Sendable {
  private let handle: Handle

  /// The system's name of a thread, a pointer on some; only passed back.
  @safe private struct Handle: @unchecked Sendable {
    let raw: pthread_t
  }

  /// What the new thread takes over.
  private final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread. Let go of without a ``join()``, it goes on by itself, at most as long as the
  /// program.
  package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    // The new thread gives the reference back that is passed on here.
    let start = unsafe Unmanaged.passRetained(Start(body))
    #if canImport(Darwin)
      var raw: pthread_t?
      let code = unsafe pthread_create(&raw, nil, { unsafe Thread.run($0) }, start.toOpaque())
    #else
      var raw = pthread_t()
      let code = unsafe pthread_create(&raw, nil, { unsafe Thread.run($0) }, start.toOpaque())
    #endif
    guard code == 0 else {
      unsafe start.release()
      throw SystemError("pthread_create", code: code)
    }
    #if canImport(Darwin)
      guard let raw = unsafe raw else { throw SystemError("pthread_create", code: EAGAIN) }
      handle = unsafe Handle(raw: raw)
    #else
      handle = Handle(raw: raw)
    #endif
  }

  /// Waits until the thread has ended.
  package consuming func join() {
    #if canImport(Darwin)
      _ = unsafe pthread_join(handle.raw, nil)
    #else
      _ = pthread_join(handle.raw, nil)
    #endif
    discard self
  }

  deinit {
    #if canImport(Darwin)
      _ = unsafe pthread_detach(handle.raw)
    #else
      _ = pthread_detach(handle.raw)
    #endif
  }

  private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context {
      unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
    }
    return nil
  }
}

extension Thread {
  /// Lets others run first who are ready to; returns at once if there are none.
  package static func yield() {
    sched_yield()
  }

  /// The number of threads that run at the same time on this machine; at least 1.
  package static var hardwareCount: Int {
    max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))))
  }
}
