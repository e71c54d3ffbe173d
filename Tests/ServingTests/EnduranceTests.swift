import Glibc
import HTTP
import Serving
import Testing

private let page = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"

extension Sockets {
  @Suite struct Endurance {
    @Test(arguments: [
      "", "GET", "GET / HTTP/1.1\r\nHo",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
      page, page + "GET /big HTTP/1.1\r\nHost: a\r\n\r\n", "broken\r\n\r\n",
      "GET /ticket/1 HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func `clients that go away in any phase leave no descriptor behind`(_ wire: String) throws {
      let server = try TestServer()
      server.settle(1, .durable)
      let before = openSockets()
      for index in 0..<50 {
        let client = try server.client()
        client.send(wire)
        if index % 3 == 1 { client.resetOnClose() }
        if index % 3 == 2 { usleep(500) }
      }
      #expect(eventually { openSockets() <= before })
      let client = try server.client()
      client.send(page)
      #expect(client.answer()?.status == 200)
    }

    @Test func `a client that does not read holds up nobody, and is let go`() throws {
      let server = try TestServer { $0.limits.writeMilliseconds = 300 }
      let before = openSockets()
      let deaf = try server.client(receiveBuffer: 4096)
      let request = "GET /big HTTP/1.1\r\nHost: a\r\n\r\n"
      let sent = deaf.sendWhatFits(String(repeating: request, count: 200_000), milliseconds: 200)
      #expect(sent < 200_000 * request.utf8.count)
      let other = try server.client()
      other.send(page)
      #expect(other.answer()?.status == 200)
      // Both sides of the other connection and the deaf client's own side.
      #expect(eventually { openSockets() <= before + 3 })
      other.send(page)
      #expect(other.answer()?.status == 200)
    }

    @Test func `silence is given up: between requests, in a head, in a body`() throws {
      let server = try TestServer {
        $0.limits.idleMilliseconds = 200
        $0.limits.headMilliseconds = 100
        $0.limits.bodyStallMilliseconds = 100
      }
      let idle = try server.client()
      let head = try server.client()
      head.send("GET / HT")
      let body = try server.client()
      body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
      let kept = try server.client()
      kept.send(page)
      #expect(kept.answer()?.status == 200)
      #expect(head.answer()?.status == 408)
      #expect(body.answer()?.status == 408)
      for client in [idle, head, body, kept] { #expect(client.end() == .finished) }
      #expect(idle.rest.isEmpty)
    }

    @Test func `connections beyond the limit wait and are served when one ends`() throws {
      let server = try TestServer { $0.limits.connectionCount = 2 }
      var first: Client? = try server.client()
      let second = try server.client()
      for client in [first, second] {
        client?.send(page)
        #expect(client?.answer()?.status == 200)
      }
      let third = try server.client()
      third.send(page)
      #expect(third.answer(milliseconds: 200) == nil)
      second.send(page)
      #expect(second.answer()?.status == 200)
      first = nil
      #expect(third.answer()?.status == 200)
    }

    @Test func `a port in use is refused with the reason`() throws {
      let server = try TestServer()
      #expect {
        try Server(host: "127.0.0.1", port: UInt16(server.server.boundPort), handler: server.echo)
      } throws: { error in
        guard case .cannotListen(let address, let reason, true) = error as? ServerError else {
          return false
        }
        return address == "127.0.0.1:\(server.server.boundPort)" && !reason.isEmpty
      }
    }
  }
}

extension Sockets {
  @Suite struct Tickets {
    private func ask(_ ticket: Int) -> String {
      "GET /ticket/\(ticket) HTTP/1.1\r\nHost: a\r\n\r\n"
    }

    @Test func `an answer leaves when its ticket is durable, and those behind it wait`() throws {
      let server = try TestServer()
      let client = try server.client()
      client.send(ask(1) + page)
      #expect(client.answer(milliseconds: 100) == nil)
      server.settle(2, .durable)
      #expect(client.answer(milliseconds: 100) == nil)
      server.settle(1, .durable)
      #expect(client.answer()?.body == "GET /ticket/1 ")
      #expect(client.answer()?.body == "GET /x ")
    }

    @Test func `an answer whose ticket failed is made anew`() throws {
      let server = try TestServer()
      let client = try server.client()
      client.send(ask(3))
      #expect(client.answer(milliseconds: 100) == nil)
      server.settle(3, .failed)
      let answer = client.answer()
      #expect(answer?.status == 503)
      #expect(answer?.body == "failed 3")
      client.send(ask(3) + page)
      #expect(client.answer()?.status == 503)
      #expect(client.answer()?.status == 200)
    }

    @Test func `many clients wait for one ticket`() throws {
      let server = try TestServer()
      let clients = try (0..<40).map { _ in try server.client() }
      for client in clients { client.send(ask(4)) }
      #expect(clients[39].answer(milliseconds: 100) == nil)
      server.settle(4, .durable)
      for client in clients { #expect(client.answer()?.body == "GET /ticket/4 ") }
    }

    @Test func `a client that leaves while its answer waits is forgotten`() throws {
      let server = try TestServer()
      let before = openSockets()
      for _ in 0..<10 {
        let client = try server.client()
        client.send(ask(5))
        usleep(2000)
        client.resetOnClose()
      }
      server.settle(5, .durable)
      #expect(eventually { openSockets() <= before })
    }
  }
}

extension Sockets {
  @Suite struct Stopping {
    @Test func `idle connections end at once, and what is in flight is answered`() throws {
      let server = try TestServer()
      let idle = try server.client()
      let waiting = try server.client()
      idle.send(page)
      #expect(idle.answer()?.status == 200)
      waiting.send("GET /ticket/1 HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(waiting.answer(milliseconds: 100) == nil)
      server.server.stop()
      #expect(idle.end() == .finished)
      server.settle(1, .durable)
      let answer = waiting.answer()
      #expect(answer?.status == 200)
      #expect(answer?.fields.contains("Connection: close") == true)
      server.server.join()
      #expect(throws: Client.Failure.self) { try server.client() }
    }

    @Test func `a client that stays silent in its request does not hold up the stop for ever`()
      throws
    {
      let server = try TestServer { $0.limits.stopMilliseconds = 200 }
      let client = try server.client()
      client.send("GET / HT")
      #expect(client.answer(milliseconds: 100) == nil)
      server.server.stop()
      server.server.join()
      #expect(client.end() != .open)
    }

    @Test func `all descriptors of a server are given back`() throws {
      let before = openSockets()
      for _ in 0..<5 {
        let server = try TestServer()
        let client = try server.client()
        client.send(page)
        #expect(client.answer()?.status == 200)
      }
      #expect(eventually { openSockets() <= before })
    }
  }
}
