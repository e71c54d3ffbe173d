/// What the conditions of a request come to (RFC 9110, section 13.2.2).
public enum Preconditions: Hashable, Sendable {
  /// The request is answered as if it had none.
  case met
  /// 304: the client has what a GET or HEAD would send.
  case notModified
  /// 412: what is there is not what the client takes it for.
  case failed
}

extension Request {
  /// Compares the conditions with what would be sent. A tag counts before a date; a date that is
  /// none is ignored.
  ///
  /// - Parameters:
  ///   - entityTag: that of what would be sent; nil if it has none, so that only `*` names it.
  ///   - lastModified: when that last changed; nil if it is not known, so that dates are ignored.
  public func preconditions(
    entityTag: EntityTag?, lastModified: HTTPDate? = nil
  ) -> Preconditions {
    let isReading = method == .get || method == .head
    if let tags = list("If-Match") {
      guard entityTag?.matches(ifMatch: tags) ?? EntityTag.isAny(tags) else { return .failed }
    } else if let lastModified, let date = date("If-Unmodified-Since"),
      lastModified.seconds > date.seconds
    {
      return .failed
    }
    if let tags = list("If-None-Match") {
      guard entityTag?.matches(ifNoneMatch: tags) ?? EntityTag.isAny(tags) else { return .met }
      return isReading ? .notModified : .failed
    }
    guard isReading, let lastModified, let date = date("If-Modified-Since"),
      lastModified.seconds <= date.seconds
    else { return .met }
    return .notModified
  }

  /// The lines of a field as one list; nil without any.
  private func list(_ name: String) -> String? {
    let values = fields.values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ",")
  }

  private func date(_ name: String) -> HTTPDate? { fields[name].flatMap(HTTPDate.init(_:)) }
}
