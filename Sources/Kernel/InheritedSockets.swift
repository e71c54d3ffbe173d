#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Sockets that a supervisor such as systemd opened before it started the program, as the manual
/// page `sd_listen_fds(3)` has it: `LISTEN_FDS` of them, from descriptor 3 on, meant for the process
/// that `LISTEN_PID` names. The variables stay as they are; a program started from here has another
/// number, so it does not take them for its own.
package enum InheritedSockets {
  /// More of them are not taken.
  package static let limit = 64

  /// The numbers of the descriptors; none if the program was started without.
  package static func descriptors() -> Range<CInt> {
    descriptors(
      meantFor: Environment.variable("LISTEN_PID"), count: Environment.variable("LISTEN_FDS"),
      process: Int(getpid()))
  }

  /// The same of given values of the two variables, `nil` for one that is not set. Values that are
  /// no numbers count as not set.
  package static func descriptors(
    meantFor listenPID: String?, count listenFDS: String?, process: Int
  ) -> Range<CInt> {
    let first: CInt = 3
    guard let listenPID, Int(listenPID) == process, let listenFDS, let count = Int(listenFDS),
      count > 0
    else { return first..<first }
    return first..<first + CInt(min(count, limit))
  }

  /// The addresses, without their ports, of those that have one of the Internet protocol.
  package static func hosts(_ descriptors: Range<CInt>) -> [String] {
    descriptors.compactMap { try? StreamSocket.localAddress($0).host }
  }
}

extension Listener {
  /// Takes over an inherited descriptor after a look at what it is.
  ///
  /// - Throws: ENOTSOCK or EBADF of what is no socket, EPROTOTYPE of one that is not a listening
  ///   stream, EAFNOSUPPORT of one that is not of the Internet protocol.
  package init(inherited number: CInt, backlog: Int) throws(SystemError) {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = CInt(SOCK_STREAM.rawValue)
    #endif
    guard try StreamSocket.option(number, SOL_SOCKET, SO_TYPE) == stream,
      try StreamSocket.option(number, SOL_SOCKET, SO_ACCEPTCONN) != 0
    else { throw SystemError("getsockopt", code: EPROTOTYPE) }
    try self.init(takingOver: Descriptor(owning: number), backlog: backlog)
  }
}
