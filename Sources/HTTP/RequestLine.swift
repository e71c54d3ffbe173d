/// The first line of a request, read whole (RFC 9112, section 3).
struct RequestLine {
  let method: Method
  let target: Target
  /// The authority of a target in absolute form, which counts before the `Host` field.
  let authority: String?
  let version: Request.Version

  /// Reads a line without its line end: three parts with single spaces between them.
  init(_ line: [UInt8]) throws(RequestProblem) {
    guard let first = line.firstIndex(of: Octets.space),
      let last = line.lastIndex(of: Octets.space), first > 0, last > first + 1
    else { throw .malformed(.requestLine) }
    let target = line[(first + 1)..<last]
    guard !target.contains(Octets.space) else { throw .malformed(.requestLine) }
    version = try Self.version(line[(last + 1)...])
    method = try Self.method(line[..<first])
    (self.target, authority) = try Self.target(target, method)
  }

  private static func version(_ part: ArraySlice<UInt8>) throws(RequestProblem) -> Request.Version {
    let start = part.startIndex
    guard part.count == 8, part.starts(with: "HTTP/".utf8), Octets.isDigit(part[start + 5]),
      part[start + 6] == UInt8(ascii: "."), Octets.isDigit(part[start + 7])
    else { throw .malformed(.requestLine) }
    guard part[start + 5] == UInt8(ascii: "1") else { throw .unknownVersion }
    return part[start + 7] == UInt8(ascii: "0") ? .http10 : .http11
  }

  private static func method(_ part: ArraySlice<UInt8>) throws(RequestProblem) -> Method {
    for method in Method.known where part.elementsEqual(method.rawValue.utf8) { return method }
    throw part.allSatisfy(Octets.isToken) ? .unknownMethod : .malformed(.requestLine)
  }

  private static func target(
    _ part: ArraySlice<UInt8>, _ method: Method
  ) throws(RequestProblem) -> (Target, String?) {
    // A fragment is never sent; all else that is visible is let through, as browsers do with
    // queries.
    guard !part.contains(UInt8(ascii: "#")), let first = part.first else {
      throw .malformed(.target)
    }
    if first == UInt8(ascii: "/") { return (split(part), nil) }
    if method == .options, part.elementsEqual("*".utf8) { return (Target(path: "*"), nil) }
    let scheme = "http://".utf8
    guard Octets.equalIgnoringCase(part.prefix(scheme.count), scheme) else {
      throw .malformed(.target)
    }
    let rest = part.dropFirst(scheme.count)
    let end =
      rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    guard Authority.isValid(rest[..<end]) else { throw .malformed(.target) }
    let target = split(rest[end...])
    return (
      target.path.isEmpty ? Target(path: "/", query: target.query) : target,
      String(decoding: rest[..<end], as: UTF8.self)
    )
  }

  private static func split(_ part: ArraySlice<UInt8>) -> Target {
    guard let mark = part.firstIndex(of: UInt8(ascii: "?")) else {
      return Target(path: String(decoding: part, as: UTF8.self))
    }
    return Target(
      path: String(decoding: part[..<mark], as: UTF8.self),
      query: String(decoding: part[(mark + 1)...], as: UTF8.self))
  }
}

/// The host and port that a request names (RFC 9110, section 7.2; RFC 3986, section 3.2).
enum Authority {
  /// Whether the octets are a host, not empty, and perhaps a port; a user part is not allowed.
  static func isValid(_ octets: ArraySlice<UInt8>) -> Bool {
    if octets.first == UInt8(ascii: "[") {
      guard let end = octets.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = octets[(octets.startIndex + 1)..<end]
      return address.contains(UInt8(ascii: ":")) && address.allSatisfy(isAddressOctet)
        && isPortPart(octets[(end + 1)...])
    }
    let end = octets.firstIndex(of: UInt8(ascii: ":")) ?? octets.endIndex
    return isName(octets[..<end]) && isPortPart(octets[end...])
  }

  /// reg-name, which takes in dotted IPv4 addresses.
  private static func isName(_ octets: ArraySlice<UInt8>) -> Bool {
    var index = octets.startIndex
    while index < octets.endIndex {
      if octets[index] == UInt8(ascii: "%") {
        guard octets.endIndex - index > 2, Octets.hexValue(octets[index + 1]) != nil,
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
  private static func isPortPart(_ octets: ArraySlice<UInt8>) -> Bool {
    guard let colon = octets.first else { return true }
    var port = 0
    for octet in octets.dropFirst() {
      guard Octets.isDigit(octet) else { return false }
      port = port * 10 + Int(octet - 0x30)
      if port > 65_535 { return false }
    }
    return colon == UInt8(ascii: ":")
  }

  private static func isAddressOctet(_ octet: UInt8) -> Bool {
    Octets.hexValue(octet) != nil || octet == UInt8(ascii: ":") || octet == UInt8(ascii: ".")
  }

  private static func isSubDelimiter(_ octet: UInt8) -> Bool {
    "!$&'()*+,;=".utf8.contains(octet)
  }
}
