/// The page that a form leads back to: a path on this site with its query, taken from the field
/// `return`. Anything that a browser might read as another site, or that could end a header line,
/// is no such path.
package struct ReturnPath: Hashable, Sendable {
  /// Path and query, without a fragment.
  package let address: String
  /// What stood behind `#`, if anything.
  package let fragment: String?

  /// Reads a path: a slash that no second slash follows, then visible ASCII without backslashes.
  package init?(_ text: String?) {
    guard let text, text.utf8.first == UInt8(ascii: "/"), text.utf8.count <= 8_000,
      text.utf8.dropFirst().first != UInt8(ascii: "/"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    address = String(parts[0])
    fragment = parts.count > 1 ? String(parts[1]) : nil
  }

  /// The path alone.
  var path: String {
    String(address.prefix { $0 != "?" })
  }

  /// The query alone, without its question mark.
  var query: String {
    String(address.dropFirst(path.count + 1))
  }
}
