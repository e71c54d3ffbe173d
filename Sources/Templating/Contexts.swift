/// The fields in sight: the page's, and what the sections around brought in, innermost last.
struct Contexts {
  private struct Frame {
    let fields: Fields
    /// The entry that is the frame's only content, `{{.}}`; nil if all of the fields are.
    let item: Int?
    /// Where the last name was found: templates tend to use fields in order, or one repeatedly.
    var guess = 0
  }

  /// Where a value is.
  struct Place {
    fileprivate let frame: Int
    fileprivate let entry: Int
  }

  private var frames: [Frame]

  init(_ fields: Fields) {
    frames = [Frame(fields: fields, item: nil)]
  }

  var count: Int { frames.count }

  subscript(place: Place) -> FieldValue { frames[place.frame].fields.entries[place.entry].value }

  /// The value as it is inserted, unless it is markup, in `bytes` of the same place.
  func escaped(_ place: Place) -> Extent { frames[place.frame].fields.entries[place.entry].escaped }

  func bytes(_ place: Place) -> [UInt8] { frames[place.frame].fields.bytes }

  mutating func push(_ fields: Fields) { frames.append(Frame(fields: fields, item: nil)) }

  /// Brings in the fields of a group, or a single other value, in the place of all frames from
  /// `height` on.
  mutating func push(_ place: Place, above height: Int) {
    let fields = frames[place.frame].fields
    pop(to: height)
    if case .group(let inner) = fields.entries[place.entry].value {
      push(inner)
    } else {
      frames.append(Frame(fields: fields, item: place.entry))
    }
  }

  mutating func pop(to count: Int) { frames.removeLast(frames.count - count) }

  /// Finds a value; nil if the name has none. The groups that a dotted name goes through are brought
  /// in, and stay until the caller takes them out.
  @inline(__always)
  mutating func find(_ path: FieldPath, _ names: [FieldName]) -> Place? {
    guard let place = find(path.first) else { return nil }
    return path.rest.isEmpty ? place : descend(from: place, path, names)
  }

  private mutating func descend(
    from start: Place, _ path: FieldPath, _ names: [FieldName]
  ) -> Place? {
    var place = start
    for index in path.rest.range {
      guard case .group(let fields) = self[place],
        let entry = fields.index(of: names[index], near: 0)
      else { return nil }
      push(fields)
      place = Place(frame: frames.count - 1, entry: entry)
    }
    return place
  }

  @inline(__always)
  private mutating func find(_ name: FieldName) -> Place? {
    let last = frames.count - 1
    let guess = frames[last].guess
    if guess < frames[last].fields.entries.count,
      frames[last].fields.entries[guess].name == name, frames[last].item == nil
    {
      return Place(frame: last, entry: guess)
    }
    return search(name)
  }

  private mutating func search(_ name: FieldName) -> Place? {
    var index = frames.count - 1
    if name == .item, let item = frames[index].item { return Place(frame: index, entry: item) }
    while index >= 0 {
      if frames[index].item == nil,
        let entry = frames[index].fields.index(of: name, near: frames[index].guess)
      {
        frames[index].guess = entry
        return Place(frame: index, entry: entry)
      }
      if name == .item { return nil }
      index -= 1
    }
    return nil
  }
}
