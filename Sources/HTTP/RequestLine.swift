/// The first line of a request, read whole (RFC 9112, section 3).
enum RequestLine {
  /// Reads a line without its line end: three parts with single spaces between them.
  ///
  /// - Parameter request: becomes the request without fields and body, and without a host unless its
  ///   target has one, which counts before the `Host` field.
  static func read(_ line: [UInt8], into request: inout Request?) throws(RequestProblem) {
    let octets = line.span
    let first = octets.index(of: Octets.space, from: 0, to: octets.count)
    guard let last = octets.lastIndex(of: Octets.space), first > 0, last > first + 1,
      octets.index(of: Octets.space, from: first + 1, to: last) == last
    else { throw .malformed(.requestLine) }
    let version = try version(octets.extracting((last + 1)...))
    let method = try method(octets.extracting(..<first))
    let (target, authority) = try target(line, first + 1..<last, method)
    request = Request(
      method: method, target: target, fields: FieldSection(), body: [], multipart: nil,
      host: authority, version: version, findings: nil)
  }

  private static func version(_ part: Span<UInt8>) throws(RequestProblem) -> Request.Version {
    guard part.count == 8, part.has("HTTP/".utf8.span, from: 0, to: 5), Octets.isDigit(part[5]),
      part[6] == UInt8(ascii: "."), Octets.isDigit(part[7])
    else { throw .malformed(.requestLine) }
    guard part[5] == UInt8(ascii: "1") else { throw .unknownVersion }
    return part[7] == UInt8(ascii: "0") ? .http10 : .http11
  }

  private static func method(_ part: Span<UInt8>) throws(RequestProblem) -> Method {
    for method in Method.allCases
    where part.has(method.rawValue.utf8.span, from: 0, to: part.count) {
      return method
    }
    let isToken = part.allSatisfy(from: 0, to: part.count, Octets.isToken)
    throw isToken ? .unknownMethod : .malformed(.requestLine)
  }

  private static func target(
    _ line: [UInt8], _ part: Range<Int>, _ method: Method
  ) throws(RequestProblem) -> (Target, authority: String) {
    let octets = line.span
    let end = part.upperBound
    // A fragment is never sent; all else that is visible is let through, as browsers do with
    // queries.
    guard octets.index(of: UInt8(ascii: "#"), from: part.lowerBound, to: end) == end else {
      throw .malformed(.target)
    }
    let first = octets[part.lowerBound]
    if first == UInt8(ascii: "/") { return (split(line, part), "") }
    if method == .options, first == UInt8(ascii: "*"), part.count == 1 {
      return (Target(path: "*"), "")
    }
    let scheme = "http://".utf8
    let host = part.lowerBound + scheme.count
    guard host <= end, octets.hasIgnoringCase(scheme.span, from: part.lowerBound, to: host) else {
      throw .malformed(.target)
    }
    let hostEnd = min(
      octets.index(of: UInt8(ascii: "/"), from: host, to: end),
      octets.index(of: UInt8(ascii: "?"), from: host, to: end))
    guard Authority.isValid(octets.extracting(host..<hostEnd)) else { throw .malformed(.target) }
    let target = split(line, hostEnd..<end)
    return (
      target.path.isEmpty ? Target(path: "/", query: target.query) : target,
      String(decoding: line[host..<hostEnd], as: UTF8.self)
    )
  }

  private static func split(_ line: [UInt8], _ part: Range<Int>) -> Target {
    let mark = line.span.index(of: UInt8(ascii: "?"), from: part.lowerBound, to: part.upperBound)
    let path = String(decoding: line[part.lowerBound..<mark], as: UTF8.self)
    guard mark < part.upperBound else { return Target(path: path) }
    return Target(
      path: path, query: String(decoding: line[(mark + 1)..<part.upperBound], as: UTF8.self))
  }
}

/// The host and port that a request names (RFC 9110, section 7.2; RFC 3986, section 3.2).
enum Authority {
  /// Whether the octets are a host, not empty, and perhaps a port; a user part is not allowed.
  static func isValid(_ octets: Span<UInt8>) -> Bool {
    if !octets.isEmpty, octets[0] == UInt8(ascii: "[") {
      let end = octets.index(of: UInt8(ascii: "]"), from: 1, to: octets.count)
      return end < octets.count && octets.index(of: UInt8(ascii: ":"), from: 1, to: end) < end
        && octets.allSatisfy(from: 1, to: end, isAddressOctet)
        && isPortPart(octets.extracting((end + 1)...))
    }
    let end = octets.index(of: UInt8(ascii: ":"), from: 0, to: octets.count)
    return isName(octets.extracting(..<end)) && isPortPart(octets.extracting(end...))
  }

  /// reg-name, which takes in dotted IPv4 addresses.
  private static func isName(_ octets: Span<UInt8>) -> Bool {
    var index = 0
    while index < octets.count {
      if octets[index] == UInt8(ascii: "%") {
        guard octets.count - index > 2, Octets.hexValue(octets[index + 1]) != nil,
          Octets.hexValue(octets[index + 2]) != nil
        else { return false }
        index += 3
      } else {
        guard Octets.isUnreserved(octets[index]) || isSubDelimiter(octets[index]) else {
          return false
        }
        index += 1
      }
    }
    return !octets.isEmpty
  }

  /// Nothing, or a colon and a number that a port may have; the number may be missing.
  private static func isPortPart(_ octets: Span<UInt8>) -> Bool {
    if octets.isEmpty { return true }
    var port = 0
    for index in 1..<octets.count {
      guard Octets.isDigit(octets[index]) else { return false }
      port = port * 10 + Int(octets[index] - 0x30)
      if port > 65_535 { return false }
    }
    return octets[0] == UInt8(ascii: ":")
  }

  private static func isAddressOctet(_ octet: UInt8) -> Bool {
    Octets.hexValue(octet) != nil || octet == UInt8(ascii: ":") || octet == UInt8(ascii: ".")
  }

  private static func isSubDelimiter(_ octet: UInt8) -> Bool {
    "!$&'()*+,;=".utf8.contains(octet)
  }
}
