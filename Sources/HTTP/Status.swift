/// How a request went (RFC 9110, section 15).
public struct Status: Hashable, Sendable {
  /// Three digits.
  public let code: Int
  /// The words after the code; clients ignore them.
  public let reason: String

  /// A status; its code is a number from 100 to 599.
  public init(code: Int, reason: String) {
    precondition((100...599).contains(code), "a status has three digits")
    self.code = code
    self.reason = reason
  }

  public static func == (left: Status, right: Status) -> Bool { left.code == right.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  public static let ok = Status(code: 200, reason: "OK")
  public static let created = Status(code: 201, reason: "Created")
  public static let accepted = Status(code: 202, reason: "Accepted")
  public static let noContent = Status(code: 204, reason: "No Content")
  public static let movedPermanently = Status(code: 301, reason: "Moved Permanently")
  public static let found = Status(code: 302, reason: "Found")
  public static let seeOther = Status(code: 303, reason: "See Other")
  public static let notModified = Status(code: 304, reason: "Not Modified")
  public static let permanentRedirect = Status(code: 308, reason: "Permanent Redirect")
  public static let badRequest = Status(code: 400, reason: "Bad Request")
  public static let unauthorized = Status(code: 401, reason: "Unauthorized")
  public static let forbidden = Status(code: 403, reason: "Forbidden")
  public static let notFound = Status(code: 404, reason: "Not Found")
  public static let methodNotAllowed = Status(code: 405, reason: "Method Not Allowed")
  public static let requestTimeout = Status(code: 408, reason: "Request Timeout")
  public static let conflict = Status(code: 409, reason: "Conflict")
  public static let gone = Status(code: 410, reason: "Gone")
  public static let preconditionFailed = Status(code: 412, reason: "Precondition Failed")
  public static let contentTooLarge = Status(code: 413, reason: "Content Too Large")
  public static let targetTooLong = Status(code: 414, reason: "URI Too Long")
  public static let unsupportedMediaType = Status(code: 415, reason: "Unsupported Media Type")
  public static let misdirectedRequest = Status(code: 421, reason: "Misdirected Request")
  public static let unprocessableContent = Status(code: 422, reason: "Unprocessable Content")
  public static let tooManyRequests = Status(code: 429, reason: "Too Many Requests")
  public static let fieldsTooLarge = Status(code: 431, reason: "Request Header Fields Too Large")
  public static let internalServerError = Status(code: 500, reason: "Internal Server Error")
  public static let notImplemented = Status(code: 501, reason: "Not Implemented")
  public static let serviceUnavailable = Status(code: 503, reason: "Service Unavailable")
  public static let versionNotSupported = Status(code: 505, reason: "HTTP Version Not Supported")

  /// Whether a response of this status never has a body (RFC 9112, section 6.3).
  package var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }
}

extension Status: CustomStringConvertible {
  /// Such as `404 Not Found`.
  public var description: String { "\(code) \(reason)" }
}
