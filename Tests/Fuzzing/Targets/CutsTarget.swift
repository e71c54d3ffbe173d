import HTTP

/// What comes of a stream does not depend on the pieces that it arrives in.
enum CutsTarget {
  static func run(_ octets: [UInt8]) throws(BrokenProperty) {
    let whole = try outcome(of: octets, piece: max(1, octets.count))
    for piece in [1, 2, 7, 64] where piece < octets.count {
      let pieces = try outcome(of: octets, piece: piece)
      try hold(whole.value == pieces.value, "the cuts make no difference")
    }
  }

  /// What comes of a stream that arrives in pieces of a size.
  private static func outcome(
    of octets: [UInt8], piece: Int
  ) throws(BrokenProperty) -> Digest {
    var exchange = Exchange(limits: ParserTarget.limits, at: 0)
    var digest = Digest()
    var start = 0
    while start < octets.count {
      var range = start..<min(octets.count, start + piece)
      start = range.upperBound
      while !range.isEmpty {
        switch exchange.receive(octets, &range, at: 0) {
        case .wait, .sendContinue: break
        case .request(let request):
          digest.add(request, exchange.connection(closing: false))
          if piece >= octets.count { try use(request) }
          exchange.restart(at: 0)
        case .refusal(let problem, let head):
          digest.add(problem, head)
          digest.add(exchange.requestLine)
          return digest
        case .close: throw BrokenProperty(description: "octets alone close nothing")
        }
      }
    }
    digest.add(exchange.isIdle ? 1 : 2)
    return digest
  }

  /// What a handler asks a request for.
  private static func use(_ request: Request) throws(BrokenProperty) {
    _ = request.cookies["a"]
    _ = request.mediaType
    _ = request.preconditions(entityTag: EntityTag("a"), lastModified: HTTPDate(seconds: 0))
    _ = PercentEncoding.decodePath(request.target.path)
    _ = Form(query: request.target.query).last("a")
    for index in 0..<request.fields.count {
      let (name, value) = request.fields.line(at: index)
      try hold(!name.isEmpty && name.allSatisfy(Octets.isToken), "a field name is a token")
      try hold(value.allSatisfy(Octets.isFieldContent), "a field value holds no control")
    }
  }
}
