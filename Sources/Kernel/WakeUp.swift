#if canImport(Darwin)
  import Darwin
#else
  import CLinux
  import Glibc
#endif

/// Makes a poller of one thread return when another thread says so. Signals that come before it
/// looks are one.
package struct WakeUp: ~Copyable, Sendable {
  /// What the poller watches for reading.
  package let receiver: Descriptor
  #if canImport(Darwin)
    private let sender: Descriptor
  #endif

  package init() throws(SystemError) {
    #if canImport(Darwin)
      var pair: (CInt, CInt) = (-1, -1)
      try systemCall("pipe") {
        unsafe withUnsafeMutablePointer(to: &pair) {
          unsafe $0.withMemoryRebound(to: CInt.self, capacity: 2) { unsafe pipe($0) }
        }
      }
      let (reading, writing) = pair
      let receiver = Descriptor(owning: reading)
      let sender = Descriptor(owning: writing)
      for number in [reading, writing] {
        try systemCall("fcntl") { fcntl(number, F_SETFL, O_NONBLOCK) }
        try systemCall("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
      }
      self.receiver = receiver
      self.sender = sender
    #else
      let flags = CInt(EFD_NONBLOCK | EFD_CLOEXEC)
      receiver = Descriptor(owning: try systemCall("eventfd") { eventfd(0, flags) })
    #endif
  }

  /// Wakes the poller; from any thread.
  package func signal() {
    var one: UInt64 = 1
    // Fails only when as many signals wait as can be counted: then the poller is awake.
    #if canImport(Darwin)
      _ = unsafe write(sender.number, &one, 1)
    #else
      _ = unsafe write(receiver.number, &one, 8)
    #endif
  }

  /// Takes the signals that have come; by the thread of the poller.
  package func clear() {
    #if canImport(Darwin)
      var octets: (UInt64, UInt64) = (0, 0)
      while unsafe read(receiver.number, &octets, 16) == 16 {}
    #else
      var count: UInt64 = 0
      _ = unsafe read(receiver.number, &count, 8)
    #endif
  }
}
