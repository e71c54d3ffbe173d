/// The cookies a client sent (RFC 6265bis, section 5.6.3).
public struct Cookies: Sendable {
  /// The section that they stand in.
  private let octets: [UInt8]
  private var pairs: [Pair] = []

  /// Where the name and the value of one cookie stand in ``octets``.
  private struct Pair: Sendable {
    var name: Range<Int>
    var value: Range<Int>
  }

  public init(_ fields: FieldSection) {
    octets = fields.octets
    fields.forEachValue(of: "Cookie") { line in
      var start = line.startIndex
      while start < line.endIndex {
        let end = octets.span.index(of: UInt8(ascii: ";"), from: start, to: line.endIndex)
        add(octets.span.trimmed(start, end))
        start = end + 1
      }
    }
  }

  /// A pair without an equals sign has an empty name.
  private mutating func add(_ pair: Range<Int>) {
    guard !pair.isEmpty else { return }
    if pairs.capacity == 0 { pairs.reserveCapacity(4) }
    let (start, end) = (pair.lowerBound, pair.upperBound)
    let mark = octets.span.index(of: UInt8(ascii: "="), from: start, to: end)
    guard mark < end else {
      pairs.append(Pair(name: start..<start, value: pair))
      return
    }
    pairs.append(
      Pair(name: octets.span.trimmed(start, mark), value: octets.span.trimmed(mark + 1, end)))
  }

  /// The value of the first cookie of a name, exactly as sent; nil if there is none. Names differ
  /// by case. Octets that are not UTF-8 become U+FFFD.
  public subscript(name: String) -> String? {
    octets(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same as octets.
  package func octets(of name: String) -> ArraySlice<UInt8>? {
    for pair in pairs
    where octets.span.has(name.utf8.span, from: pair.name.lowerBound, to: pair.name.upperBound) {
      return octets[pair.value]
    }
    return nil
  }

  /// The values of all cookies whose names begin so, in their order.
  public func values(prefix: String) -> [String] {
    pairs.filter { octets[$0.name].starts(with: prefix.utf8) }
      .map { String(decoding: octets[$0.value], as: UTF8.self) }
  }
}
