// What libFuzzer calls with octets of its making: they are read as a stream of requests, as a form, as
// cookies and as a date. Compiled into one module with Sources/HTTP by Tests/Fuzzing/run.

/// Small limits, so that short inputs reach them.
private let limits: Limits = {
  var limits = Limits()
  limits.requestLineOctets = 64
  limits.headOctets = 256
  limits.fieldCount = 8
  limits.bodyOctets = 64
  limits.chunkExtensionOctets = 16
  return limits
}()

/// What comes of a stream that arrives in pieces of a size.
private func outcome(of octets: [UInt8], piece: Int) -> [String] {
  var exchange = Exchange(limits: limits, at: 0)
  var lines: [String] = []
  var start = 0
  while start < octets.count {
    var range = start..<min(octets.count, start + piece)
    start = range.upperBound
    while !range.isEmpty {
      switch exchange.receive(octets, &range, at: 0) {
      case .wait, .sendContinue: break
      case .request(let request):
        lines.append("\(request.method) \(request.target) \(request.host) \(request.body)")
        lines.append("\(request.fields) \(exchange.connection(closing: false))")
        exchange.restart(at: 0)
      case .refusal(let problem, let head):
        return lines + ["\(problem) \(head?.target.path ?? "")"]
      case .close: return lines + ["close"]
      }
    }
  }
  return lines + [exchange.isIdle ? "idle" : "unfinished"]
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let octets = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let whole = outcome(of: octets, piece: max(1, count))
  precondition(whole == outcome(of: octets, piece: 1), "the cut made a difference")
  precondition(whole == outcome(of: octets, piece: 7), "the cut made a difference")

  if let form = try? Form(urlEncoded: octets) {
    precondition(form.entries.count <= octets.filter { $0 == UInt8(ascii: "&") }.count + 1)
  }
  let text = String(decoding: octets, as: UTF8.self)
  precondition(PercentEncoding.decode(PercentEncoding.encode(text)) == Array(text.utf8))
  _ = PercentEncoding.decodePath(text)
  _ = Form(query: text).last("a")

  var fields = FieldSection()
  fields.append("Cookie", text)
  precondition(fields.octets.count { $0 == Octets.lineFeed } == 1, "a value ended its line")
  _ = Cookies(fields)["a"]
  let cookie = SetCookie(name: "a", value: text, path: text).fieldValue
  precondition(cookie.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "a cookie holds a control")
  _ = EntityTag("a").matches(ifNoneMatch: text)
  _ = MediaType.essence(of: text)
  if let date = HTTPDate(text) { precondition(HTTPDate(date.text) == date) }
  return 0
}
