import Glibc
import HTTP
import Serving
import Synchronization
import Testing

/// A server on a free port with an echo of a handler.
final class TestServer: Sendable {
  let server: Server
  let echo: Echo

  /// - Parameter push: how what answers wait for is settled, if not by the test.
  init(
    _ adjust: (inout ServerConfiguration) -> Void = { _ in },
    push: @escaping @Sendable (Echo, _ here: Bool) -> Void = { _, _ in }
  ) throws {
    let echo = Echo()
    var configuration = ServerConfiguration()
    configuration.loopCount = 2
    adjust(&configuration)
    self.echo = echo
    server = try Server(
      host: "127.0.0.1", port: 0, handler: echo, configuration: configuration,
      settlement: { echo.settlement(of: $0) }, push: { push(echo, $0) })
    try server.start()
  }

  deinit {
    server.stop()
    server.join()
  }

  func client(receiveBuffer: CInt? = nil) throws -> Client {
    try Client(port: server.boundPort, receiveBuffer: receiveBuffer)
  }

  /// Settles a ticket and tells the server.
  func settle(_ ticket: UInt64, _ settlement: Settlement) {
    echo.settle(ticket, settlement)
    server.wake()
  }
}

/// Says what it was asked. `/big` is a megabyte in pieces; `/ticket/N` waits for ticket N,
/// `/hope/N` a while only.
final class Echo: Handler {
  private let tickets = Mutex<[UInt64: Settlement]>([:])
  static let piece = [UInt8](repeating: UInt8(ascii: "b"), count: 65_536)

  func respond(to request: Request) -> Reply {
    let path = request.target.path
    let body = String(decoding: request.body, as: UTF8.self)
    let page = Response(.ok, type: "text/plain", body: Body("\(request.method) \(path) \(body)"))
    if path == "/big" {
      let small = [UInt8(ascii: "s")]
      let body = Body(
        fragments: Array(repeating: [Self.piece, small, []], count: 16).flatMap(\.self))
      return Reply(Response(.ok, body: body))
    }
    if path == "/work" {
      return .working { [self] in
        while settlement(of: 1) == .pending { usleep(1_000) }
        return Reply(page, after: 2) { .working { Reply(Response(.noContent)) } }
      }
    }
    if path == "/empty" { return Reply(Response(.noContent)) }
    if path == "/same" { return Reply(Response(.notModified, fields: ["ETag": "\"a\""])) }
    if path.hasPrefix("/ticket/"), let ticket = UInt64(path.dropFirst(8)) {
      return Reply(page, after: ticket) {
        Reply(Response(.serviceUnavailable, type: "text/plain", body: Body("failed \(ticket)")))
      }
    }
    if path.hasPrefix("/hope/"), let ticket = UInt64(path.dropFirst(6)) {
      let patience = Int(request.target.query ?? "") ?? 1_000_000
      return Reply(page, after: ticket, patience: patience) { Reply(Response(.noContent)) }
    }
    return Reply(page)
  }

  func settlement(of ticket: UInt64) -> Settlement {
    tickets.withLock { $0[ticket] ?? .pending }
  }

  func settle(_ ticket: UInt64, _ settlement: Settlement) {
    tickets.withLock { $0[ticket] = settlement }
  }
}

/// Sockets that this process has open.
func openSockets() -> Int {
  (CInt(0)..<2048).count { number in
    var status = stat()
    return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}

/// All tests that open sockets, one after the other: some of them count descriptors.
@Suite(.serialized) struct Sockets {}

/// Waits until something holds; gives up after ten seconds.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<1000 {
    if condition() { return true }
    usleep(10_000)
  }
  return false
}
