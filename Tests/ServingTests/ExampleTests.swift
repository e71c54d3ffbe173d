import HTTP
import Serving
import Testing

struct Greeter: Handler {
  func respond(to request: Request) -> Reply {
    guard request.target.path == "/hello" else { return Reply(Response(.notFound)) }
    let name = Form(query: request.target.query).last("name") ?? "you"
    return Reply(Response(.ok, type: MediaType.plainText, body: Body("Hello, \(name)!")))
  }
}

extension Sockets {
  // The code is that of the documentation of `Server`, but for what is printed.
  @Test func `the example of the documentation serves`() throws {
    var configuration = ServerConfiguration()
    configuration.limits.idleMilliseconds = 10_000
    configuration.report = { print($0) }
    let server = try Server(
      host: "localhost", port: 0, handler: Greeter(), configuration: configuration)
    try server.start()
    #expect(server.addresses[0] == "127.0.0.1:\(server.boundPort)")
    let client = try Client(port: server.boundPort)
    client.send("GET /hello?name=Ann HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(client.answer()?.body == "Hello, Ann!")
    client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(client.answer()?.status == 404)
    server.stop()
    server.join()
    #expect(throws: Client.Failure.self) { try Client(port: server.boundPort) }
  }
}
