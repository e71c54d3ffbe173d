#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Signals as something one waits for, on a thread that does nothing else.
package enum Signals {
  /// The signals that ask a program to end.
  package enum Ending: CInt, Sendable {
    case interrupt = 2
    case terminate = 15
  }

  /// Holds the ending signals back in this thread and all that it starts later, and ignores
  /// SIGPIPE: a client that went away is an error of the write, not the end of the program. Called
  /// first of all.
  package static func prepare() {
    var set = endingSet()
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    _ = signal(SIGPIPE, SIG_IGN)
    // A file that would outgrow the process's limit likewise: the write says so.
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Waits until one of the ending signals comes; needs ``prepare()``.
  package static func wait() -> Ending {
    var set = endingSet()
    while true {
      var number: CInt = 0
      if unsafe sigwait(&set, &number) == 0, let ending = Ending(rawValue: number) { return ending }
    }
  }

  /// Asks the program to end, as if the signal had come from outside.
  package static func send(_ ending: Ending) {
    // Fails only if there is no such process.
    _ = kill(getpid(), ending.rawValue)
  }

  private static func endingSet() -> sigset_t {
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, Ending.interrupt.rawValue)
    _ = unsafe sigaddset(&set, Ending.terminate.rawValue)
    return set
  }
}
