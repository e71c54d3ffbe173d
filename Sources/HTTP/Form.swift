/// Named values of a form or a query: `application/x-www-form-urlencoded` as the WHATWG URL
/// standard reads it. Order, repeated names and empty names are kept.
///
/// Kept as octets, which become texts when they are asked for: of most forms little is.
public struct Form: Sendable {
  /// Names and values, decoded, among other things. All of it is UTF-8.
  private var octets: [UInt8] = []
  /// Where the fields stand, those of most forms without memory of their own.
  private var first = InlineArray<4, Place>(repeating: Place(name: 0..<0, value: 0..<0))
  private var others: [Place] = []
  /// The number of fields.
  public private(set) var count = 0
  /// A bit for each length that a name has. Most names that are asked for are not there.
  private var lengths: UInt64 = 0

  /// Where the name and the value of a field stand in ``octets``.
  private struct Place: Sendable {
    var name: Range<Int32>
    var value: Range<Int32>
  }

  /// A field and what is in it.
  public struct Entry: Sendable {
    public let name: String
    public let value: String
  }

  /// The most fields a form may have: far beyond any page's, small enough that a body of nothing
  /// but `&a` costs little.
  public static let maximumEntryCount = 10_000

  public init(_ entries: [(name: String, value: String)] = []) {
    for (name, value) in entries { append(name, value) }
  }

  /// Reads the body of a form post. Takes time linear in its length.
  ///
  /// - Throws: a name or a value is not UTF-8, or there are too many fields. A broken escape is no
  ///   error: its percent sign stands for itself.
  public init(urlEncoded body: [UInt8]) throws(FormError) {
    guard read(body) else { throw .tooManyFields }
    guard isUTF8 else { throw .notUTF8 }
  }

  /// Reads the query of a URL. Nothing is an error: octets that are not UTF-8 become U+FFFD, fields
  /// beyond the limit are left out.
  public init(query: String?) {
    guard let query, !query.isEmpty else { return }
    _ = read(Array(query.utf8))
    if !isUTF8 { self = Form(entries.map { ($0.name, $0.value) }) }
  }

  /// In the order in which they came.
  public var entries: [Entry] {
    (0..<count).map { index in
      let place = place(index)
      return Entry(name: text(place.name), value: text(place.value))
    }
  }

  /// Adds a field behind the others.
  public mutating func append(_ name: String, _ value: String) {
    let start = octets.count
    octets.append(text: name)
    let end = octets.count
    octets.append(text: value)
    add(name: start..<end, value: end..<octets.count)
  }

  /// The value of the last field of a name; nil if there is none.
  public func last(_ name: String) -> String? {
    let length = name.utf8.count
    if lengths & Self.bit(ofLength: length) == 0 { return nil }
    let wanted = name.utf8.span
    let octets = octets.span
    var index = count
    while index > 0 {
      index -= 1
      let place = place(index)
      if place.name.count == length,
        octets.has(wanted, from: Int(place.name.lowerBound), to: Int(place.name.upperBound))
      {
        return text(place.value)
      }
    }
    return nil
  }

  private func place(_ index: Int) -> Place {
    index < first.count ? first[index] : others[index - first.count]
  }

  private func text(_ range: Range<Int32>) -> String {
    String(decoding: octets[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
  }

  private var isUTF8: Bool { (try? UTF8Span(validating: octets.span)) != nil }

  /// Reads pairs up to the limit; false if there are more.
  private mutating func read(_ encoded: [UInt8]) -> Bool {
    var pairs = Pairs()
    let run = encoded.span
    let (percent, plus) = (UInt8(ascii: "%"), UInt8(ascii: "+"))
    let isDecoded = run.index(of: percent, plus, plus, from: 0, to: run.count) == run.count
    if isDecoded { octets = encoded } else { octets.reserveCapacity(encoded.count + 2) }
    while let (name, value) = pairs.next(in: run) {
      guard count < Self.maximumEntryCount else { return false }
      if isDecoded {
        add(name: name, value: value)
      } else {
        add(name: appendDecoded(run.extracting(name)), value: appendDecoded(run.extracting(value)))
      }
    }
    return true
  }

  /// Decodes octets behind those that there are.
  private mutating func appendDecoded(_ raw: Span<UInt8>) -> Range<Int> {
    let start = octets.count
    PercentEncoding.decode(raw, plusIsSpace: true, into: &octets)
    let end = octets.count
    // What is UTF-8 with this between its parts is so part by part.
    octets.append(UInt8(ascii: "&"))
    return start..<end
  }

  private mutating func add(name: Range<Int>, value: Range<Int>) {
    lengths |= Self.bit(ofLength: name.count)
    let place = Place(
      name: Int32(name.lowerBound)..<Int32(name.upperBound),
      value: Int32(value.lowerBound)..<Int32(value.upperBound))
    if count < first.count { first[count] = place } else { others.append(place) }
    count += 1
  }

  private static func bit(ofLength count: Int) -> UInt64 { 1 << UInt64(count & 63) }

  /// Goes through the pairs between ampersands, parted at the first equals sign; empty runs are
  /// skipped.
  private struct Pairs {
    private var position = 0

    mutating func next(in octets: Span<UInt8>) -> (name: Range<Int>, value: Range<Int>)? {
      while position < octets.count {
        let start = position
        let end = octets.index(of: UInt8(ascii: "&"), from: start, to: octets.count)
        position = end + 1
        if start == end { continue }
        let mark = octets.index(of: UInt8(ascii: "="), from: start, to: end)
        return (start..<mark, min(mark + 1, end)..<end)
      }
      return nil
    }
  }
}

/// Why a form cannot be read.
public enum FormError: Error, Hashable, Sendable {
  case notUTF8
  case tooManyFields
}
