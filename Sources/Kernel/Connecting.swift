#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension StreamSocket {
  /// Connects to an address, and waits until that is done. Later calls do not block, and small
  /// writes are sent at once.
  package static func connect(to address: SocketAddress) throws(SystemError) -> Descriptor {
    let descriptor = try make(isIPv4: address.isIPv4)
    let number = descriptor.number
    try systemCall("connect") {
      unsafe address.withSystemAddress { unsafe connectSocket(number, $0, $1) }
    }
    try makeNonBlocking(number)
    try set(number, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
    return descriptor
  }
}

/// The system call, whose name on its own would mean a method here.
func connectSocket(
  _ number: CInt, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> CInt {
  #if canImport(Darwin)
    unsafe Darwin.connect(number, address, size)
  #else
    unsafe Glibc.connect(number, address, size)
  #endif
}
