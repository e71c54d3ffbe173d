/// Percent-encoding of URIs (RFC 3986, section 2.1).
public enum PercentEncoding {
  /// The octets that a text stands for, decoded once: a `%` that two hexadecimal digits do not
  /// follow is kept as it is.
  public static func decode(_ raw: String) -> [UInt8] {
    var octets: [UInt8] = []
    decode(raw.utf8.span, plusIsSpace: false, into: &octets)
    return octets
  }

  /// The text that a path or a part of one stands for, decoded once and only once.
  ///
  /// Nil for what no path of a careful client holds: a broken escape, a NUL, octets that are not
  /// UTF-8. An encoded `/` becomes a `/`: split a path before its parts are decoded.
  public static func decodePath(_ raw: String) -> String? {
    if raw.utf8.allSatisfy({ $0 != UInt8(ascii: "%") && $0 != 0 }) { return raw }
    var octets: [UInt8] = []
    octets.reserveCapacity(raw.utf8.count)
    var rest = Array(raw.utf8)[...]
    while let octet = rest.popFirst() {
      guard octet == UInt8(ascii: "%") else {
        octets.append(octet)
        continue
      }
      guard let high = rest.popFirst().flatMap(Octets.hexValue),
        let low = rest.popFirst().flatMap(Octets.hexValue)
      else { return nil }
      octets.append(high << 4 | low)
    }
    return octets.contains(0) ? nil : String(validating: octets, as: UTF8.self)
  }

  /// A text as one segment of a path or one value of a query: everything but letters, digits and
  /// `-._~` is encoded.
  public static func encode(_ text: String) -> String {
    encode(text, keeping: Octets.isUnreserved)
  }

  /// Encodes the octets of a text that a function does not keep.
  package static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    if text.utf8.allSatisfy(isKept) { return text }
    var octets: [UInt8] = []
    append(text, to: &octets, keeping: isKept)
    return String(decoding: octets, as: UTF8.self)
  }

  /// Appends the octets of a text, those encoded that a function does not keep.
  @inline(__always)
  static func append(
    _ text: String, to octets: inout [UInt8], keeping isKept: (UInt8) -> Bool
  ) {
    let text = text.utf8.span
    for index in text.indices {
      let octet = text[index]
      if isKept(octet) {
        octets.append(octet)
      } else {
        octets.append(UInt8(ascii: "%"))
        octets.append(hexDigit(octet >> 4))
        octets.append(hexDigit(octet & 15))
      }
    }
  }

  /// Decodes escapes, leaving broken ones as they are; in forms a `+` is a space, which is replaced
  /// before decoding so that `%2B` stays a plus.
  static func decode(_ raw: Span<UInt8>, plusIsSpace: Bool, into octets: inout [UInt8]) {
    octets.append(addingCapacity: raw.count) { octets in
      var index = 0
      while index < raw.count {
        let octet = raw[index]
        if octet == UInt8(ascii: "%"), raw.count - index > 2,
          let high = Octets.hexValue(raw[index + 1]), let low = Octets.hexValue(raw[index + 2])
        {
          octets.append(high << 4 | low)
          index += 3
        } else {
          octets.append(plusIsSpace && octet == UInt8(ascii: "+") ? Octets.space : octet)
          index += 1
        }
      }
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }
}
