import HTTP
import Testing

private let limits: Limits = {
  var limits = Limits()
  limits.requestLineOctets = 20
  limits.headOctets = 60
  limits.fieldCount = 4
  limits.bodyOctets = 10
  limits.chunkExtensionOctets = 5
  return limits
}()

/// Something of a size, its limit, and the refusal of one more.
struct Bound: Sendable {
  let name: String
  let limit: Int
  let problem: String
  let wire: @Sendable (Int) -> String
}

private let bounds = [
  Bound(name: "request line", limit: 20, problem: "targetTooLong") {
    "GET /" + String(repeating: "a", count: $0 - 14) + " HTTP/1.1\r\nHost: a\r\n\r\n"
  },
  Bound(name: "head", limit: 60, problem: "headTooLarge") {
    "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: $0 - 32) + "\r\n\r\n"
  },
  Bound(name: "fields", limit: 4, problem: "headTooLarge") {
    "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X:1\r\n", count: $0 - 1) + "\r\n"
  },
  Bound(name: "body", limit: 10, problem: "bodyTooLarge") {
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \($0)\r\n\r\n"
      + String(repeating: "a", count: $0)
  },
  Bound(name: "chunked body", limit: 10, problem: "bodyTooLarge") {
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:chunked\r\n\r\n"
      + String(repeating: "1\r\na\r\n", count: $0) + "0\r\n\r\n"
  },
  Bound(name: "chunk extensions", limit: 5, problem: "malformed(chunk)") {
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:chunked\r\n\r\n"
      + "1;" + String(repeating: "x", count: $0 - 3) + "\r\na\r\n0;y\r\n\r\n"
  },
  Bound(name: "trailer fields", limit: 4, problem: "headTooLarge") {
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:chunked\r\n\r\n0\r\n"
      + String(repeating: "X:1\r\n", count: $0) + "\r\n"
  },
]

@Test(arguments: bounds.indices)
func `at a limit all works and one past it is refused`(_ index: Int) {
  let bound = bounds[index]
  let fitting = outcomesOfAllCuts(of: Array(bound.wire(bound.limit).utf8), limits: limits)
  #expect(fitting.count == 1 && fitting.first?.last == "idle", "\(bound.name)")
  let beyond = outcomesOfAllCuts(of: Array(bound.wire(bound.limit + 1).utf8), limits: limits)
  #expect(beyond == [[bound.problem]], "\(bound.name)")
}

@Test func `a line without end is refused as soon as it is too long`() {
  let method = Array(repeating: UInt8(ascii: "a"), count: limits.requestLineOctets + 1)
  #expect(outcome(of: method, limits: limits) == ["targetTooLong"])
  #expect(outcome(of: Array(method.dropLast()), limits: limits) == ["unfinished"])
  let field = Array("GET / HTTP/1.1\r\n".utf8) + Array(repeating: UInt8(ascii: "a"), count: 41)
  #expect(outcome(of: field, limits: limits) == ["headTooLarge"])
  #expect(outcome(of: Array(field.dropLast()), limits: limits) == ["unfinished"])
}
