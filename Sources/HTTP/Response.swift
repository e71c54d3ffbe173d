/// An answer.
///
/// The server adds `Date`, `Content-Length`, `Connection` and `X-Content-Type-Options`; whoever
/// makes a response leaves these out. To a HEAD request one answers as to GET: the server drops the
/// body.
public struct Response: Sendable {
  public var status: Status
  public var fields: FieldSection
  public var body: Body

  public init(_ status: Status, fields: FieldSection = FieldSection(), body: Body = Body()) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// A response with a body of a media type, such as `text/html; charset=utf-8`.
  public init(_ status: Status, type: String, body: Body) {
    self.init(status, fields: ["Content-Type": type], body: body)
  }
}

/// The content of a response: runs of octets that are sent one after the other.
///
/// Runs are shared with whoever made them, so a body of cached pieces costs no copy of a large one.
public struct Body: Sendable {
  /// In the order of sending.
  public private(set) var fragments: [[UInt8]]
  /// The number of octets of all fragments together.
  public private(set) var count: Int

  /// No content.
  public init() {
    fragments = []
    count = 0
  }

  public init(fragments: [[UInt8]]) {
    self.fragments = fragments
    count = fragments.reduce(0) { $0 + $1.count }
  }

  public init(_ octets: [UInt8]) {
    fragments = [octets]
    count = octets.count
  }

  public init(_ text: String) { self.init(Array(text.utf8)) }

  public mutating func append(_ fragment: [UInt8]) {
    fragments.append(fragment)
    count += fragment.count
  }

  /// All octets in one array; a copy, meant for tests.
  public var octets: [UInt8] { Array(fragments.joined()) }
}
