#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An address of the Internet protocol with a port.
package struct SocketAddress: Hashable, Sendable {
  /// The octets of the address in their order: 4 or 16.
  package let octets: [UInt8]
  /// The part of the network that a link-local address belongs to; 0 for others.
  package let scope: UInt32
  package var port: UInt16

  /// - Parameter octets: 4 for IPv4, 16 for IPv6.
  package init(octets: [UInt8], scope: UInt32 = 0, port: UInt16) {
    precondition(octets.count == 4 || octets.count == 16, "an address has 4 or 16 octets")
    self.octets = octets
    self.scope = scope
    self.port = port
  }

  package static func ipv4Loopback(port: UInt16) -> SocketAddress {
    SocketAddress(octets: [127, 0, 0, 1], port: port)
  }

  package static func ipv6Loopback(port: UInt16) -> SocketAddress {
    SocketAddress(octets: Array(repeating: 0, count: 15) + [1], port: port)
  }

  package var isIPv4: Bool { octets.count == 4 }

  /// Whether it is an address by which a machine speaks to itself.
  package var isLoopback: Bool {
    isIPv4 ? octets[0] == 127 : self == .ipv6Loopback(port: port)
  }

  /// The addresses of a host, given by number or by name. `localhost` is both loopback addresses,
  /// whatever the system's tables say.
  ///
  /// - Returns: none if the name is not known.
  package static func resolve(host: String, port: UInt16) -> [SocketAddress] {
    if host.lowercased() == "localhost" {
      return [.ipv4Loopback(port: port), .ipv6Loopback(port: port)]
    }
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE
    #if canImport(Darwin)
      unsafe hints.ai_socktype = SOCK_STREAM
    #else
      unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    // The list is walked and copied before it is freed.
    guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var found: [SocketAddress] = []
    var entry = unsafe list
    while let info = unsafe entry {
      if var address = unsafe SocketAddress(reading: info.pointee.ai_addr) {
        address.port = port
        if !found.contains(address) { found.append(address) }
      }
      unsafe entry = info.pointee.ai_next
    }
    return found
  }

  /// Copies what a system call left behind a pointer; nil if it is of another family.
  init?(reading pointer: UnsafePointer<sockaddr>?) {
    // The family says which structure there is, and how long.
    guard let pointer = unsafe pointer else { return nil }
    let raw = unsafe UnsafeRawPointer(pointer)
    switch unsafe CInt(pointer.pointee.sa_family) {
    case AF_INET:
      let address = unsafe raw.loadUnaligned(as: sockaddr_in.self)
      self.init(
        octets: unsafe withUnsafeBytes(of: address.sin_addr) { unsafe Array($0) },
        port: UInt16(bigEndian: address.sin_port))
    case AF_INET6:
      let address = unsafe raw.loadUnaligned(as: sockaddr_in6.self)
      self.init(
        octets: unsafe withUnsafeBytes(of: address.sin6_addr) { unsafe Array($0) },
        scope: address.sin6_scope_id, port: UInt16(bigEndian: address.sin6_port))
    default: return nil
    }
  }

  /// Calls a function with the structure that system calls take.
  func withSystemAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    if isIPv4 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      unsafe withUnsafeMutableBytes(of: &address.sin_addr) { unsafe $0.copyBytes(from: octets) }
      #if canImport(Darwin)
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
      #endif
      return unsafe withUnsafePointer(to: address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_scope_id = scope
    unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0.copyBytes(from: octets) }
    #if canImport(Darwin)
      address.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
    #endif
    return unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
  }
}

extension SocketAddress: CustomStringConvertible {
  /// The address by number, without brackets.
  package var host: String {
    var text: [CChar] = Array(repeating: 0, count: 64)
    let family = isIPv4 ? AF_INET : AF_INET6
    let size = socklen_t(text.count)
    // Both arrays are long enough for either family.
    let isMade = unsafe octets.withUnsafeBytes { octets in
      unsafe inet_ntop(family, octets.baseAddress, &text, size) != nil
    }
    guard isMade else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// As in a URL, such as `127.0.0.1:8080` or `[::1]:8080`.
  package var description: String { isIPv4 ? "\(host):\(port)" : "[\(host)]:\(port)" }
}
