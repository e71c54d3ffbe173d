import HTTP
import Testing

struct WireCase: Sendable, CustomTestStringConvertible {
  let wire: String
  let outcome: [String]
  init(_ wire: String, _ outcome: String...) {
    self.wire = wire
    self.outcome = outcome
  }
  var testDescription: String { String(wire.prefix(60)).debugDescription }
}

private let accepted: [WireCase] = [
  WireCase(get(), "GET / @a 1 []", "idle"),
  WireCase(get() + get("/b?c=d"), "GET / @a 1 []", "GET /b?c=d @a 1 []", "idle"),
  WireCase("\r\n" + get(), "GET / @a 1 []", "idle"),
  WireCase("\r\n\r\n" + get(), "GET / @a 1 []", "idle"),
  WireCase("GET / HTTP/1.0\r\n\r\n", "GET / @ 0 []", "idle"),
  WireCase("GET / HTTP/1.9\r\nHost: a\r\n\r\n", "GET / @a 1 []", "idle"),
  WireCase("GET / HTTP/1.1\r\nHost:a \t\r\nX:\r\n\r\n", "GET / @a 2 []", "idle"),
  WireCase("GET / HTTP/1.1\r\nhOSt: \t[::1]:80\r\n\r\n", "GET / @[::1]:80 1 []", "idle"),
  WireCase("GET http://b:81/c?d HTTP/1.1\r\nHost: a\r\n\r\n", "GET /c?d @b:81 1 []", "idle"),
  WireCase("GET HTTP://b HTTP/1.1\r\nHost: a\r\n\r\n", "GET / @b 1 []", "idle"),
  WireCase("GET http://b?q HTTP/1.1\r\nHost: a\r\n\r\n", "GET /?q @b 1 []", "idle"),
  WireCase("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * @a 1 []", "idle"),
  WireCase(get("//x/../%2e?{|}\\"), "GET //x/../%2e?{|}\\ @a 1 []", "idle"),
  WireCase(get("/", "X: caf\u{e9}\u{7f3a}\r\n"), "GET / @a 2 []", "idle"),
  WireCase(
    post("Content-Length: 3\r\n", "abc" + get()), "POST /items @a 2 [abc]", "GET / @a 1 []", "idle"),
  WireCase(post("Content-Length: 003\r\n", "abc"), "POST /items @a 2 [abc]", "idle"),
  WireCase(post("Content-Length: 0\r\n"), "POST /items @a 2 []", "idle"),
  WireCase(post(""), "POST /items @a 1 []", "idle"),
  WireCase(post("Content-Length: 4\r\n", "abc"), "unfinished"),
  WireCase(
    post(
      "Transfer-Encoding: CHUNKED\r\n", "3\r\nabc\r\n00A;x=y; z\r\n0123456789\r\n0\r\n\r\n" + get()),
    "POST /items @a 2 [abc0123456789]", "GET / @a 1 []", "idle"),
  WireCase(
    post(
      "Transfer-Encoding: chunked\r\n", "1 \t;a\r\nx\r\n0;b\r\nX:POST / HTTP/1.1\r\nY: 1\r\n\r\n"),
    "POST /items @a 2 [x]", "idle"),
  WireCase(
    post(
      "Transfer-Encoding: chunked\r\n",
      "1;a=b\r\nx\r\n1 ; a = \"b;\\\"c\" ;d\r\ny\r\n0;e=\"\"\r\n\r\n"),
    "POST /items @a 2 [xy]", "idle"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n"), "unfinished"),
]

private let refused: [WireCase] = [
  WireCase("GET  / HTTP/1.1\r\n", "malformed(requestLine)"),
  WireCase(" GET / HTTP/1.1\r\n", "malformed(requestLine)"),
  WireCase("GET / HTTP/1.1 \r\n", "malformed(requestLine)"),
  WireCase("GET\t/ HTTP/1.1\r\n", "malformed(requestLine)"),
  WireCase("GET /\r\n", "malformed(requestLine)"),
  WireCase("GET / a HTTP/1.1\r\n", "malformed(requestLine)"),
  WireCase("GET / http/1.1\r\n", "malformed(requestLine)"),
  WireCase("GET / HTTP/1.10\r\n", "malformed(requestLine)"),
  WireCase("GET / HTTP/1\r\n", "malformed(requestLine)"),
  WireCase("GET / HTTP/2.0\r\n", "unknownVersion"),
  WireCase("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "unknownVersion"),
  WireCase("get / HTTP/1.1\r\n", "unknownMethod"),
  WireCase("TRACE / HTTP/1.1\r\n", "unknownMethod"),
  WireCase("CONNECT a:1 HTTP/1.1\r\n", "unknownMethod"),
  WireCase("G(T / HTTP/1.1\r\n", "malformed(requestLine)"),
  WireCase("GET a.html HTTP/1.1\r\n", "malformed(target)"),
  WireCase("GET a:80 HTTP/1.1\r\n", "malformed(target)"),
  WireCase("GET * HTTP/1.1\r\n", "malformed(target)"),
  WireCase("GET /#a HTTP/1.1\r\n", "malformed(target)"),
  WireCase("GET https://a/ HTTP/1.1\r\n", "malformed(target)"),
  WireCase("GET http:///x HTTP/1.1\r\n", "malformed(target)"),
  WireCase("GET http://u@a/ HTTP/1.1\r\n", "malformed(target)"),
  WireCase("GET /\u{e9} HTTP/1.1\r\n", "malformed(requestLine)"),
  WireCase("GET /\0 HTTP/1.1\r\n", "malformed(requestLine)"),
  WireCase("GET / HTTP/1.1\n", "malformed(lineEnd)"),
  WireCase("GET / HTTP/1.1\rX", "malformed(lineEnd)"),
  WireCase("\r\n\r\n\r\n" + get(), "malformed(requestLine)"),
  WireCase("\n" + get(), "malformed(lineEnd)"),
  WireCase("\u{16}\u{3}\u{1}", "malformed(requestLine)"),
  WireCase(get("/", "X : 1\r\n"), "malformed(fieldLine)"),
  WireCase(get("/", "X\r\n"), "malformed(fieldLine)"),
  WireCase(get("/", ": 1\r\n"), "malformed(fieldLine)"),
  WireCase(get("/", "X: a\r\n b\r\n"), "malformed(fieldLine)"),
  WireCase(get("/", "X[: a\r\n"), "malformed(fieldLine)"),
  WireCase(get("/", "X: a\0\r\n"), "malformed(fieldLine)"),
  WireCase(get("/", "X: a\u{7}\r\n"), "malformed(fieldLine)"),
  WireCase(get("/", "X: a\u{7f}\r\n"), "malformed(fieldLine)"),
  WireCase(get("/", "X: a\rY: b\r\n"), "malformed(lineEnd)"),
  WireCase(get("/", "X: a\nY: b\r\n"), "malformed(lineEnd)"),
  WireCase("GET / HTTP/1.1\r\n\r\n", "malformed(host)"),
  WireCase(get("/", "Host: a\r\n"), "malformed(host)"),
  WireCase("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", "malformed(host)"),
  WireCase("GET / HTTP/1.1\r\nHost:\r\n\r\n", "malformed(host)"),
  WireCase("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "malformed(host)"),
  WireCase("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", "malformed(host)"),
  WireCase("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "malformed(host)"),
  WireCase("GET / HTTP/1.1\r\nHost: a,b:x\r\n\r\n", "malformed(host)"),
  WireCase("GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", "malformed(host)"),
  WireCase("GET / HTTP/1.1\r\nHost: a:80:80\r\n\r\n", "malformed(host)"),
  WireCase("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", "malformed(host)"),
  WireCase("GET / HTTP/1.1\r\nHost: [::1]x\r\n\r\n", "malformed(host)"),
  WireCase("GET / HTTP/1.1\r\nHost: a%4\r\n\r\n", "malformed(host)"),
  WireCase(post("Content-Length: +3\r\n", "abc"), "malformed(contentLength)"),
  WireCase(post("Content-Length: -1\r\n", "abc"), "malformed(contentLength)"),
  WireCase(post("Content-Length: 0x3\r\n", "abc"), "malformed(contentLength)"),
  WireCase(post("Content-Length: 3 3\r\n", "abc"), "malformed(contentLength)"),
  WireCase(post("Content-Length: 3,3\r\n", "abc"), "malformed(contentLength)"),
  WireCase(post("Content-Length:\r\n", "abc"), "malformed(contentLength)"),
  WireCase(post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"), "malformed(contentLength)"),
  WireCase(post("Content-Length: 18446744073709551619\r\n", "abc"), "bodyTooLarge"),
  WireCase(post("Content-Length: 9223372036854775808\r\n", "abc"), "bodyTooLarge"),
  WireCase(
    post("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n"), "malformed(transferEncoding)"),
  WireCase(post("Transfer-Encoding: chunked, chunked\r\n"), "malformed(transferEncoding)"),
  WireCase(
    post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
    "malformed(transferEncoding)"),
  WireCase(post("Transfer-Encoding:\r\n"), "malformed(transferEncoding)"),
  WireCase(post("Transfer-Encoding: chunked;a=b\r\n"), "malformed(transferEncoding)"),
  WireCase(post("Transfer-Encoding: ,chunked\r\n"), "malformed(transferEncoding)"),
  WireCase(post("Transfer-Encoding: gzip, chunked\r\n"), "unknownCoding"),
  WireCase(post("Transfer-Encoding: identity\r\n"), "unknownCoding"),
  WireCase(
    "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "malformed(transferEncoding)"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "x\r\n"), "malformed(chunk)"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "\r\n"), "malformed(chunk)"),
  WireCase(post("Transfer-Encoding: chunked\r\n", ";a\r\n"), "malformed(chunk)"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "0x1\r\na"), "malformed(chunk)"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "1 \r\na"), "malformed(chunk)"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "1\na"), "malformed(lineEnd)"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "1;a\nb\r\nx"), "malformed(lineEnd)"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "1\r\nab"), "malformed(chunk)"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "1\r\na\n"), "malformed(lineEnd)"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "00000000000000001\r\na"), "malformed(chunk)"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "ffffffffffffffff\r\na"), "bodyTooLarge"),
  WireCase(post("Transfer-Encoding: chunked\r\n", "0\r\nX : 1\r\n\r\n"), "malformed(fieldLine)"),
  WireCase(get() + "rubbish\r\n\r\n", "GET / @a 1 []", "malformed(requestLine)"),
]

