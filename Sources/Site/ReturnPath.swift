internal import HTTP

/// The page that a form leads back to: a path on this site with its query, taken from the field
/// `return`. Anything that a browser might read as another site, or that could end a header line,
/// is no such path.
package struct ReturnPath: Hashable, Sendable {
  /// Path and query, without a fragment.
  package let address: String
  /// What stood behind `#`, if anything.
  package let fragment: String?
  /// The octets of the path alone.
  private let pathCount: Int

  /// Reads a path: a slash that no second slash follows, then visible ASCII without backslashes.
  package init?(_ text: String?) {
    guard let text else { return nil }
    let octets = text.utf8.span
    let slash = UInt8(ascii: "/")
    guard (1...8_000).contains(octets.count), octets[0] == slash,
      octets.count == 1 || octets[1] != slash,
      octets.allSatisfy(
        from: 0, to: octets.count, { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    let mark = octets.index(of: UInt8(ascii: "#"), from: 0, to: octets.count)
    pathCount = octets.index(of: UInt8(ascii: "?"), from: 0, to: mark)
    if mark < octets.count {
      address = String(text.utf8.prefix(mark)) ?? ""
      fragment = String(text.utf8.dropFirst(mark + 1)) ?? ""
    } else {
      address = text
      fragment = nil
    }
  }

  /// Whether the path is that of the first page.
  var isHome: Bool { pathCount == 1 }

  /// The path alone.
  var path: String {
    pathCount == address.utf8.count
      ? address : String(decoding: address.utf8.prefix(pathCount), as: UTF8.self)
  }

  /// The query alone, without its question mark; `nil` if there is none.
  var query: String? {
    pathCount == address.utf8.count
      ? nil : String(decoding: address.utf8.dropFirst(pathCount + 1), as: UTF8.self)
  }
}
