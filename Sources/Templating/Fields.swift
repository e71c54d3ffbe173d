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

/// Named values for a template: few, so a list searched from its start.
///
/// A literal or `append` does not look for a name that is there already; the first one counts.
public struct Fields: Sendable, ExpressibleByDictionaryLiteral {
  struct Entry {
    let name: FieldName
    var value: FieldValue
  }

  var entries: [Entry] = []

  public init() {}

  public init(dictionaryLiteral elements: (FieldName, FieldValue)...) {
    self.init(elements)
  }

  public init(_ elements: [(FieldName, FieldValue)]) {
    entries = elements.map { Entry(name: $0.0, value: $0.1) }
  }

  public var isEmpty: Bool { entries.isEmpty }

  /// The value of a name; setting nil takes the name out.
  public subscript(name: FieldName) -> FieldValue? {
    get {
      for entry in entries where entry.name == name { return entry.value }
      return nil
    }
    set {
      let index = entries.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): append(name, value)
      case (nil, nil): break
      }
    }
  }

  /// Adds a value under a name that is not there yet.
  public mutating func append(_ name: FieldName, _ value: FieldValue) {
    entries.append(Entry(name: name, value: value))
  }

  /// Adds all of the other's values, under names that are not there yet.
  public mutating func append(_ other: Fields) {
    entries.append(contentsOf: other.entries)
  }
}
