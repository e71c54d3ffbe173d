#if canImport(Darwin)
  import Darwin
#else
  import CLinux
  import Glibc
#endif

/// What came of an attempt to read from or write to a stream.
package enum Transfer: Sendable {
  /// So many octets were moved; at least one.
  case moved(Int)
  /// Nothing can be moved now.
  case blocked
  /// The other side has sent its last; only of reading.
  case ended
  /// The connection is gone.
  case failed(SystemError)
}

/// Calls on connected sockets, none of which blocks.
package enum StreamSocket {
  /// Reads into a buffer, from its start.
  package static func receive(
    from socket: borrowing Descriptor, into buffer: inout [UInt8]
  ) -> Transfer {
    let number = socket.number
    do throws(SystemError) {
      let count = try systemCall("recv") {
        unsafe buffer.withUnsafeMutableBytes { unsafe recv(number, $0.baseAddress, $0.count, 0) }
      }
      return count == 0 ? .ended : .moved(count)
    } catch {
      return outcome(error)
    }
  }

  /// Writes pieces one after the other with one call, or as many of them as one call takes.
  ///
  /// - Parameter pieces: none of them empty, and at least one.
  package static func send(
    _ pieces: [ArraySlice<UInt8>], to socket: borrowing Descriptor
  ) -> Transfer {
    let number = socket.number
    let flags = sendFlags
    return unsafe withVectors(of: pieces.prefix(maximumPieces)) { vectors in
      var message = unsafe msghdr()
      unsafe message.msg_iov = vectors.baseAddress
      unsafe message.msg_iovlen = .init(vectors.count)
      do throws(SystemError) {
        return .moved(try systemCall("sendmsg") { unsafe sendmsg(number, &message, flags) })
      } catch {
        return outcome(error)
      }
    }
  }

  /// Writes one piece, which is not empty.
  package static func send(_ piece: [UInt8], to socket: borrowing Descriptor) -> Transfer {
    let number = socket.number
    do throws(SystemError) {
      let count = try systemCall("send") {
        unsafe piece.withUnsafeBytes { unsafe sendOctets(number, $0, sendFlags) }
      }
      return .moved(count)
    } catch {
      return outcome(error)
    }
  }

  private static var sendFlags: CInt {
    #if canImport(Darwin)
      0
    #else
      CInt(MSG_NOSIGNAL)
    #endif
  }

  /// Tells the other side that nothing more will be sent.
  package static func finishSending(_ socket: borrowing Descriptor) {
    // Fails only if the connection is gone already.
    _ = shutdown(socket.number, CInt(SHUT_WR))
  }

  /// How many pieces one call takes. More are not worth it: each costs a step in the kernel.
  private static let maximumPieces = 64

  private static func outcome(_ error: SystemError) -> Transfer {
    error.code == EAGAIN || error.code == EWOULDBLOCK ? .blocked : .failed(error)
  }

  /// Calls a function with the vectors of pieces. Each piece is pinned by a call of its own, since
  /// a pointer to an array's elements is good inside such a call only.
  private static func withVectors(
    of pieces: ArraySlice<ArraySlice<UInt8>>,
    _ body: (UnsafeMutableBufferPointer<iovec>) -> Transfer
  ) -> Transfer {
    unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: pieces.count) {
      unsafe fill($0, with: pieces, from: 0, body)
    }
  }

  private static func fill(
    _ vectors: UnsafeMutableBufferPointer<iovec>, with pieces: ArraySlice<ArraySlice<UInt8>>,
    from index: Int, _ body: (UnsafeMutableBufferPointer<iovec>) -> Transfer
  ) -> Transfer {
    guard index < pieces.count else { return unsafe body(vectors) }
    return unsafe pieces[pieces.startIndex + index].withUnsafeBytes { octets in
      // The kernel only reads what an output vector points to.
      unsafe vectors.initializeElement(
        at: index,
        to: iovec(
          iov_base: UnsafeMutableRawPointer(mutating: octets.baseAddress), iov_len: octets.count))
      return unsafe fill(vectors, with: pieces, from: index + 1, body)
    }
  }
}

extension StreamSocket {
  /// Makes a socket that does not outlive the program in programs that it starts, and whose writes
  /// never end the program.
  static func make(isIPv4: Bool) throws(SystemError) -> Descriptor {
    let family = isIPv4 ? AF_INET : AF_INET6
    #if canImport(Darwin)
      let type = SOCK_STREAM
    #else
      let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #endif
    let descriptor = Descriptor(owning: try systemCall("socket") { socket(family, type, 0) })
    #if canImport(Darwin)
      // What Linux is told with each call.
      let number = descriptor.number
      try systemCall("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
      try set(number, SOL_SOCKET, SO_NOSIGPIPE, 1)
    #endif
    return descriptor
  }

  static func set(
    _ number: CInt, _ level: CInt, _ option: CInt, _ value: CInt
  ) throws(SystemError) {
    var value = value
    try systemCall("setsockopt") {
      unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }
  }

  static func option(
    _ number: CInt, _ level: CInt, _ option: CInt
  ) throws(SystemError) -> CInt {
    var value: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    // The value is as long as is said.
    try systemCall("getsockopt") { unsafe getsockopt(number, level, option, &value, &size) }
    return value
  }

  static func makeNonBlocking(_ number: CInt) throws(SystemError) {
    let flags = try systemCall("fcntl") { fcntl(number, F_GETFL) }
    try systemCall("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
    try systemCall("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
  }

  /// The address of this side.
  static func localAddress(_ number: CInt) throws(SystemError) -> SocketAddress {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // The storage is large enough for any address.
    try systemCall("getsockname") {
      unsafe withUnsafeMutablePointer(to: &storage) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getsockname(number, $0, &size)
        }
      }
    }
    let address = unsafe withUnsafePointer(to: storage) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe SocketAddress(reading: $0)
      }
    }
    guard let address else { throw SystemError("getsockname", code: EAFNOSUPPORT) }
    return address
  }
}

/// The system call, whose name on its own would mean a method here.
private func sendOctets(_ number: CInt, _ octets: UnsafeRawBufferPointer, _ flags: CInt) -> Int {
  #if canImport(Darwin)
    unsafe Darwin.send(number, octets.baseAddress, octets.count, flags)
  #else
    unsafe Glibc.send(number, octets.baseAddress, octets.count, flags)
  #endif
}
