/// The cookies a client sent, read when one is asked for (RFC 6265bis, section 5.6.3).
public struct Cookies: Sendable {
  private let fields: FieldSection

  public init(_ fields: FieldSection) { self.fields = fields }

  /// The value of the first cookie of a name, exactly as sent; nil if there is none. Names differ
  /// by case. Octets that are not UTF-8 become U+FFFD.
  public subscript(name: String) -> String? {
    var found: String?
    forEachPair { pair in
      found = Self.value(of: name, in: pair)
      return found == nil
    }
    return found
  }

  /// The values of all cookies whose names begin so, in their order.
  public func values(prefix: String) -> [String] {
    var values: [String] = []
    forEachPair { pair in
      if pair.starts(with: prefix.utf8), let mark = pair.firstIndex(of: UInt8(ascii: "=")) {
        values.append(String(decoding: Octets.trimmed(pair[(mark + 1)...]), as: UTF8.self))
      }
      return true
    }
    return values
  }

  /// Gives the pairs of all Cookie fields, until it is told to stop.
  private func forEachPair(_ body: (ArraySlice<UInt8>) -> Bool) {
    var goesOn = true
    fields.forEachValue(of: "Cookie") { line in
      var start = line.startIndex
      while goesOn, start < line.endIndex {
        let end = line[start...].firstIndex(of: UInt8(ascii: ";")) ?? line.endIndex
        goesOn = body(Octets.trimmed(line[start..<end]))
        start = end + 1
      }
    }
  }

  /// The value if a pair has that name. A pair without an equals sign has an empty name.
  private static func value(of name: String, in pair: ArraySlice<UInt8>) -> String? {
    // Most pairs have another name.
    guard pair.starts(with: name.utf8) else { return nil }
    let mark = pair.firstIndex(of: UInt8(ascii: "="))
    let found = mark.map { Octets.trimmed(pair[..<$0]) } ?? []
    guard !pair.isEmpty, found.count == name.utf8.count, found.elementsEqual(name.utf8) else {
      return nil
    }
    let value = mark.map { Octets.trimmed(pair[($0 + 1)...]) } ?? pair
    return String(decoding: value, as: UTF8.self)
  }
}
