/// A validator of what a response holds (RFC 9110, section 8.8.3).
public struct EntityTag: Hashable, Sendable {
  /// What stands between the quotes.
  public let opaque: String
  public let isWeak: Bool

  /// - Parameter opaque: visible ASCII without a quote, chosen by the program.
  public init(_ opaque: String, isWeak: Bool = false) {
    assert(opaque.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 < 0x7F }, "etagc")
    self.opaque = opaque
    self.isWeak = isWeak
  }

  /// Whether an `If-None-Match` value names this tag: `*`, or a member of the list that is the same
  /// by the weak comparison. A list that cannot be read matches as far as it can be.
  public func matches(ifNoneMatch value: String) -> Bool {
    var rest = Octets.trimmed(Array(value.utf8)[...])
    if rest.elementsEqual("*".utf8) { return true }
    while !rest.isEmpty {
      rest = rest.drop { $0 == UInt8(ascii: ",") || $0 == Octets.space || $0 == Octets.tab }
      if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
      guard rest.popFirst() == UInt8(ascii: "\""),
        let end = rest.firstIndex(of: UInt8(ascii: "\""))
      else { return false }
      if rest[..<end].elementsEqual(opaque.utf8) { return true }
      rest = rest[(end + 1)...]
    }
    return false
  }
}

extension EntityTag: CustomStringConvertible {
  /// The field value, with its quotes.
  public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }
}

extension Request {
  /// Whether the client has what a GET or HEAD would send (RFC 9110, section 13.2.2), so that the
  /// answer is 304. `If-None-Match` counts before `If-Modified-Since`; a date that is none is
  /// ignored.
  public func isFresh(entityTag: EntityTag?, lastModified: HTTPDate? = nil) -> Bool {
    guard method == .get || method == .head else { return false }
    let tags = fields.values(of: "If-None-Match")
    if !tags.isEmpty {
      return entityTag?.matches(ifNoneMatch: tags.joined(separator: ",")) ?? false
    }
    guard let lastModified, let since = fields["If-Modified-Since"].flatMap(HTTPDate.init(_:))
    else { return false }
    return lastModified.seconds <= since.seconds
  }
}
