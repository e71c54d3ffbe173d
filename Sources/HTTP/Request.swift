/// A request that arrived whole.
public struct Request: Sendable {
  public var method: Method
  public var target: Target
  public var fields: FieldSection
  /// The content, without the coding it travelled in; empty if the request had none.
  public var body: [UInt8]
  /// The content of a form with files that was sent to `Limits.largeBodyPath`, in place of a body;
  /// `nil` of all other requests, and if the form is damaged.
  public var multipart: MultipartForm?
  /// Whom the client means to talk to, such as `localhost:8080`: the authority of an absolute
  /// target, else the `Host` field. Its grammar is checked, whether it is ours is not. Empty only
  /// if a client of HTTP/1.0 named nobody.
  public var host: String
  public var version: Version
  /// What was found out from the fields before; `nil` of a request that did not come over a connection
  /// that keeps any.
  public internal(set) var findings: Findings?

  /// The versions of the protocol that are spoken; a higher 1.x is read as 1.1.
  public enum Version: Hashable, Sendable {
    case http10
    case http11
  }

  /// The cookies that came along.
  public var cookies: Cookies { Cookies(fields) }

  /// The media type of the body in small letters, without parameters; nil if the request names
  /// none.
  public var mediaType: String? { fields.mediaType }
}

// In an extension, so that the initializer of all members stays: it makes a request in its place,
// where this one makes a copy.
extension Request {
  public init(
    method: Method = .get, target: Target = Target(path: "/"),
    fields: FieldSection = FieldSection(), body: [UInt8] = [], host: String = "localhost",
    version: Version = .http11
  ) {
    self.init(
      method: method, target: target, fields: fields, body: body, multipart: nil, host: host,
      version: version, findings: nil)
  }
}

extension FieldSection {
  /// The media type that `Content-Type` names, as in `Request.mediaType`.
  var mediaType: String? {
    guard let value = firstValue(of: "Content-Type") else { return nil }
    // What every form of a browser says.
    let form = MediaType.form
    if value.span.has(form.utf8.span, from: 0, to: value.count) { return form }
    return MediaType.essence(of: String(decoding: value, as: UTF8.self))
  }
}
