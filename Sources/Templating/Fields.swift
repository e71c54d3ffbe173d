/// What a template can insert, test or repeat.
///
/// As a section's condition these are false: empty text, zero, empty markup, `false`, an empty list.
/// A group is always true.
public enum FieldValue: Sendable {
  /// Text, escaped when it is inserted (unless the template says `{{{name}}}`).
  case text(String)
  /// A whole number, inserted in decimal digits.
  case number(Int)
  /// Markup, inserted as it is.
  case html(HTML)
  /// A condition; inserted, it reads `true` or `false`.
  case flag(Bool)
  /// A section of this name is rendered once for each element, with the element's fields in sight.
  case list([Fields])
  /// Fields under a common name: a section brings them in sight, and `{{group.name}}` reaches in.
  case group(Fields)

  /// A list of plain values: each is `{{.}}` in the section.
  public static func items(_ values: [FieldValue]) -> FieldValue {
    .list(values.map { [.item: $0] })
  }

  var isTrue: Bool {
    switch self {
    case .text(let text): !text.isEmpty
    case .number(let number): number != 0
    case .html(let html): !html.isEmpty
    case .flag(let flag): flag
    case .list(let list): !list.isEmpty
    case .group: true
    }
  }
}

/// Named values for a template: few, so a list that is searched.
///
/// Text is escaped once, when it is put in, into one array for all the values; inserting it copies
/// bytes, however often a template does.
public struct Fields: Sendable, ExpressibleByDictionaryLiteral {
  struct Entry {
    let name: FieldName
    let value: FieldValue
    /// Text, number or flag as it is inserted, in `bytes`; empty for other values.
    let escaped: Extent
  }

  private(set) var entries: [Entry] = []
  private(set) var bytes: [UInt8] = []

  public init() {}

  /// Makes room for that many values, most of them short.
  public init(capacity: Int) { reserveCapacity(capacity) }

  /// - Parameter elements: names, each given once, with their values.
  public init(_ elements: [(FieldName, FieldValue)]) {
    reserveCapacity(elements.count)
    for (name, value) in elements { append(name, value) }
  }

  public init(dictionaryLiteral elements: (FieldName, FieldValue)...) {
    self.init(elements)
  }

  public var isEmpty: Bool { entries.isEmpty }

  /// The value of a name; setting nil takes the name out.
  public subscript(name: FieldName) -> FieldValue? {
    get { index(of: name, near: 0).map { entries[$0].value } }
    set {
      if let index = index(of: name, near: 0) { entries.remove(at: index) }
      if let newValue { append(name, newValue) }
    }
  }

  /// Makes room for that many values, most of them short.
  public mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    bytes.reserveCapacity(count * 16)
  }

  /// Adds a value under a name that is not there yet; this is not checked.
  public mutating func append(_ name: FieldName, _ value: FieldValue) {
    let start = bytes.count
    switch value {
    case .text(let text): bytes.append(escaping: text)
    case .number(let number): bytes.append(decimal: number)
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .html, .list, .group: break
    }
    entries.append(Entry(name: name, value: value, escaped: Extent(start, bytes.count)))
  }

  /// Adds all of the other's values, under names that are not there yet.
  public mutating func append(_ other: Fields) {
    let shift = bytes.count
    bytes.append(contentsOf: other.bytes)
    for entry in other.entries {
      let escaped = entry.escaped.range
      entries.append(
        Entry(
          name: entry.name, value: entry.value,
          escaped: Extent(escaped.lowerBound + shift, escaped.upperBound + shift)))
    }
  }

  /// Where a name is; the search begins at a guess and goes around.
  func index(of name: FieldName, near guess: Int) -> Int? {
    let entries = entries.span
    let start = guess < entries.count ? guess : 0
    for index in start..<entries.count where entries[index].name == name { return index }
    for index in 0..<start where entries[index].name == name { return index }
    return nil
  }
}
