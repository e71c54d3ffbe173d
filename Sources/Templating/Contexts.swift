/// The fields in sight: the page's, and what the sections around brought in, innermost last.
struct Contexts {
  private struct Frame {
    /// In `entries`.
    let fields: Extent
    /// The entry that is the frame's only content, `{{.}}`; -1 if the fields are.
    var item: Int32 = -1
    /// Where the last name was found: templates tend to use fields in order, or one repeatedly.
    var guess: Int32 = 0
  }

  /// All entries, those of the page itself last.
  private let entries: [Fields.Entry]
  /// By the number of a name the page's own entry; -1 if there is none.
  private var page: [Int32]
  /// What sections brought in.
  private var frames: [Frame] = []

  init(_ fields: Fields, _ program: Program) {
    var entries: [Fields.Entry] = []
    entries.reserveCapacity(fields.inner.count + fields.entries.count)
    entries += fields.inner
    entries += fields.entries
    page = Array(repeating: -1, count: program.nameLimit)
    for (index, entry) in fields.entries.enumerated().reversed()
    where Int(entry.name.number) < page.count {
      page[Int(entry.name.number)] = Int32(fields.inner.count + index)
    }
    self.entries = entries
  }

  var count: Int { frames.count }

  subscript(place: Int) -> Fields.Entry { entries[place] }

  /// Brings in an element of a list.
  mutating func push(element: Extent) { frames.append(Frame(fields: element)) }

  /// Brings in the fields of a group, or a single other value.
  mutating func push(_ place: Int) {
    if entries[place].kind == .group {
      frames.append(Frame(fields: entries[place].place))
    } else {
      frames.append(Frame(fields: .none, item: Int32(place)))
    }
  }

  mutating func pop() { frames.removeLast() }

  /// Finds where a value is; nil if the name has none.
  @inline(__always)
  mutating func find(_ path: FieldPath, _ program: Program) -> Int? {
    guard let place = find(path.first) else { return nil }
    return path.rest.isEmpty ? place : descend(from: place, path, program)
  }

  private func descend(from start: Int, _ path: FieldPath, _ program: Program) -> Int? {
    var place = start
    for index in path.rest.range {
      guard entries[place].kind == .group,
        let inner = search(program.names[index], in: entries[place].place, from: 0)
      else { return nil }
      place = inner
    }
    return place
  }

  @inline(__always)
  private mutating func find(_ name: FieldName) -> Int? {
    if frames.isEmpty {
      let place = page[Int(name.number)]
      return place < 0 ? nil : Int(place)
    }
    return search(name)
  }

  private mutating func search(_ name: FieldName) -> Int? {
    for index in frames.indices.reversed() {
      let frame = frames[index]
      if frame.item >= 0 {
        if name == .item { return Int(frame.item) }
        continue
      }
      if let place = search(name, in: frame.fields, from: frame.guess) {
        frames[index].guess = Int32(place) - frame.fields.start
        return place
      }
      // What is a single value is so in the innermost section alone.
      if name == .item { return nil }
    }
    let place = page[Int(name.number)]
    return place < 0 ? nil : Int(place)
  }

  /// Where a name is in a part of the entries; the search begins at a guess and goes around.
  private func search(_ name: FieldName, in part: Extent, from guess: Int32) -> Int? {
    let entries = entries.span.extracting(part.range)
    let start = min(Int(guess), entries.count)
    for index in start..<entries.count where entries[index].name == name {
      return Int(part.start) + index
    }
    for index in 0..<start where entries[index].name == name { return Int(part.start) + index }
    return nil
  }
}
