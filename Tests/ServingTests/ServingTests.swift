import HTTP
import Serving
import Testing

struct Silent: Handler {
  func respond(to request: Request) -> Reply { Reply(Response(.ok)) }
}

@Test(arguments: [
  (RequestProblem.malformed(.host), 400), (.timedOut, 408), (.bodyTooLarge, 413),
  (.targetTooLong, 414), (.headTooLarge, 431), (.unknownMethod, 501), (.unknownCoding, 501),
  (.unknownVersion, 505),
])
func `a handler without pages of its own refuses in plain text`(
  problem: RequestProblem, code: Int
) {
  let response = Silent().refuse(problem, head: nil)
  #expect(response.status.code == code)
  #expect(response.fields["content-type"] == "text/plain; charset=utf-8")
  #expect(String(decoding: response.body.octets, as: UTF8.self).hasPrefix("\(code) "))
}
