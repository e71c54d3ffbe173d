/// The first line of a request, read whole (RFC 9112, section 3).
enum RequestLine {
  /// Reads a line without its line end: three parts with single spaces between them.
  ///
  /// - Parameter request: becomes the request without fields and body, and without a host unless its
  ///   target has one, which counts before the `Host` field.
  static func read(_ line: [UInt8], into request: inout Request?) throws(RequestProblem) {
    let octets = line.span
    let first = octets.index(of: Octets.space, from: 0, to: octets.count)
    guard let parts = Parts(octets, target: first + 1), first > 0, parts.end > first + 1 else {
      throw .malformed(.requestLine)
    }
    let version = try version(octets.extracting((parts.end + 1)...))
    let method = try method(octets.extracting(..<first))
    let (target, authority) = try target(line, first + 1, parts, method)
    request = Request(
      method: method, target: target, fields: FieldSection(), body: [], multipart: nil,
      host: authority, version: version, findings: nil)
  }

  /// What is of interest in a target, found out in one look at it.
  private struct Parts {
    /// Where the space behind it stands.
    let end: Int
    /// Where its query begins, or it ends.
    var mark: Int
    /// Whether there is an octet in it that starts a fragment.
    var hasFragment = false

    /// Nil if no space follows.
    init?(_ line: Span<UInt8>, target start: Int) {
      let (question, hash) = (UInt8(ascii: "?"), UInt8(ascii: "#"))
      var mark: Int?
      var next = start
      while next < line.count {
        next = line.index(of: Octets.space, question, hash, from: next, to: line.count)
        if next == line.count { return nil }
        if line[next] == Octets.space { break }
        if line[next] == hash { hasFragment = true } else { mark = mark ?? next }
        next += 1
      }
      if next >= line.count { return nil }
      end = next
      self.mark = mark ?? next
    }
  }

  private static func version(_ part: Span<UInt8>) throws(RequestProblem) -> Request.Version {
    guard part.count == 8, part[0] == UInt8(ascii: "H"), part[1] == UInt8(ascii: "T"),
      part[2] == UInt8(ascii: "T"), part[3] == UInt8(ascii: "P"), part[4] == UInt8(ascii: "/"),
      Octets.isDigit(part[5]), part[6] == UInt8(ascii: "."), Octets.isDigit(part[7])
    else { throw .malformed(.requestLine) }
    guard part[5] == UInt8(ascii: "1") else { throw .unknownVersion }
    return part[7] == UInt8(ascii: "0") ? .http10 : .http11
  }

  private static func method(_ part: Span<UInt8>) throws(RequestProblem) -> Method {
    if let method = Method(part) { return method }
    let isToken = part.allSatisfy(from: 0, to: part.count, Octets.isToken)
    throw isToken ? .unknownMethod : .malformed(.requestLine)
  }

  private static func target(
    _ line: [UInt8], _ start: Int, _ parts: Parts, _ method: Method
  ) throws(RequestProblem) -> (Target, authority: String) {
    let octets = line.span
    let end = parts.end
    // A fragment is never sent; all else that is visible is let through, as browsers do with
    // queries.
    if parts.hasFragment { throw .malformed(.target) }
    let first = octets[start]
    if first == UInt8(ascii: "/")
      || (method == .options && first == UInt8(ascii: "*") && end == start + 1)
    {
      return (Target(in: line, start..<parts.mark, to: end), "")
    }
    let scheme = "http://".utf8
    let host = start + scheme.count
    guard host <= end, octets.hasIgnoringCase(scheme.span, from: start, to: host) else {
      throw .malformed(.target)
    }
    let hostEnd = min(octets.index(of: UInt8(ascii: "/"), from: host, to: end), parts.mark)
    guard Authority.isValid(octets.extracting(host..<hostEnd)) else { throw .malformed(.target) }
    let target = Target(in: line, hostEnd..<parts.mark, to: end)
    return (
      hostEnd == parts.mark ? Target(path: "/", query: target.query) : target,
      String(decoding: line[host..<hostEnd], as: UTF8.self)
    )
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
