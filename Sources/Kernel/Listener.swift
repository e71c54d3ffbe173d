#if canImport(Darwin)
  import Darwin
#else
  import CLinux
  import Glibc
#endif

/// A socket that takes in connections, without ever blocking.
package struct Listener: ~Copyable, Sendable {
  package let descriptor: Descriptor
  /// Where it listens; the port is the one the system chose if any was asked for.
  package let address: SocketAddress

  /// Listens on an address.
  ///
  /// - Parameters:
  ///   - address: port 0 asks for any free one.
  ///   - backlog: how many connections the system holds until they are accepted.
  /// - Throws: EADDRINUSE if somebody else listens there, and whatever else the system says.
  package init(on address: SocketAddress, backlog: Int) throws(SystemError) {
    let descriptor = try StreamSocket.make(isIPv4: address.isIPv4)
    let number = descriptor.number
    // A server started again does not wait for connections of the one before; on no system does
    // this let two listen at a time.
    try StreamSocket.set(number, SOL_SOCKET, SO_REUSEADDR, 1)
    if !address.isIPv4 { try StreamSocket.set(number, CInt(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
    try systemCall("bind") { unsafe address.withSystemAddress { unsafe bind(number, $0, $1) } }
    try self.init(takingOver: descriptor, backlog: backlog)
  }

  /// Takes over a bound socket, such as one that a supervisor opened.
  package init(
    takingOver descriptor: consuming Descriptor, backlog: Int
  ) throws(SystemError) {
    let number = descriptor.number
    try StreamSocket.makeNonBlocking(number)
    try systemCall("listen") { listen(number, CInt(clamping: backlog)) }
    address = try StreamSocket.localAddress(number)
    self.descriptor = descriptor
  }

  /// What came of an attempt to take in a connection.
  package enum Acceptance: ~Copyable {
    case connection(Descriptor, from: SocketAddress?)
    /// There is none.
    case none
    /// One was there and is gone; the next may be fine.
    case lost
    /// The system has no descriptor or memory for it; it goes on waiting.
    case exhausted(SystemError)
  }

  /// Takes in a connection: non-blocking, with small writes sent at once.
  package func accept() -> Acceptance {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let number = descriptor.number
    do throws(SystemError) {
      // The storage is large enough for any address.
      let accepted = try systemCall("accept") {
        unsafe withUnsafeMutablePointer(to: &storage) {
          unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            #if canImport(Darwin)
              unsafe Darwin.accept(number, $0, &size)
            #else
              unsafe accept4(
                number, $0, &size, CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
            #endif
          }
        }
      }
      let connection = Descriptor(owning: accepted)
      #if canImport(Darwin)
        try StreamSocket.makeNonBlocking(accepted)
        try StreamSocket.set(accepted, SOL_SOCKET, SO_NOSIGPIPE, 1)
      #endif
      // Answers are written whole, so there is nothing to wait for; a failure costs speed only.
      try? StreamSocket.set(accepted, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
      let address = unsafe withUnsafePointer(to: storage) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe SocketAddress(reading: $0)
        }
      }
      return .connection(connection, from: address)
    } catch {
      switch error.code {
      case EAGAIN, EWOULDBLOCK: return .none
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(error)
      // ECONNABORTED, and the errors of the network that Linux passes on from the new connection.
      default: return .lost
      }
    }
  }
}
