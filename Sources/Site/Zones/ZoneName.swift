/// The name of a time zone in the IANA database, `Asia/Tokyo`, as browsers tell it.
///
/// It becomes a path, so nothing but such a name is taken: up to three parts of ASCII letters,
/// digits, `_`, `+` and `-`, each of which begins with a letter.
package struct ZoneName: Hashable, Sendable {
  /// Bytes of a name; the longest one of the database has 32.
  static let limit = 64

  package let text: String

  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.limit, parts.count <= 3, parts.allSatisfy(Self.isPart) else {
      return nil
    }
    self.text = text
  }

  private static func isPart(_ part: Substring.UTF8View) -> Bool {
    guard let first = part.first, isLetter(first) else { return false }
    return part.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
        UInt8(ascii: "-"):
        true
      default: isLetter(byte)
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
