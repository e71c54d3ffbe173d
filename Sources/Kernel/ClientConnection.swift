#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A connection to a server on this machine, whose calls wait.
package struct ClientConnection: ~Copyable {
  private let socket: Descriptor

  /// Seconds that a call waits for the other side.
  package static let patienceSeconds = 120

  /// Connects.
  package init(to address: SocketAddress) throws(SystemError) {
    let socket = try StreamSocket.make(isIPv4: address.isIPv4)
    try Self.connect(socket.number, to: address)
    self.socket = socket
  }

  private static func connect(_ number: CInt, to address: SocketAddress) throws(SystemError) {
    var patience = timeval()
    patience.tv_sec = patienceSeconds
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      // The structure lives for the call.
      try systemCall("setsockopt") {
        unsafe setsockopt(
          number, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
      }
    }
    try systemCall("connect") {
      // The address lives for the call.
      unsafe address.withSystemAddress { unsafe connectSocket(number, $0, $1) }
    }
  }

  /// Sends all of the bytes.
  package func send(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch StreamSocket.send([rest], to: socket) {
      case .moved(let count): rest = rest.dropFirst(count)
      case .blocked, .ended: throw SystemError("sendmsg", code: ETIMEDOUT)
      case .failed(let error): throw error
      }
    }
  }

  /// Reads until the other side has sent its last.
  package func receiveAll() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      switch StreamSocket.receive(from: socket, into: &buffer) {
      case .moved(let count): bytes += buffer[..<count]
      case .ended: return bytes
      case .blocked: throw SystemError("recv", code: ETIMEDOUT)
      case .failed(let error): throw error
      }
    }
  }
}
