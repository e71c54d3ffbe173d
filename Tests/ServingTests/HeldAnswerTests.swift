import Glibc
import HTTP
import Serving
import Testing

private func hope(_ ticket: Int, patience: Int = 1_000_000) -> String {
  "GET /hope/\(ticket)?\(patience) HTTP/1.1\r\nHost: a\r\n\r\n"
}

extension Sockets {
  /// Answers that wait for what may never come.
  @Suite struct HeldAnswers {
    @Test func `all who wait hear of a change, on connections that go on`() throws {
      let server = try TestServer()
      let clients = try (0..<20).map { _ in try server.client() }
      for ticket in 1...3 {
        for client in clients { client.send(hope(ticket)) }
        #expect(clients[0].answer(milliseconds: 50) == nil)
        server.settle(UInt64(ticket), .durable)
        for client in clients { #expect(client.answer()?.status == 200) }
      }
    }

    @Test func `who waited long enough is told that nothing came, and can ask again`() throws {
      let server = try TestServer()
      let client = try server.client()
      for _ in 0..<3 {
        client.send(hope(1, patience: 50))
        #expect(client.answer()?.status == 204)
      }
      client.send(hope(1))
      server.settle(1, .durable)
      #expect(client.answer()?.status == 200)
    }

    @Test func `a change that failed is none`() throws {
      let server = try TestServer()
      let client = try server.client()
      client.send(hope(1))
      #expect(client.answer(milliseconds: 50) == nil)
      server.settle(1, .failed)
      #expect(client.answer()?.status == 204)
    }

    @Test(arguments: [false, true])
    func `who goes away while waiting leaves no descriptor behind`(reset: Bool) throws {
      let server = try TestServer()
      let before = openSockets()
      for _ in 0..<50 {
        let client = try server.client()
        client.send(hope(1))
        if reset { client.resetOnClose() }
        usleep(500)
      }
      #expect(eventually { openSockets() <= before })
    }

    @Test func `who waits does not hold up the end of the server`() throws {
      let server = try TestServer { $0.limits.stopMilliseconds = 1_000_000 }
      let client = try server.client()
      client.send(hope(1))
      #expect(client.answer(milliseconds: 50) == nil)
      server.server.stop()
      #expect(client.answer()?.status == 204)
      #expect(client.end() == .finished)
      server.server.join()
    }
  }
}
