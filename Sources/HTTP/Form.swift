/// Named values of a form or a query: `application/x-www-form-urlencoded` as the WHATWG URL
/// standard reads it. Order, repeated names and empty names are kept.
public struct Form: Sendable {
  /// In the order in which they came.
  public private(set) var entries: [(name: String, value: String)] = []

  /// The most fields a form may have: far beyond any page's, small enough that a body of nothing
  /// but `&a` costs little.
  public static let maximumEntryCount = 10_000

  public init(_ entries: [(name: String, value: String)] = []) { self.entries = entries }

  /// Reads the body of a form post. Takes time linear in its length.
  ///
  /// - Throws: a name or a value is not UTF-8, or there are too many fields. A broken escape is no
  ///   error: its percent sign stands for itself.
  public init(urlEncoded body: [UInt8]) throws(FormError) {
    for pair in Self.pairs(body) {
      guard entries.count < Self.maximumEntryCount else { throw .tooManyFields }
      guard let name = String(validating: pair.name, as: UTF8.self),
        let value = String(validating: pair.value, as: UTF8.self)
      else { throw .notUTF8 }
      entries.append((name, value))
    }
  }

  /// Reads the query of a URL. Nothing is an error: octets that are not UTF-8 become U+FFFD, fields
  /// beyond the limit are left out.
  public init(query: String?) {
    for pair in Self.pairs(Array((query ?? "").utf8)).prefix(Self.maximumEntryCount) {
      entries.append(
        (String(decoding: pair.name, as: UTF8.self), String(decoding: pair.value, as: UTF8.self)))
    }
  }

  /// The value of the last field of a name; nil if there is none.
  public func last(_ name: String) -> String? {
    let count = name.utf8.count
    return entries.last { $0.name.utf8.count == count && $0.name.utf8.elementsEqual(name.utf8) }?
      .value
  }

  /// The pairs between ampersands, parted at the first equals sign; empty runs are skipped.
  private static func pairs(
    _ octets: [UInt8]
  ) -> some Sequence<(name: [UInt8], value: [UInt8])> {
    octets.split(separator: UInt8(ascii: "&")).lazy.map { run in
      let mark = run.firstIndex(of: UInt8(ascii: "="))
      return (
        PercentEncoding.decode(run[..<(mark ?? run.endIndex)], plusIsSpace: true),
        PercentEncoding.decode(mark.map { run[($0 + 1)...] } ?? [], plusIsSpace: true)
      )
    }
  }
}

/// Why a form cannot be read.
public enum FormError: Error, Hashable, Sendable {
  case notUTF8
  case tooManyFields
}
