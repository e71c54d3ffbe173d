internal import Kernel

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
  /// A place that is left open, and true: see ``HTML/gaps``.
  case gap
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
    case .gap, .group: true
    }
  }
}

/// Named values for a template: few, so a list that is searched.
///
/// All of them, and those of the lists and groups among them, are in the same few arrays, so that
/// rendering a template counts no reference for a value.
public struct Fields: Sendable, ExpressibleByDictionaryLiteral {
  /// A name, and where its value is.
  struct Entry {
    enum Kind: UInt8 {
      case text, number, flag, markup, gap, list, group
    }

    let name: FieldName
    let kind: Kind
    let isTrue: Bool
    /// Of text, whether escaping changes it.
    var isSpecial = false
    /// Of text and numbers what is inserted, in `bytes`. Of markup its index in `markup`. Of a list
    /// its elements in `elements`, of a group its fields in `inner`.
    var place: Extent

    var isSingle: Bool { kind != .list && kind != .group }
  }

  private(set) var entries: [Entry] = []
  /// The entries of groups and of the elements of lists, however deep.
  private(set) var inner: [Entry] = []
  /// The elements of lists, each a part of `inner`.
  private(set) var elements: [Extent] = []
  private(set) var bytes: [UInt8] = []
  private(set) var markup: [HTML] = []

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
    get { entries.first { $0.name == name }.map(value) }
    set {
      entries.removeAll { $0.name == name }
      if let newValue { append(name, newValue) }
    }
  }

  /// Makes room for that many values, most of them short.
  public mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    inner.reserveCapacity(count / 2)
    elements.reserveCapacity(count / 8)
    bytes.reserveCapacity(count * 32)
  }
}

// MARK: Adding values

extension Fields {
  /// Adds a value under a name that is not there yet; this is not checked.
  public mutating func append(_ name: FieldName, _ value: FieldValue) {
    let start = bytes.count
    switch value {
    case .text(let text):
      append(name, text)
      return
    case .number(let number): bytes.append(decimal: number)
    case .flag(let flag):
      append(name, flag)
      return
    case .html(let html):
      markup.append(html)
      add(name, .markup, value.isTrue, Extent(markup.count - 1, markup.count))
      return
    case .gap:
      add(name, .gap, true, .none)
      return
    case .list(let list):
      append(name, count: list.count) { index, fields in fields.append(list[index]) }
      return
    case .group(let group):
      append(name) { fields in fields.append(group) }
      return
    }
    add(name, .number, value.isTrue, Extent(start, bytes.count))
  }

  /// Adds text.
  public mutating func append(_ name: FieldName, _ text: String) {
    let start = bytes.count
    bytes.append(copying: text.utf8.span)
    addText(name, from: start)
  }

  /// Adds text that a closure adds to bytes, in UTF-8: nothing has to make a string of it.
  public mutating func append(_ name: FieldName, writing write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    write(&bytes)
    addText(name, from: start)
  }

  private mutating func addText(_ name: FieldName, from start: Int) {
    let end = bytes.count
    let isSpecial = Escaping.firstSpecial(in: bytes.span, start..<end) < end
    entries.append(
      Entry(
        name: name, kind: .text, isTrue: end > start, isSpecial: isSpecial,
        place: Extent(start, end)))
  }

  /// Adds a condition.
  public mutating func append(_ name: FieldName, _ flag: Bool) { add(name, .flag, flag, .none) }

  /// Adds a group of the values that a closure adds.
  public mutating func append(_ name: FieldName, _ fill: (inout Fields) -> Void) {
    let group = nest { fields in fill(&fields) }
    add(name, .group, true, group)
  }

  /// Adds a list of so many elements: a closure adds the values of each.
  public mutating func append(
    _ name: FieldName, count: Int, _ fill: (Int, inout Fields) -> Void
  ) {
    let start = elements.count
    for _ in 0..<count { elements.append(.none) }
    for index in 0..<count {
      elements[start + index] = nest { fields in fill(index, &fields) }
    }
    add(name, .list, count > 0, Extent(start, start + count))
  }

  /// Makes values that a closure adds those of a group or an element.
  @inline(__always)
  private mutating func nest(_ fill: (inout Fields) -> Void) -> Extent {
    let count = entries.count
    fill(&self)
    let start = inner.count
    for index in count..<entries.count { inner.append(entries[index]) }
    entries.removeLast(entries.count - count)
    return Extent(start, inner.count)
  }

  /// Adds all of the other's values, under names that are not there yet.
  public mutating func append(_ other: Fields) {
    let shift = Shift(bytes: bytes.count, self)
    bytes.append(copying: other.bytes.span)
    if !other.markup.isEmpty { markup += other.markup }
    for element in other.elements { elements.append(element.moved(by: shift.inner)) }
    for entry in other.inner { inner.append(shift.moved(entry)) }
    for entry in other.entries { entries.append(shift.moved(entry)) }
  }

  private mutating func add(
    _ name: FieldName, _ kind: Entry.Kind, _ isTrue: Bool, _ place: Extent
  ) {
    entries.append(Entry(name: name, kind: kind, isTrue: isTrue, place: place))
  }

  /// By how much places move when fields come behind others.
  private struct Shift {
    let bytes: Int32
    let markup: Int32
    let elements: Int32
    let inner: Int32

    init(bytes: Int, _ fields: Fields) {
      self.bytes = Int32(bytes)
      markup = Int32(fields.markup.count)
      elements = Int32(fields.elements.count)
      inner = Int32(fields.inner.count)
    }

    func moved(_ entry: Entry) -> Entry {
      var entry = entry
      switch entry.kind {
      case .text, .number: entry.place = entry.place.moved(by: bytes)
      case .markup: entry.place = entry.place.moved(by: markup)
      case .list: entry.place = entry.place.moved(by: elements)
      case .group: entry.place = entry.place.moved(by: inner)
      case .flag, .gap: break
      }
      return entry
    }
  }
}

// MARK: Getting values

extension Fields {
  /// The value of an entry, as it was put in.
  func value(_ entry: Entry) -> FieldValue {
    switch entry.kind {
    case .text: .text(String(decoding: bytes[entry.place.range], as: UTF8.self))
    case .number: .number(Int(String(decoding: bytes[entry.place.range], as: UTF8.self)) ?? 0)
    case .flag: .flag(entry.isTrue)
    case .markup: .html(markup[Int(entry.place.start)])
    case .gap: .gap
    case .list: .list(elements[entry.place.range].map(fields))
    case .group: .group(fields(at: entry.place))
    }
  }

  private func fields(at extent: Extent) -> Fields {
    var fields = self
    fields.entries = Array(inner[extent.range])
    return fields
  }
}
