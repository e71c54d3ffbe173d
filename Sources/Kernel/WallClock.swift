#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The time of day, as people and files read it. It may be set back: nothing is ordered by it.
package enum WallClock {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package static func milliseconds() -> Int64 {
    var time = timespec()
    // The clock exists and the pointer is valid for the call, so there is no failure to report.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Seconds east of Greenwich at that moment in this machine's time zone.
  package static func localOffset(atMilliseconds milliseconds: Int64) -> Int {
    var seconds: time_t = time_t(milliseconds.quotientRoundingDown(by: 1_000))
    var local = unsafe tm()
    // The reentrant form writes only to what is handed in.
    guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
    return unsafe local.tm_gmtoff
  }
}

extension Int64 {
  fileprivate func quotientRoundingDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
