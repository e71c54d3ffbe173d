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

  private static func milliseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    // Fails only for a clock that does not exist.
    _ = unsafe clock_gettime(clock, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
