import HTTP

/// Request parser and exchange alone: a stream and the same stream cut in two come to the same.
enum ParserTarget {
  /// Small limits, so that short inputs reach them.
  static let limits: Limits = {
    var limits = Limits()
    limits.requestLineOctets = 64
    limits.headOctets = 256
    limits.fieldCount = 8
    limits.bodyOctets = 64
    limits.largeBodyPath = "/m"
    limits.largeBodyOctets = 256
    limits.chunkExtensionOctets = 16
    return limits
  }()

  static func run(_ octets: [UInt8]) throws(BrokenProperty) {
    var whole = Digest()
    try read(octets, cut: octets.count, &whole)
    // Any place will do, if it is the same one each time.
    let cut = octets.isEmpty ? 0 : Int(truncatingIfNeeded: whole.value >> 8) & 0xFFFF % octets.count
    var parts = Digest()
    try read(octets, cut: min(cut, octets.count), &parts)
    try hold(whole.value == parts.value, "the cut makes no difference")
  }

  private static func read(
    _ octets: [UInt8], cut: Int, _ digest: inout Digest
  ) throws(BrokenProperty) {
    var exchange = Exchange(limits: limits, at: 0)
    for part in [0..<cut, cut..<octets.count] {
      var range = part
      while !range.isEmpty {
        let before = range.count
        switch exchange.receive(octets, &range, at: 0) {
        case .wait, .sendContinue:
          try hold(range.isEmpty, "all octets are taken before more are asked for")
        case .request(let request):
          try hold(range.count < before, "a request takes octets")
          try check(request)
          digest.add(request, exchange.connection(closing: false))
          exchange.restart(at: 0)
        case .refusal(let problem, let head):
          digest.add(problem, head)
          return
        case .close:
          throw BrokenProperty(description: "octets alone close nothing")
        }
      }
    }
    digest.add(exchange.isIdle ? 1 : 2)
    switch exchange.receiveEnd() {
    case .close: try hold(exchange.isIdle, "the end closes what is idle")
    case .refusal: try hold(!exchange.isIdle, "the end of half a request is refused")
    case .wait, .sendContinue, .request:
      throw BrokenProperty(description: "the end of a stream completes nothing")
    }
  }

  private static func check(_ request: Request) throws(BrokenProperty) {
    try hold(request.body.count <= limits.largeBodyOctets, "a body is within its limit")
    try hold(
      request.target.path == limits.largeBodyPath || request.body.count <= limits.bodyOctets,
      "only one path takes large bodies")
    if let form = request.multipart {
      try hold(request.body.isEmpty, "a form with files is held once")
      let count = form.parts.reduce(0) { $0 + $1.content.count }
      try hold(count < limits.largeBodyOctets, "parts are in their body")
    }
    try hold(request.fields.count <= limits.fieldCount, "fields are within their limit")
    try hold(request.fields.octets.count <= limits.headOctets, "a head is within its limit")
    let first = request.target.path.utf8.first
    try hold(first == UInt8(ascii: "/") || first == UInt8(ascii: "*"), "a path starts with a slash")
    try hold(!request.host.utf8.isEmpty || request.version == .http10, "a host is named")
  }
}