@Test(arguments: accepted + refused)
func `a request means the same wherever its octets are cut`(_ example: WireCase) {
  #expect(outcomesOfAllCuts(of: Array(example.wire.utf8)) == [example.outcome])
}

@Test(arguments: [
  ";", ";;a", "; ", ";a ", ";a;", ";=b", ";a=", ";a b", ";a=b c", ";a=\"b", ";a=b\"", ";a=\"b\"c",
  ";a=\"b\\\"", ";\"a\"", ";(a)", ",a", "=a", " a", "\t",
])
func `chunk extensions that others could read differently are refused`(_ extensions: String) {
  let wire = post("Transfer-Encoding: chunked\r\n", "1\(extensions)\r\nx\r\n0\r\n\r\n")
  #expect(outcomesOfAllCuts(of: Array(wire.utf8)) == [["malformed(chunk)"]])
}

@Test(arguments: accepted)
func `no part of a request is taken for a whole one`(_ example: WireCase) {
  let wire = Array(example.wire.utf8)
  let whole = outcome(of: wire)
  for count in 0..<wire.count {
    let part = outcome(of: Array(wire[..<count]))
    #expect(part.count <= whole.count)
    #expect(part.dropLast() == whole.prefix(part.count - 1))
    #expect(["idle", "unfinished"].contains(part.last))
  }
}

@Test func `octets that are not UTF-8 are kept in values and refused in targets`() {
  let value =
    Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xFF, 0xE9] + Array("\r\n\r\n".utf8)
  #expect(outcomesOfAllCuts(of: value) == [["GET / @a 2 []", "idle"]])
  let target = Array("GET /".utf8) + [0xFF] + Array(" HTTP/1.1\r\n\r\n".utf8)
  #expect(outcomesOfAllCuts(of: target) == [["malformed(requestLine)"]])
}

@Test func `every octet changed in a request gives an answer and no trap`() {
  let wire = Array(post("Transfer-Encoding: chunked\r\n", "3;a\r\nabc\r\n0\r\nX: y\r\n\r\n").utf8)
  for index in wire.indices {
    let wrong = (UInt8.min...UInt8.max).first { octet in
      var changed = wire
      changed[index] = octet
      return outcome(of: changed) != outcome(of: changed, cutAt: Array(0..<changed.count))
    }
    #expect(wrong == nil, "octet \(index)")
  }
}
