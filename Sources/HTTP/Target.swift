/// What a request is about: the path and the query of its target, as they came (RFC 9112, section
/// 3.2).
public struct Target: Hashable, Sendable {
  /// The path, still percent-encoded; it starts with `/`. Only `OPTIONS *` has `*` instead.
  public let path: String
  /// What follows the first `?`, still encoded; nil without one.
  public let query: String?

  public init(path: String, query: String? = nil) {
    self.path = path
    self.query = query
  }

  /// Splits `/path?query`.
  public init(_ text: String) {
    if let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) {
      self.init(path: String(text[..<mark]), query: String(text[text.utf8.index(after: mark)...]))
    } else {
      self.init(path: text)
    }
  }
}

extension Target: CustomStringConvertible {
  /// The path and the query as they came.
  public var description: String { query.map { path + "?" + $0 } ?? path }
}
