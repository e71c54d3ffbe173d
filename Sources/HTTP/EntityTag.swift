/// A validator of what a response holds (RFC 9110, section 8.8.3).
public struct EntityTag: Hashable, Sendable {
  /// What stands between the quotes.
  public let opaque: String
  /// Whether it is the same for contents that mean the same but differ in octets.
  public let isWeak: Bool

  /// A tag of visible ASCII without a quote, chosen by the program.
  public init(_ opaque: String, isWeak: Bool = false) {
    assert(opaque.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 < 0x7F }, "etagc")
    self.opaque = opaque
    self.isWeak = isWeak
  }

  /// Whether an `If-None-Match` value names this tag: `*`, or a member of the list that is the same
  /// by the weak comparison. A list that cannot be read matches as far as it can be.
  public func matches(ifNoneMatch value: String) -> Bool {
    isNamed(in: value) { _ in true }
  }

  /// Whether an `If-Match` value names this tag: `*`, or a member of the list that is the same by
  /// the strong comparison, which no weak tag ever is.
  public func matches(ifMatch value: String) -> Bool {
    isNamed(in: value) { isWeak in !isWeak && !self.isWeak }
  }

  /// Whether a field value names whatever is there: `*`.
  static func isAny(_ value: String) -> Bool {
    Octets.trimmed(Array(value.utf8)[...]).elementsEqual("*".utf8)
  }

  /// - Parameter counts: whether a member that is the same counts, told if it is a weak one.
  private func isNamed(in value: String, counts: (_ isWeak: Bool) -> Bool) -> Bool {
    if Self.isAny(value) { return true }
    var rest = Array(value.utf8)[...]
    while !rest.isEmpty {
      rest = rest.drop { $0 == UInt8(ascii: ",") || Octets.isWhiteSpace($0) }
      let isWeak = rest.starts(with: "W/".utf8)
      if isWeak { rest = rest.dropFirst(2) }
      guard rest.popFirst() == UInt8(ascii: "\""),
        let end = rest.firstIndex(of: UInt8(ascii: "\""))
      else { return false }
      if counts(isWeak), rest[..<end].elementsEqual(opaque.utf8) { return true }
      rest = rest[(end + 1)...]
    }
    return false
  }
}

extension EntityTag: CustomStringConvertible {
  /// The field value, with its quotes.
  public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }
}
