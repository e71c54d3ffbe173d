/// What a request is about: the path and the query of its target, as they came (RFC 9112, section
/// 3.2).
///
/// Kept as the octets of the line in which it came: most paths are looked at and never become texts.
public struct Target: Sendable {
  /// Path and query with the question mark between them, among other things.
  package let octets: [UInt8]
  /// Where the path stands.
  package let pathRange: Range<Int>
  /// Where the query ends, if there is one, else the path.
  private let end: Int

  public init(path: String, query: String? = nil) {
    octets = Array(path.utf8) + (query.map { Array("?\($0)".utf8) } ?? [])
    pathRange = 0..<path.utf8.count
    end = octets.count
  }

  /// Splits `/path?query`.
  public init(_ text: String) {
    let octets = Array(text.utf8)
    self.init(in: octets, octets.indices)
  }

  /// Splits `/path?query`, which stands in a part of octets.
  init(in octets: [UInt8], _ part: Range<Int>) {
    let mark = octets.span.index(
      of: UInt8(ascii: "?"), from: part.lowerBound, to: part.upperBound)
    self.init(in: octets, part.lowerBound..<mark, to: part.upperBound)
  }

  /// A path in octets that a query follows up to an end, if the end is not that of the path.
  init(in octets: [UInt8], _ path: Range<Int>, to end: Int) {
    self.octets = octets
    pathRange = path
    self.end = end
  }

  /// The path, still percent-encoded; it starts with `/`. Only `OPTIONS *` has `*` instead.
  public var path: String { text(pathRange) }

  /// What follows the first `?`, still encoded; nil without one.
  public var query: String? {
    pathRange.upperBound < end ? text(pathRange.upperBound + 1..<end) : nil
  }

  /// Whether the path is this one, as it came.
  func hasPath(_ path: String) -> Bool {
    octets.span.has(path.utf8.span, from: pathRange.lowerBound, to: pathRange.upperBound)
  }

  private func text(_ part: Range<Int>) -> String {
    String(decoding: octets[part], as: UTF8.self)
  }
}

extension Target: Hashable {
  public static func == (left: Target, right: Target) -> Bool {
    left.path == right.path && left.query == right.query
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(query)
  }
}

extension Target: CustomStringConvertible {
  /// The path and the query as they came.
  public var description: String { text(pathRange.lowerBound..<end) }
}
