/// Classes of octets that the grammars of HTTP are made of (RFC 9110, section 5.6).
///
/// Messages are read as octets, never as characters: a CRLF is one `Character`, and text compares
/// by canonical equivalence, so neither can be trusted to find where an element ends.
package enum Octets {
  package static let tab: UInt8 = 0x09
  package static let lineFeed: UInt8 = 0x0A
  package static let carriageReturn: UInt8 = 0x0D
  package static let space: UInt8 = 0x20

  /// Whether an octet may stand in a token, such as a method or a field name.
  package static func isToken(_ octet: UInt8) -> Bool {
    // Most are letters and hyphens.
    (octet | 0x20) &- 0x61 < 26 || octet == UInt8(ascii: "-") || contains(tokens, octet)
  }

  /// Whether an octet may stand in a field value: everything but control characters other than tab.
  package static func isFieldContent(_ octet: UInt8) -> Bool {
    // Most are printable ASCII, which the first comparison settles.
    octet &- space < 0x5F || octet >= 0x80 || octet == tab
  }

  /// Whether an octet is a space or a tab.
  package static func isWhiteSpace(_ octet: UInt8) -> Bool {
    octet == space || octet == tab
  }

  /// Whether an octet is a decimal digit.
  package static func isDigit(_ octet: UInt8) -> Bool {
    octet &- 0x30 < 10
  }

  /// The value of a hexadecimal digit in either case; nil for any other octet.
  package static func hexValue(_ octet: UInt8) -> UInt8? {
    let digit = octet &- 0x30
    if digit < 10 { return digit }
    let letter = (octet | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  /// The octet with an ASCII capital made small.
  package static func lowercased(_ octet: UInt8) -> UInt8 {
    octet &- 0x41 < 26 ? octet | 0x20 : octet
  }

  /// Whether an octet is one that a URI never has to encode: a letter, a digit or one of `-._~`.
  package static func isUnreserved(_ octet: UInt8) -> Bool {
    isAlphanumeric(octet) || contains(unreserved, octet)
  }

  /// Whether a run of octets is a text but for the case of ASCII letters.
  package static func equalIgnoringCase(_ run: ArraySlice<UInt8>, _ text: String) -> Bool {
    run.span.hasIgnoringCase(text.utf8.span, from: 0, to: run.count)
  }

  /// The members of a comma-separated list (RFC 9110, section 5.6.1) without the white space around
  /// them; empty members are left out. Not for lists whose members may be quoted.
  package static func listMembers(_ value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    value.split(separator: UInt8(ascii: ",")).map(trimmed).filter { !$0.isEmpty }
  }

  /// Whether a comma-separated list has a member, whose case does not matter.
  package static func list(_ value: ArraySlice<UInt8>, has member: String) -> Bool {
    guard value.contains(UInt8(ascii: ",")) else {
      return equalIgnoringCase(trimmed(value), member)
    }
    return listMembers(value).contains { equalIgnoringCase($0, member) }
  }

  /// A run of octets without the spaces and tabs at its ends.
  package static func trimmed(_ run: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let kept = run.span.trimmed(0, run.count)
    return run[run.startIndex + kept.lowerBound..<run.startIndex + kept.upperBound]
  }

  /// The octets of a set as one bit each, lowest first; those above 127 are never members.
  private typealias ASCIISet = (low: UInt64, high: UInt64)

  private static let tokens = set("!#$%&'*+-.^_`|~", alphanumeric: true)
  private static let unreserved = set("-._~", alphanumeric: true)

  private static func contains(_ set: ASCIISet, _ octet: UInt8) -> Bool {
    octet < 64
      ? (set.low >> UInt64(octet)) & 1 == 1
      : octet < 128 && (set.high >> UInt64(octet & 63)) & 1 == 1
  }

  private static func set(_ marks: String, alphanumeric: Bool) -> ASCIISet {
    var set: ASCIISet = (0, 0)
    for octet: UInt8 in 0..<128
    where marks.utf8.contains(octet) || (alphanumeric && isAlphanumeric(octet)) {
      if octet < 64 { set.low |= 1 << UInt64(octet) } else { set.high |= 1 << UInt64(octet & 63) }
    }
    return set
  }

  private static func isAlphanumeric(_ octet: UInt8) -> Bool {
    isDigit(octet) || (octet | 0x20) &- 0x61 < 26
  }
}
