/// The cookies a client sent (RFC 6265bis, section 5.6.3).
public struct Cookies: Sendable {
  private var pairs: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []

  public init(_ fields: FieldSection) {
    fields.forEachValue(of: "Cookie") { line in
      var start = line.startIndex
      while start < line.endIndex {
        let end = line[start...].firstIndex(of: UInt8(ascii: ";")) ?? line.endIndex
        add(Octets.trimmed(line[start..<end]))
        start = end + 1
      }
    }
  }

  /// A pair without an equals sign has an empty name.
  private mutating func add(_ pair: ArraySlice<UInt8>) {
    guard !pair.isEmpty else { return }
    guard let mark = pair.firstIndex(of: UInt8(ascii: "=")) else {
      pairs.append((pair.prefix(0), pair))
      return
    }
    pairs.append((Octets.trimmed(pair[..<mark]), Octets.trimmed(pair[(mark + 1)...])))
  }

  /// The value of the first cookie of a name, exactly as sent; nil if there is none. Names differ
  /// by case. Octets that are not UTF-8 become U+FFFD.
  public subscript(name: String) -> String? {
    for (known, value) in pairs
    where known.count == name.utf8.count && known.elementsEqual(name.utf8) {
      return String(decoding: value, as: UTF8.self)
    }
    return nil
  }

  /// The values of all cookies whose names begin so, in their order.
  public func values(prefix: String) -> [String] {
    pairs.filter { $0.name.starts(with: prefix.utf8) }
      .map { String(decoding: $0.value, as: UTF8.self) }
  }
}
