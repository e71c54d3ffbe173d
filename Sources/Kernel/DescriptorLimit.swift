#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How many descriptors the process may have open.
package enum DescriptorLimit {
  /// Raises the limit as far as the system lets it, if it is lower than a number.
  ///
  /// - Returns: the limit now.
  package static func raise(to count: Int) -> Int {
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = CInt(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    // Fails only for a resource that does not exist.
    guard unsafe getrlimit(resource, &limit) == 0 else { return count }
    let wanted = min(rlim_t(clamping: count), limit.rlim_max)
    if limit.rlim_cur < wanted {
      var raised = limit
      raised.rlim_cur = wanted
      if unsafe setrlimit(resource, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
