import Glibc
import Kernel
import Testing

@Test(
  arguments: [
    ("localhost", ["127.0.0.1:80", "[::1]:80"]), ("LOCALHOST", ["127.0.0.1:80", "[::1]:80"]),
    ("127.0.0.1", ["127.0.0.1:80"]), ("::1", ["[::1]:80"]), ("0.0.0.0", ["0.0.0.0:80"]),
    ("::ffff:1.2.3.4", ["[::ffff:1.2.3.4]:80"]), ("no such name", []),
  ] as [(String, [String])])
func `a host has its addresses`(host: String, addresses: [String]) {
  #expect(SocketAddress.resolve(host: host, port: 80).map(\.description) == addresses)
}

@Test(arguments: [
  ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("0.0.0.0", false), ("::", false),
  ("10.0.0.1", false), ("::ffff:127.0.0.1", false),
])
func `loopback is known by its address`(host: String, isLoopback: Bool) {
  #expect(SocketAddress.resolve(host: host, port: 0).map(\.isLoopback) == [isLoopback])
}

@Test func `a listener says its port, keeps others from it, and has nobody at first`() throws {
  let listener = try Listener(on: .ipv4Loopback(port: 0), backlog: 1)
  #expect(listener.address.port > 0)
  #expect(listener.address.host == "127.0.0.1")
  #expect { _ = try Listener(on: listener.address, backlog: 1) } throws: { error in
    error as? SystemError == SystemError("bind", code: EADDRINUSE)
  }
  switch listener.accept() {
  case .none: break
  default: Issue.record("somebody is there")
  }
}
