import HTTP
import Testing

/// Gives octets to an exchange and names what it says.
private func tell(_ exchange: inout Exchange, _ text: String, at now: Int = 0) -> String {
  let octets = Array(text.utf8)
  var range = octets.indices
  let event = exchange.receive(octets, &range, at: now)
  return name(event) + (range.isEmpty ? "" : " +\(range.count)")
}

private func name(_ event: Exchange.Event) -> String {
  switch event {
  case .wait: "wait"
  case .sendContinue: "continue"
  case .request(let request): describe(request)
  case .refusal(let problem, let head):
    "\(problem.status.code)" + (head.map { " \($0.target)" } ?? "")
  case .close: "close"
  }
}

private func fates(_ exchange: Exchange) -> [String] {
  [exchange.connection(closing: false), exchange.connection(closing: true)].map { "\($0)" }
}

@Test(arguments: [
  ("1.1", "", "keep"), ("1.1", "Connection: close\r\n", "close"),
  ("1.1", "Connection: x ,\tCLOSE\r\n", "close"),
  ("1.1", "Connection: x\r\nConnection: close\r\n", "close"),
  ("1.1", "Connection: closed\r\n", "keep"), ("1.1", "Connection: keep-alive\r\n", "keep"),
  ("1.1", "Connection: keep-alive, close\r\n", "close"), ("1.0", "", "close"),
  ("1.0", "Connection: Keep-Alive\r\n", "keepAsAsked"),
  ("1.0", "Connection: keep-alive, close\r\n", "close"),
])
func `a connection persists as its request says`(version: String, field: String, fate: String) {
  var exchange = Exchange(limits: Limits(), at: 0)
  _ = tell(&exchange, "GET / HTTP/\(version)\r\nHost: a\r\n\(field)\r\n")
  #expect(fates(exchange) == [fate, "close"])
}

@Test func `pipelined requests come one at a time`() {
  var exchange = Exchange(limits: Limits(), at: 0)
  let second = get("/2")
  #expect(tell(&exchange, get() + second) == "GET / @a 1 [] +\(second.utf8.count)")
  #expect(tell(&exchange, second) == "GET /2 @a 1 []")
  #expect(exchange.isIdle)
}

@Test(arguments: [
  ("Expect: 100-Continue\r\nContent-Length: 3\r\n", "", "continue"),
  ("Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n", "", "continue"),
  ("Expect: tea, 100-continue\r\nContent-Length: 3\r\n", "", "continue"),
  ("Expect: tea\r\nExpect: 100-continue\r\nContent-Length: 3\r\n", "", "continue"),
  ("Expect: 100-continue\r\nContent-Length: 3\r\n", "a", "wait"),
  ("Expect: 100-continue\r\nContent-Length: 0\r\n", "", "POST /items @a 3 []"),
  ("Expect: 100-continue\r\nContent-Length: 99999999\r\n", "", "413 /items"),
  ("Expect: tea\r\nContent-Length: 3\r\n", "", "wait"),
  ("Content-Length: 3\r\n", "", "wait"),
])
func `a client that waits is told to continue, unless there is no reason to`(
  fields: String, body: String, event: String
) {
  var exchange = Exchange(limits: Limits(), at: 0)
  #expect(tell(&exchange, post(fields, body)) == event)
}

@Test func `a client of HTTP 1_0 is not told to continue`() {
  var exchange = Exchange(limits: Limits(), at: 0)
  let head = "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"
  #expect(tell(&exchange, head) == "wait")
}

@Test func `a head has its time from its first octet on`() {
  var exchange = Exchange(limits: Limits(), at: 1000)
  #expect(exchange.deadline == 61_000)
  #expect(tell(&exchange, "\r", at: 2000) == "wait")
  #expect(exchange.deadline == 61_000)
  #expect(tell(&exchange, "\nG", at: 3000) == "wait")
  #expect(tell(&exchange, "ET / HT", at: 12_000) == "wait")
  #expect(exchange.deadline == 13_000)
  #expect(name(exchange.expire()) == "408")
  #expect(fates(exchange) == ["close", "close"])
}

