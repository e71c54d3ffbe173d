/// The cookies a client sent, read when one is asked for (RFC 6265bis, section 5.6.3).
public struct Cookies: Sendable {
  private let fields: FieldSection

  public init(_ fields: FieldSection) { self.fields = fields }

  /// The value of the first cookie of a name, exactly as sent; nil if there is none. Names differ
  /// by case. Octets that are not UTF-8 become U+FFFD.
  public subscript(name: String) -> String? {
    var found: String?
    fields.forEachValue(of: "Cookie") { line in
      var start = line.startIndex
      while found == nil, start < line.endIndex {
        let end = line[start...].firstIndex(of: UInt8(ascii: ";")) ?? line.endIndex
        found = Self.value(of: name, in: Octets.trimmed(line[start..<end]))
        start = end + 1
      }
    }
    return found
  }

  /// The value if a pair has that name. A pair without an equals sign has an empty name.
  private static func value(of name: String, in pair: ArraySlice<UInt8>) -> String? {
    let mark = pair.firstIndex(of: UInt8(ascii: "="))
    let found = mark.map { Octets.trimmed(pair[..<$0]) } ?? []
    guard !pair.isEmpty, found.elementsEqual(name.utf8) else { return nil }
    let value = mark.map { Octets.trimmed(pair[($0 + 1)...]) } ?? pair
    return String(decoding: value, as: UTF8.self)
  }
}
