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

extension Method: CustomStringConvertible {
  public var description: String { rawValue }
}
