#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The system's clocks.
package enum Clock {
  /// Milliseconds of a clock that only goes forward, from an arbitrary start.
  package static func monotonicMilliseconds() -> Int {
    milliseconds(CLOCK_MONOTONIC)
  }

  /// Milliseconds since the start of 1970 in UTC, as far as the system's time is right.
  package static func unixMilliseconds() -> Int {
    milliseconds(CLOCK_REALTIME)
  }

  /// Lets the thread sleep.
  package static func pause(milliseconds: Int) {
    var time = timespec()
    time.tv_sec = milliseconds / 1000
    time.tv_nsec = milliseconds % 1000 * 1_000_000
    // A signal may end it early, which is no harm.
    _ = unsafe nanosleep(&time, nil)
  }

  /// Nanoseconds of a clock that only goes forward, from an arbitrary start.
  package static func monotonicNanoseconds() -> Int {
    nanoseconds(CLOCK_MONOTONIC)
  }

  /// Nanoseconds for which processors have worked for this process, in the kernel too.
  package static func processNanoseconds() -> Int {
    nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
  }

  /// Nanoseconds for which processors have worked for the calling thread, in the kernel too.
  package static func threadNanoseconds() -> Int {
    nanoseconds(CLOCK_THREAD_CPUTIME_ID)
  }

  /// Seconds east of Greenwich at that moment in this machine's time zone.
  package static func localOffset(atMilliseconds milliseconds: Int) -> Int {
    var seconds: time_t = time_t(milliseconds.flooredQuotient(by: 1_000))
    var local = unsafe tm()
    // The reentrant form writes only to what is handed in.
    guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
    return unsafe local.tm_gmtoff
  }

  private static func milliseconds(_ clock: clockid_t) -> Int {
    let time = time(clock)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  private static func nanoseconds(_ clock: clockid_t) -> Int {
    let time = time(clock)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private static func time(_ clock: clockid_t) -> timespec {
    var time = timespec()
    // Fails only for a clock that does not exist.
    _ = unsafe clock_gettime(clock, &time)
    return time
  }
}

extension Int {
  fileprivate func flooredQuotient(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
