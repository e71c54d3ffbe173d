import HTTP
import Testing

// The code is that of the documentation of `Exchange`, to the letter.
@Test func `the example of the documentation answers a request`() {
  var exchange = Exchange(limits: Limits(), at: 0)
  let encoder = ResponseEncoder(date: HTTPDate(seconds: 784_111_777))
  let arrived = Array("GET /hello?name=Ann HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
  var rest = arrived.indices
  var answers: [UInt8] = []

  func answer(_ response: Response) {
    let connection = exchange.connection(closing: false)
    encoder.encodeHead(of: response, connection: connection, into: &answers)
    if !exchange.wantsNoBody { answers += response.body.octets }
  }
  reading: while !rest.isEmpty {
    switch exchange.receive(arrived, &rest, at: 0) {
    case .request(let request):
      let name = Form(query: request.target.query).last("name") ?? "you"
      answer(Response(.ok, type: MediaType.plainText, body: Body("Hello, \(name)!")))
      exchange.restart(at: 0)  // Another request may follow.
    case .refusal(let problem, _):
      answer(Response(problem.status))
      break reading  // And close, once all is sent.
    case .sendContinue: answers += ResponseEncoder.interim
    case .wait, .close: break
    }
  }
  let lines = [
    "HTTP/1.1 200 OK", "X-Content-Type-Options: nosniff", "Date: Sun, 06 Nov 1994 08:49:37 GMT",
    "Content-Length: 11", "Content-Type: text/plain; charset=utf-8", "", "Hello, Ann!",
  ]
  #expect(String(decoding: answers, as: UTF8.self) == lines.joined(separator: "\r\n"))
}
