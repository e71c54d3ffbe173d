/// What a request asks for (RFC 9110, section 9): the methods that reach a handler.
///
/// Any other, CONNECT and TRACE among them, is refused with 501: a server that is no proxy opens no
/// tunnels, and reflecting a request only helps an attacker. Methods are case-sensitive: `get` is not
/// ``get``.
public enum Method: String, Sendable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case head = "HEAD"
  case put = "PUT"
  case delete = "DELETE"
  case patch = "PATCH"
  case options = "OPTIONS"
}

extension Method {
  /// The method of this name; nil if there is none.
  init?(_ name: Span<UInt8>) {
    // Most requests have one of these, so no text is made for them.
    if name.count == 3, name[0] == UInt8(ascii: "G"), name[1] == UInt8(ascii: "E"),
      name[2] == UInt8(ascii: "T")
    {
      self = .get
    } else if name.count == 4, name[0] == UInt8(ascii: "P"), name[1] == UInt8(ascii: "O"),
      name[2] == UInt8(ascii: "S"), name[3] == UInt8(ascii: "T")
    {
      self = .post
    } else {
      let known = Self.allCases.first { name.has($0.rawValue.utf8.span, from: 0, to: name.count) }
      guard let known else { return nil }
      self = known
    }
  }
}

extension Method: CustomStringConvertible {
  public var description: String { rawValue }
}
