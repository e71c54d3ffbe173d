/// Named values of a form or a query: `application/x-www-form-urlencoded` as the WHATWG URL
/// standard reads it. Order, repeated names and empty names are kept.
public struct Form: Sendable {
  /// A field and what is in it.
  public struct Entry: Sendable {
    public let name: String
    public let value: String
  }

  /// In the order in which they came.
  public private(set) var entries: [Entry] = []
  /// A bit for each length that a name has. Most names that are asked for are not there.
  private var lengths: UInt64 = 0

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
    var pairs = Pairs()
    let octets = body.span
    while let (name, value) = pairs.next(in: octets) {
      guard entries.count < Self.maximumEntryCount else { throw .tooManyFields }
      guard let name = PercentEncoding.decodeForm(octets.extracting(name)),
        let value = PercentEncoding.decodeForm(octets.extracting(value))
      else { throw .notUTF8 }
      append(name, value)
    }
  }

  /// Reads the query of a URL. Nothing is an error: octets that are not UTF-8 become U+FFFD, fields
  /// beyond the limit are left out.
  public init(query: String?) {
    guard let query, !query.isEmpty else { return }
    var pairs = Pairs()
    let octets = query.utf8.span
    while entries.count < Self.maximumEntryCount, let (name, value) = pairs.next(in: octets) {
      append(
        PercentEncoding.repairForm(octets.extracting(name)),
        PercentEncoding.repairForm(octets.extracting(value)))
    }
  }

  /// Adds a field behind the others.
  public mutating func append(_ name: consuming String, _ value: consuming String) {
    // Room for the fields of most forms.
    if entries.capacity == 0 { entries.reserveCapacity(8) }
    lengths |= Self.bit(ofLength: name.utf8.count)
    entries.append(Entry(name: name, value: value))
  }

  /// The value of the last field of a name; nil if there is none.
  ///
  /// - Parameter name: in ASCII.
  public func last(_ name: String) -> String? {
    let count = name.utf8.count
    if lengths & Self.bit(ofLength: count) == 0 { return nil }
    var index = entries.count
    while index > 0 {
      index -= 1
      // Nothing but itself is equal to a text of ASCII and as long.
      if entries[index].name.utf8.count == count, entries[index].name == name {
        return entries[index].value
      }
    }
    return nil
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
