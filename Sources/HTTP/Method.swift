/// What a request asks for (RFC 9110, section 9). Methods are case-sensitive: `get` is not ``get``.
public struct Method: RawRepresentable, Hashable, Sendable {
  /// The token as it stands in the request line.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let get = Method(rawValue: "GET")
  public static let head = Method(rawValue: "HEAD")
  public static let post = Method(rawValue: "POST")
  public static let put = Method(rawValue: "PUT")
  public static let delete = Method(rawValue: "DELETE")
  public static let patch = Method(rawValue: "PATCH")
  public static let options = Method(rawValue: "OPTIONS")

  /// The methods that reach a handler. Any other, CONNECT and TRACE among them, is refused with
  /// 501: a server that is no proxy opens no tunnels, and reflecting a request only helps an
  /// attacker.
  package static let known: [Method] = [.get, .head, .post, .put, .delete, .patch, .options]
}

extension Method: CustomStringConvertible {
  public var description: String { rawValue }
}
