/// A cookie for the client to keep, the value of a `Set-Cookie` field (RFC 6265bis, section 4.1).
public struct SetCookie: Sendable {
  public var name: String
  public var value: String
  public var path: String
  /// Seconds to live; zero ends it now, nil with the browser's session.
  public var maxAge: Int?
  /// Hidden from scripts.
  public var isHTTPOnly: Bool
  /// Sent over TLS only.
  public var isSecure: Bool
  public var sameSite: SameSite

  /// Which requests that come from other sites bring the cookie.
  public enum SameSite: String, Sendable {
    case strict = "Strict"
    case lax = "Lax"
    case none = "None"

    fileprivate var attribute: String {
      switch self {
      case .strict: "; SameSite=Strict"
      case .lax: "; SameSite=Lax"
      case .none: "; SameSite=None"
      }
    }
  }

  /// A cookie whose name is a token, chosen by the program; value and path may be anything.
  public init(
    name: String, value: String, path: String = "/", maxAge: Int? = nil, isHTTPOnly: Bool = true,
    isSecure: Bool = false, sameSite: SameSite = .lax
  ) {
    assert(!name.isEmpty && name.utf8.allSatisfy(Octets.isToken), "a cookie name is a token")
    self.name = name
    self.value = value
    self.path = path
    self.maxAge = maxAge
    self.isHTTPOnly = isHTTPOnly
    self.isSecure = isSecure
    self.sameSite = sameSite
  }

  /// The field value. What no cookie value or path may hold is percent-encoded, so neither can add
  /// an attribute.
  public var fieldValue: String {
    var octets: [UInt8] = []
    append(to: &octets)
    return String(decoding: octets, as: UTF8.self)
  }

  fileprivate func append(to octets: inout [UInt8]) {
    octets.append(text: name)
    octets.append(UInt8(ascii: "="))
    PercentEncoding.append(value, to: &octets, keeping: Self.isCookieOctet)
    if path == "/" {
      octets.append(contentsOf: "; Path=/".utf8)
    } else {
      octets.append(contentsOf: "; Path=".utf8)
      PercentEncoding.append(path, to: &octets, keeping: Self.isPathOctet)
    }
    if let maxAge {
      octets.append(contentsOf: "; Max-Age=".utf8)
      octets.append(contentsOf: String(max(0, maxAge)).utf8)
    }
    if isHTTPOnly { octets.append(contentsOf: "; HttpOnly".utf8) }
    if isSecure { octets.append(contentsOf: "; Secure".utf8) }
    octets.append(contentsOf: sameSite.attribute.utf8)
  }

  /// cookie-octet: printable ASCII without space, quote, comma, semicolon and backslash.
  private static func isCookieOctet(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): false
    default: octet > 0x20 && octet < 0x7F
    }
  }

  private static func isPathOctet(_ octet: UInt8) -> Bool {
    octet > 0x20 && octet < 0x7F && octet != UInt8(ascii: ";")
  }
}

/// A cookie whose value is another number in every answer: the field around it is made once.
public struct NumberCookie: Sendable {
  /// The field up to the number, and behind it with the line end.
  let (before, after): ([UInt8], [UInt8])

  /// - Parameter cookie: what is said besides the number, which takes the place of its value.
  public init(_ cookie: SetCookie) { self.init(cookie, after: FieldSection()) }

  /// - Parameter others: fields that are to stand before it each time.
  public init(_ cookie: SetCookie, after others: FieldSection) {
    var empty = cookie
    empty.value = ""
    let field = FieldSection(cookie: empty).octets
    let end = field.span.index(of: UInt8(ascii: "="), from: 0, to: field.count) + 1
    (before, after) = (others.octets + field[..<end], Array(field[end...]))
  }
}

extension FieldSection {
  fileprivate init(cookie: SetCookie) {
    self.init()
    append(cookie)
  }

  /// Adds a `Set-Cookie` field at the end.
  public mutating func append(_ cookie: SetCookie) {
    append("Set-Cookie", writing: cookie.append)
  }
}
