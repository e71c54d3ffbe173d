/// Names of kinds of content (RFC 9110, section 8.3.1).
public enum MediaType {
  public static let html = "text/html; charset=utf-8"
  public static let plainText = "text/plain; charset=utf-8"
  /// The essence of a form post's type.
  public static let form = "application/x-www-form-urlencoded"

  /// A media type in small letters, without parameters and white space.
  public static func essence(of fieldValue: String) -> String {
    let octets = Array(fieldValue.utf8)
    let end = octets.firstIndex(of: UInt8(ascii: ";")) ?? octets.endIndex
    return String(
      decoding: Octets.trimmed(octets[..<end]).map(Octets.lowercased), as: UTF8.self)
  }

  /// The type of a file by the end of its name.
  public static func ofFile(named name: String) -> String {
    let ending = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[$0...]) } ?? ""
    return switch ending.lowercased() {
    case ".css": "text/css; charset=utf-8"
    case ".js", ".mjs": "text/javascript; charset=utf-8"
    case ".html": html
    case ".txt": plainText
    case ".svg": "image/svg+xml"
    case ".png": "image/png"
    case ".jpg", ".jpeg": "image/jpeg"
    case ".gif": "image/gif"
    case ".webp": "image/webp"
    case ".ico": "image/x-icon"
    case ".json", ".map": "application/json"
    case ".webmanifest": "application/manifest+json"
    case ".woff2": "font/woff2"
    default: "application/octet-stream"
    }
  }
}