@Test func `a body has more time the more of it arrives, within bounds`() {
  var exchange = Exchange(limits: Limits(), at: 0)
  _ = tell(&exchange, post("Content-Length: 1000000\r\n"), at: 1000)
  #expect(exchange.deadline == 11_000)
  _ = tell(&exchange, String(repeating: "a", count: 8192), at: 2000)
  #expect(exchange.deadline == 13_000)
  _ = tell(&exchange, String(repeating: "a", count: 500_000), at: 3000)
  #expect(exchange.deadline == 31_000)
  #expect(name(exchange.expire()) == "408 /items")
}

@Test func `an idle connection is closed without an answer`() {
  var exchange = Exchange(limits: Limits(), at: 0)
  _ = tell(&exchange, get())
  exchange.restart(at: 5000)
  #expect(exchange.deadline == 65_000)
  #expect(name(exchange.expire()) == "close")
  #expect(name(exchange.receiveEnd()) == "close")
}

@Test(arguments: ["G", "GET / HTTP/1.1\r\n", post("Content-Length: 3\r\n", "ab")])
func `a request cut short by the end of the stream is not acted on`(_ part: String) {
  var exchange = Exchange(limits: Limits(), at: 0)
  #expect(tell(&exchange, part) == "wait")
  #expect(name(exchange.receiveEnd()).hasPrefix("400"))
}

@Test func `a refusal knows the head if it was read`() {
  var exchange = Exchange(limits: Limits(), at: 0)
  #expect(tell(&exchange, post("Transfer-Encoding: gzip\r\n")) == "501 /items")
  #expect(String(decoding: exchange.requestLine, as: UTF8.self) == "POST /items HTTP/1.1")
}

@Test(arguments: [
  ("HEAD / HTTP/1.1\r\n\r\n", true), ("HEAD / HTTP/1.1\n", true), ("HEAD a HTTP/1.1\r\n", true),
  ("HEAD / HTTP/2.0\r\n", true), ("HEAD / HTTP/1.1\r\nHost: a\r\nX\r\n", true),
  ("HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", true), ("HEAD /\u{0}", true),
  (get() + "HEAD / HTTP/1.1\r\nX\r\n", true), ("GET / HTTP/1.1\r\n\r\n", false),
  ("HEAD\t/ HTTP/1.1\r\n", false), ("HEADS / HTTP/1.1\r\n", false), ("head / HTTP/1.1\r\n", false),
  ("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + "GET /\u{0}", false),
])
func `a refused request is known as HEAD by its line, however it is broken`(
  wire: String, isHead: Bool
) {
  var exchange = Exchange(limits: Limits(), at: 0)
  let octets = Array(wire.utf8)
  var range = octets.indices
  while case .request = exchange.receive(octets, &range, at: 0) { exchange.restart(at: 0) }
  #expect(exchange.wantsNoBody == isHead)
}

@Test(arguments: [
  ("GET / HTTP/1.1\n\n", "GET / HTTP/1.1"), ("GET / HTTP/1.1\rX", "GET / HTTP/1.1"),
  ("GET /\u{0} HTTP/1.1\r\n", "GET /"), ("\u{16}\u{3}\u{1}", ""), ("G\u{7F}", "G"),
  ("GET /0123456789 HTTP/1.1\r\n", "GET /01234567"), ("GET / HTTP/2.0\r\n", "GET / HTTP/2.0"),
])
func `the log shows a refused request line up to what is wrong, however it came`(
  wire: String, shown: String
) {
  var limits = Limits()
  limits.requestLineOctets = wire.contains("0123") ? 12 : 100
  let octets = Array(wire.utf8)
  for piece in 1...octets.count {
    var exchange = Exchange(limits: limits, at: 0)
    for start in stride(from: 0, to: octets.count, by: piece) {
      var range = start..<min(octets.count, start + piece)
      if case .refusal = exchange.receive(octets, &range, at: 0) { break }
    }
    #expect(String(decoding: exchange.requestLine, as: UTF8.self) == shown)
  }
}
