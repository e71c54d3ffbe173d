import HTTP
import Testing

/// Whole requests of which each means the same whatever came before it.
private let requests = [
  get(), get("/?a", "Cookie: a=b\r\n"), get("http://b/"), get("/", "Connection: close\r\n"),
  post("Content-Length: 3\r\n", "abc"), post("Content-Length: 3\r\n", "xyz"),
  post("Content-Length: 2\r\n", "ab"),
  post("Transfer-Encoding: chunked\r\n", "1\r\nx\r\n0\r\n\r\n"),
  "GET / HTTP/1.0\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
  get("/", "X: \(String(repeating: "x", count: 5_000))\r\n"), get("/", "X: é\r\n"),
]

@Test func `a request means the same whatever came before it on its connection`() {
  for first in requests {
    for second in requests {
      for third in requests {
        let wires = [first, second, third]
        let together = outcome(of: Array(wires.joined().utf8))
        let apart = wires.flatMap { outcome(of: Array($0.utf8)).dropLast() }
        #expect(together == apart + ["idle"])
      }
    }
  }
}

@Test(arguments: [
  (
    "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    "malformed(transferEncoding)"
  ),
  ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nHost: a\r\n\r\n", "malformed(host)"),
  ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n \r\n", "malformed(fieldLine)"),
])
func `fields that were right once do not make a request right`(_ wire: String, problem: String) {
  let right = post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n")
  #expect(outcome(of: Array((right + wire).utf8)).last == problem)
}

@Test func `how long a body may be depends on its path, not on what came before`() {
  var limits = Limits()
  limits.bodyOctets = 2
  limits.largeBodyPath = "/files"
  let body = "Host: a\r\nContent-Length: 3\r\n\r\nabc"
  let wire = "POST /files HTTP/1.1\r\n\(body)POST / HTTP/1.1\r\n\(body)"
  #expect(
    outcome(of: Array(wire.utf8), limits: limits) == ["POST /files @a 2 [abc]", "bodyTooLarge"])
}

@Test func `a head is measured with its request line though its fields came before`() {
  var limits = Limits()
  limits.headOctets = get("/").utf8.count + 5
  let wire = get("/") + get("/12345") + get("/123456")
  #expect(
    outcome(of: Array(wire.utf8), limits: limits)
      == ["GET / @a 1 []", "GET /12345 @a 1 []", "headTooLarge"])
}
