import HTTP
import Serving
import Testing

private let nosniff = "X-Content-Type-Options: nosniff"

private func get(_ path: String, _ more: String = "") -> String {
  "GET \(path) HTTP/1.1\r\nHost: a\r\n\(more)\r\n"
}

extension Sockets {
  @Suite struct Conversations {
    @Test func `answers come whole and in order on one connection`() throws {
      let server = try TestServer()
      let client = try server.client()
      client.send(get("/1") + "HEAD /2 HTTP/1.1\r\nHost: a\r\n\r\n" + get("/empty") + get("/same"))
      client.send("POST /3 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi" + get("/4"))
      let type = "Content-Type: text/plain"
      #expect(client.answer() == Answer(200, [nosniff, "Content-Length: 7", type], "GET /1 "))
      #expect(client.answer(to: "HEAD") == Answer(200, [nosniff, "Content-Length: 8", type], ""))
      #expect(client.answer() == Answer(204, [nosniff], ""))
      #expect(client.answer() == Answer(304, [nosniff, "ETag: \"a\""], ""))
      #expect(client.answer()?.body == "POST /3 hi")
      #expect(client.answer()?.body == "GET /4 ")
    }

    @Test func `a request may arrive in pieces`() throws {
      let server = try TestServer()
      let client = try server.client()
      let wire =
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
      for octet in wire { client.send(String(octet)) }
      #expect(client.answer()?.body == "POST /a hi")
      for cut in stride(from: 1, to: wire.utf8.count, by: 7) {
        client.send(String(decoding: Array(wire.utf8)[..<cut], as: UTF8.self))
        client.send(String(decoding: Array(wire.utf8)[cut...], as: UTF8.self))
        #expect(client.answer()?.body == "POST /a hi")
      }
    }

    @Test func `a large answer comes whole, and a thousand in a row`() throws {
      let server = try TestServer()
      let client = try server.client()
      client.send(get("/big"))
      let body = client.answer()?.body
      #expect(body?.utf8.count == 16 * 65_537)
      #expect(body?.utf8.filter { $0 == UInt8(ascii: "s") }.count == 16)
      client.send(String(repeating: get("/x"), count: 1000))
      #expect((0..<1000).allSatisfy { _ in client.answer()?.body == "GET /x " })
    }

    @Test func `an answer that takes long holds up nobody but those behind it`() throws {
      let server = try TestServer { $0.loopCount = 1 }
      let slow = try server.client()
      slow.send(get("/work") + get("/1"))
      let gone = try server.client()
      gone.send(get("/work"))
      let other = try server.client()
      for _ in 0..<100 {
        other.send(get("/2"))
        #expect(other.answer()?.body == "GET /2 ")
      }
      gone.resetOnClose()
      gone.finishSending()
      server.settle(1, .durable)
      other.send(get("/3"))
      #expect(other.answer()?.body == "GET /3 ")
      server.settle(2, .durable)
      #expect(slow.answer()?.body == "GET /work ")
      #expect(slow.answer()?.body == "GET /1 ")
    }

    @Test func `what is made in place of an answer that failed may take long, too`() throws {
      let server = try TestServer { $0.loopCount = 1 }
      server.settle(1, .durable)
      server.settle(2, .failed)
      let client = try server.client()
      client.send(get("/work") + get("/1"))
      #expect(client.answer()?.status == 204)
      #expect(client.answer()?.body == "GET /1 ")
    }

    @Test func `a client that waits is told to continue`() throws {
      let server = try TestServer()
      let client = try server.client()
      client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      #expect(client.answer() == Answer(100, [], ""))
      client.send("hi")
      #expect(client.answer()?.body == "POST / hi")
    }

    @Test(arguments: [
      (get("/", "Connection: close\r\n"), 0), ("GET / HTTP/1.0\r\n\r\n", 0),
      ("nonsense\r\n\r\n", 0),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n", 3_000_000),
    ])
    func `a connection that is to be closed is finished, never reset`(
      wire: String, more: Int
    ) throws {
      let server = try TestServer()
      let client = try server.client()
      client.send(wire + String(repeating: "a", count: more) + get("/more"))
      #expect(client.answer()?.fields.contains("Connection: close") == true)
      #expect(client.end() == .finished)
      #expect(client.rest.isEmpty)
    }

    @Test func `what follows a broken request is not answered, what came before it is`() throws {
      let server = try TestServer()
      let client = try server.client()
      client.send(get("/1") + "broken\r\n\r\n" + get("/2"))
      #expect(client.answer()?.body == "GET /1 ")
      let refusal = client.answer()
      #expect(refusal?.status == 400)
      #expect(refusal?.fields.contains(nosniff) == true)
      #expect(client.end() == .finished)
    }

    @Test(arguments: [
      "HEAD / HTTP/1.1\r\n\r\n", "HEAD / HTTP/2.0\r\n", "HEAD / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n",
      "HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n",
    ])
    func `no body follows the refusal of a HEAD request`(wire: String) throws {
      let server = try TestServer()
      let client = try server.client()
      client.send(wire)
      #expect(client.answer(to: "HEAD")?.fields.contains("Connection: close") == true)
      #expect(client.end() == .finished)
      #expect(client.rest.isEmpty)
    }

    @Test func `a client that has ended its side gets its answer`() throws {
      let server = try TestServer()
      let client = try server.client()
      client.send(get("/1"))
      client.finishSending()
      #expect(client.answer()?.status == 200)
      #expect(client.end() == .finished)
    }

    @Test func `the log has a line for each answer, and nothing in it can forge another`() throws {
      let log = Journal()
      let server = try TestServer { $0.accessLog = { log.append($0) } }
      let client = try server.client()
      client.send(get("/\"quoted\""))
      _ = client.answer()
      client.send("GET /a\u{1b}[2J HTTP/1.1\r\n\r\n")
      _ = client.answer()
      #expect(eventually { log.text.utf8.filter { $0 == 10 }.count == 2 })
      let lines = log.text.split(separator: "\n")
      #expect(lines[0].hasPrefix("127.0.0.1 - - ["))
      #expect(lines[0].hasSuffix(#" +0000] "GET /\"quoted\" HTTP/1.1" 200 14"#))
      #expect(lines[1].contains(#"] "GET /a" 400 "#))
    }
  }
}
