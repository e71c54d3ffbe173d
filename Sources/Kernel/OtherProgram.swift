#if canImport(Darwin)
  import Darwin
#else
  import CLinux
  import Glibc
#endif

/// Programs of the system that this one starts.
package enum OtherProgram {
  /// Opens an address in the browser that the person has chosen, by the system's own means, and
  /// waits until that program has ended, which may take as long as the browser runs.
  ///
  /// - Throws: ENOENT if the system has no such program.
  /// - Returns: whether it says that it did so.
  package static func openInBrowser(_ address: String) throws(SystemError) -> Bool {
    #if canImport(Darwin)
      try run("open", address)
    #else
      try run("xdg-open", address)
    #endif
  }

  /// Runs a program that is found by `PATH`, without input and output of its own.
  private static func run(_ name: String, _ argument: String) throws(SystemError) -> Bool {
    // Both are freed below, after the new process has its copies.
    let words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup(name), strdup(argument), nil]
    defer {
      unsafe free(words[0])
      unsafe free(words[1])
    }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
      let environment = unsafe _NSGetEnviron().pointee
    #else
      var attributes = posix_spawnattr_t()
      var actions = unsafe posix_spawn_file_actions_t()
      let environment = unsafe modosu_environment()
    #endif
    _ = unsafe posix_spawnattr_init(&attributes)
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    _ = unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    #if canImport(Darwin)
      unsafe restoreSignals(in: &attributes)
    #else
      restoreSignals(in: &attributes)
    #endif
    for number in CInt(0)...2 {
      _ = unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    var process = pid_t()
    let code = unsafe posix_spawnp(&process, name, &actions, &attributes, words, environment)
    guard code == 0 else { throw SystemError("posix_spawn", code: code) }
    var status: CInt = 0
    try systemCall("waitpid") { unsafe waitpid(process, &status, 0) }
    return status == 0
  }
}

#if canImport(Darwin)
  private typealias SpawnAttributes = posix_spawnattr_t?
#else
  private typealias SpawnAttributes = posix_spawnattr_t
#endif

/// The signals that this program holds back or ignores (``Signals/prepare()``) are as usual in the
/// other one.
private func restoreSignals(in attributes: inout SpawnAttributes) {
  var none = sigset_t()
  _ = unsafe sigemptyset(&none)
  _ = unsafe posix_spawnattr_setsigmask(&attributes, &none)
  var usual = sigset_t()
  _ = unsafe sigemptyset(&usual)
  _ = unsafe sigaddset(&usual, SIGPIPE)
  _ = unsafe sigaddset(&usual, SIGXFSZ)
  _ = unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
  let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
  _ = unsafe posix_spawnattr_setflags(&attributes, flags)
}
