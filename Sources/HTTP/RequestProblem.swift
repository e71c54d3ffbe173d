/// Why a request was refused before it reached a handler; the connection is closed after the
/// answer.
public enum RequestProblem: Error, Hashable, Sendable {
  /// 400: what arrived breaks the grammar, or could be read in two ways.
  case malformed(Reason)
  /// 408: the head or the body did not arrive in time.
  case timedOut
  /// 413: the body is over the limit.
  case bodyTooLarge
  /// 414: the request line is over the limit.
  case targetTooLong
  /// 431: the head or the number of its fields is over the limit.
  case headTooLarge
  /// 501: a method that is not known.
  case unknownMethod
  /// 501: a transfer coding other than chunked.
  case unknownCoding
  /// 505: a major version other than 1.
  case unknownVersion

  /// What exactly breaks the grammar, for the page and the log.
  public enum Reason: String, Hashable, Sendable {
    case requestLine = "The request line is malformed."
    case target = "The request target is malformed."
    case lineEnd = "A line does not end with CR and LF."
    case fieldLine = "A header field is malformed."
    case host = "The Host field is missing, malformed or given more than once."
    case contentLength = "The Content-Length field is malformed or given more than once."
    case transferEncoding = "The Transfer-Encoding field is malformed or not allowed here."
    case chunk = "The chunked body is malformed."
    case incomplete = "The request ended before it was complete."
  }

  /// The status of the answer.
  public var status: Status {
    switch self {
    case .malformed: .badRequest
    case .timedOut: .requestTimeout
    case .bodyTooLarge: .contentTooLarge
    case .targetTooLong: .targetTooLong
    case .headTooLarge: .fieldsTooLarge
    case .unknownMethod, .unknownCoding: .notImplemented
    case .unknownVersion: .versionNotSupported
    }
  }
}
