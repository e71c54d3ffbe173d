import Glibc
import Kernel
import Testing

@Test(
  arguments: [
    ("7", "1", 3..<4), ("7", "2", 3..<5), ("7", "1000", 3..<67), ("8", "1", 3..<3),
    (nil, "1", 3..<3), ("7", nil, 3..<3), ("7", "0", 3..<3), ("7", "-1", 3..<3),
    ("7", "x", 3..<3), ("x", "1", 3..<3), ("7 ", "1", 3..<3), ("", "", 3..<3),
    ("7", "99999999999999999999", 3..<3),
  ] as [(String?, String?, Range<CInt>)])
func `inherited sockets are those meant for this process`(
  meantFor: String?, count: String?, descriptors: Range<CInt>
) {
  #expect(
    InheritedSockets.descriptors(meantFor: meantFor, count: count, process: 7) == descriptors)
}

@Test func `a listening socket is taken over with its port`() throws {
  let first = try Listener(on: .ipv4Loopback(port: 0), backlog: 1)
  let copy = dup(first.descriptor.number)
  let listener = try Listener(inherited: copy, backlog: 1)
  #expect(listener.address == first.address)
}

@Test(arguments: [
  ("a stream that does not listen", CInt(SOCK_STREAM.rawValue), EPROTOTYPE),
  ("datagrams", CInt(SOCK_DGRAM.rawValue), EPROTOTYPE),
])
func `a socket of another kind is refused`(name: String, type: CInt, code: CInt) {
  let number = socket(AF_INET, type, 0)
  defer { close(number) }
  #expect(throws: SystemError("getsockopt", code: code)) {
    _ = try Listener(inherited: number, backlog: 1)
  }
}

@Test func `a file is no socket`() {
  let number = unsafe open("/dev/null", O_RDWR)
  defer { close(number) }
  #expect(throws: SystemError("getsockopt", code: ENOTSOCK)) {
    _ = try Listener(inherited: number, backlog: 1)
  }
}

@Test(
  arguments: [
    ("1s", 1_000), ("30s", 30_000), ("10m", 600_000), ("2h", 7_200_000), ("007s", 7_000),
    ("8784h", 31_622_400_000), ("8785h", nil), ("0s", nil), ("", nil), ("s", nil), ("10", nil),
    ("10 m", nil), ("-1m", nil), ("+1m", nil), ("1.5h", nil), ("10M", nil), ("1d", nil),
    ("١s", nil), ("9223372036854775807s", nil), ("99999999999999999999h", nil),
  ] as [(String, Int?)])
func `a time has a whole number and a unit`(text: String, milliseconds: Int?) {
  #expect(TimeSpan(text)?.milliseconds == milliseconds)
}
