/// How the body of a request is delimited (RFC 9112, section 6).
enum Framing: Equatable {
  case length(Int)
  case chunked

  /// Reads `Content-Length` and `Transfer-Encoding`. Whatever two servers could read in two ways is
  /// refused: that is how requests are smuggled past one of them.
  static func read(
    _ fields: FieldSection, _ version: Request.Version
  ) throws(RequestProblem) -> Framing {
    var length: ArraySlice<UInt8>?
    var lengthCount = 0
    var codings: [ArraySlice<UInt8>] = []
    fields.forEachValue(of: "Content-Length") {
      length = $0
      lengthCount += 1
    }
    fields.forEachValue(of: "Transfer-Encoding") { codings.append($0) }
    if !codings.isEmpty {
      try Self.checkCodings(codings)
      guard version == .http11, length == nil else { throw .malformed(.transferEncoding) }
      return .chunked
    }
    guard let length else { return .length(0) }
    guard lengthCount == 1 else { throw .malformed(.contentLength) }
    return .length(try Self.length(length))
  }

  private static func checkCodings(_ values: [ArraySlice<UInt8>]) throws(RequestProblem) {
    let chunked = "chunked"
    if values.count == 1, Octets.equalIgnoringCase(values[0], chunked) { return }
    for member in values.flatMap(Octets.listMembers)
    where member.allSatisfy(Octets.isToken) && !Octets.equalIgnoringCase(member, chunked) {
      throw .unknownCoding
    }
    throw .malformed(.transferEncoding)
  }

  /// Decimal digits only; a number too large for any limit is one that no limit reaches.
  private static func length(_ octets: ArraySlice<UInt8>) throws(RequestProblem) -> Int {
    guard !octets.isEmpty, octets.allSatisfy(Octets.isDigit) else {
      throw .malformed(.contentLength)
    }
    var length = 0
    for octet in octets where length < Int.max / 16 { length = length * 10 + Int(octet - 0x30) }
    return length
  }
}
