import Kernel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Opens listeners by the name of a host.
enum Listening {
  /// Listens on all addresses of a host, on the same port. An address that this machine does not
  /// have is left out as long as another one remains.
  static func open(
    host: String, port: UInt16, backlog: Int
  ) throws(ServerError) -> [ListenerBox] {
    let addresses = SocketAddress.resolve(host: host, port: port)
    guard !addresses.isEmpty else { throw .unknownHost(host) }
    // A port that is free at one address may be in use at the next.
    var attemptsLeft = port == 0 ? 16 : 1
    while true {
      attemptsLeft -= 1
      do throws(ServerError) {
        return try open(addresses, backlog: backlog)
      } catch {
        guard attemptsLeft > 0, case .cannotListen(_, _, isInUse: true) = error else { throw error }
      }
    }
  }

  /// Takes over sockets that listen already.
  static func takeOver(
    _ descriptors: Range<Int32>, backlog: Int
  ) throws(ServerError) -> [ListenerBox] {
    var taken: [ListenerBox] = []
    for number in descriptors {
      do throws(SystemError) {
        taken.append(ListenerBox(try Listener(inherited: number, backlog: backlog)))
      } catch {
        throw .cannotTakeOver(descriptor: number, reason: error.reason)
      }
    }
    return taken
  }

  private static func open(
    _ addresses: [SocketAddress], backlog: Int
  ) throws(ServerError) -> [ListenerBox] {
    var opened: [ListenerBox] = []
    var missing: ServerError?
    for var address in addresses {
      if let first = opened.first { address.port = first.listener.address.port }
      do throws(SystemError) {
        opened.append(ListenerBox(try Listener(on: address, backlog: backlog)))
      } catch {
        let failure = ServerError.cannotListen(
          address: "\(address)", reason: error.reason, isInUse: error.code == EADDRINUSE)
        guard error.code == EADDRNOTAVAIL || error.code == EAFNOSUPPORT else { throw failure }
        missing = failure
      }
    }
    if opened.isEmpty, let missing { throw missing }
    return opened
  }
}
