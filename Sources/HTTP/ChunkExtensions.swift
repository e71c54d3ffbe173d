/// Checks what stands behind the size of a chunk (RFC 9112, section 7.1.1). All of it is dropped,
/// but what another server could read differently is refused.
enum ChunkExtensions {
  /// Whether octets are extensions and nothing else: each a semicolon and a name, perhaps with an
  /// equals sign and a token or a quoted text; white space may stand around both signs.
  static func areValid(_ octets: [UInt8]) -> Bool {
    var rest = octets[...]
    while !rest.isEmpty {
      guard take(UInt8(ascii: ";"), from: &rest), takeToken(from: &rest) else { return false }
      guard take(UInt8(ascii: "="), from: &rest) else { continue }
      guard takeToken(from: &rest) || takeQuoted(from: &rest) else { return false }
    }
    return true
  }

  /// Takes a sign with the white space around it; nothing if it is not there.
  private static func take(_ sign: UInt8, from rest: inout ArraySlice<UInt8>) -> Bool {
    let found = rest.drop(while: Octets.isWhiteSpace)
    guard found.first == sign else { return false }
    rest = found.dropFirst().drop(while: Octets.isWhiteSpace)
    return true
  }

  private static func takeToken(from rest: inout ArraySlice<UInt8>) -> Bool {
    let end = rest.drop(while: Octets.isToken)
    guard end.startIndex > rest.startIndex else { return false }
    rest = end
    return true
  }

  /// The line holds no control characters, so that any octet may be quoted.
  private static func takeQuoted(from rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
    while let octet = rest.popFirst() {
      if octet == UInt8(ascii: "\"") { return true }
      if octet == UInt8(ascii: "\\"), rest.popFirst() == nil { return false }
    }
    return false
  }
}
