/// What is in sight: the page's fields, and what the sections around brought in.
struct Contexts {
  /// Fields that a section brought in.
  private struct Frame {
    let fields: Extent
    /// Where the last name was found: templates tend to use fields in order, or one repeatedly.
    var guess = 0
  }

  /// By the number of a name the page's own entry; -1 if there is none.
  private var page: [Int32]
  /// The groups and elements of the sections around, innermost last.
  private var frames: [Frame] = []
  /// The entry that is `{{.}}`, if the innermost section is one over a single value; else -1.
  private(set) var item: Int32 = -1

  /// All entries of fields, those of the page itself last: places in sight are places in these.
  static func entries(_ fields: Fields) -> [Fields.Entry] {
    var entries: [Fields.Entry] = []
    entries.reserveCapacity(fields.inner.count + fields.entries.count)
    entries += fields.inner
    entries += fields.entries
    return entries
  }

  init(_ fields: Fields, _ program: Program) {
    page = Array(repeating: -1, count: program.nameLimit)
    let shift = fields.inner.count
    for index in fields.entries.indices.reversed() {
      let name = Int(fields.entries[index].name.number)
      if name < page.count { page[name] = Int32(shift + index) }
    }
  }

  /// Brings in the fields of a group or of a list's element.
  mutating func push(_ fields: Extent) {
    frames.append(Frame(fields: fields))
    item = -1
  }

  /// Brings in a single value.
  mutating func setItem(_ place: Int32) { item = place }

  /// Leaves a section.
  mutating func leave(hasFrame: Bool, item outer: Int32) {
    if hasFrame { frames.removeLast() }
    item = outer
  }

  /// Finds where a value is; nil if the name has none.
  @inline(__always)
  mutating func find(
    _ path: FieldPath, _ names: Span<FieldName>, _ entries: Span<Fields.Entry>
  ) -> Int? {
    guard let place = find(path.first, entries) else { return nil }
    return path.rest.isEmpty ? place : descend(from: place, path, names, entries)
  }

  private func descend(
    from start: Int, _ path: FieldPath, _ names: Span<FieldName>, _ entries: Span<Fields.Entry>
  ) -> Int? {
    var place = start
    for index in path.rest.range {
      guard entries[place].kind == .group,
        let inner = search(names[index], in: entries[place].place, from: 0, entries)
      else { return nil }
      place = inner
    }
    return place
  }

  @inline(__always)
  private mutating func find(_ name: FieldName, _ entries: Span<Fields.Entry>) -> Int? {
    if !frames.isEmpty || name == .item { return search(name, entries) }
    let place = page[Int(name.number)]
    return place < 0 ? nil : Int(place)
  }

  private mutating func search(_ name: FieldName, _ entries: Span<Fields.Entry>) -> Int? {
    if name == .item, item >= 0 { return Int(item) }
    for index in frames.indices.reversed() {
      let frame = frames[index]
      if let place = search(name, in: frame.fields, from: frame.guess, entries) {
        frames[index].guess = place - Int(frame.fields.start)
        return place
      }
      // What is a single value is so in the innermost section alone.
      if name == .item { return nil }
    }
    let place = page[Int(name.number)]
    return place < 0 ? nil : Int(place)
  }

  /// Where a name is in a part of the entries; the search begins at a guess and goes around.
  private func search(
    _ name: FieldName, in part: Extent, from guess: Int, _ entries: Span<Fields.Entry>
  ) -> Int? {
    let entries = entries.extracting(part.range)
    let start = min(guess, entries.count)
    for index in start..<entries.count where entries[index].name == name {
      return Int(part.start) + index
    }
    for index in 0..<start where entries[index].name == name { return Int(part.start) + index }
    return nil
  }
}
