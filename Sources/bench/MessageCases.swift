internal import HTTP

/// Reading requests and writing the heads of responses.
enum MessageCases {
  static func run(_ options: Options, _ report: Report) throws(BenchError) {
    let watch = Stopwatch(options)
    let cookie = "modosu_session_8080=0b5c1f2e-7c55-4c55-9f4b-1f60f6d3a001"
    let get = Wire.get("/", cookie: cookie)
    let post = Wire.post(
      "/items", "title=Buy+milk+%E7%89%9B%E4%B9%B3&once=abcdefghijklmnopqrstuvwxyz&return=/",
      cookie: cookie)
    for (name, octets) in [("parse a GET", get), ("parse a POST with its form", post)]
    where report.wants(name) {
      _ = try Wire.parse(octets)
      var parser = RequestParser(limits: Limits())
      report.add(
        name, "µs",
        watch.microseconds {
          var range = octets.indices
          guard case .complete(let request)? = try? parser.read(octets, &range) else { return }
          if !request.body.isEmpty { keep(try? Form(urlEncoded: request.body)) }
        })
    }
    let name = "encode the head of a response"
    guard report.wants(name) else { return }
    let encoder = ResponseEncoder(date: HTTPDate(seconds: 1_764_000_000))
    let response = Response(
      .ok, fields: ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"],
      body: Body(get))
    var output: [UInt8] = []
    report.add(
      name, "µs",
      watch.microseconds {
        output.removeAll(keepingCapacity: true)
        encoder.encodeHead(of: response, connection: .keep, into: &output)
      })
  }
}
