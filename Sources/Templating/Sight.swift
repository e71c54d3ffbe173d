/// An example of a page's fields with a number for every group and every element of a list, so that
/// what is in sight can be compared.
struct Example {
  enum Value {
    case single(FieldValue)
    case group(Int)
    case list([Int])
  }

  /// A value and where it is.
  struct Found {
    let group: Int
    let name: FieldName
    let value: Value
  }

  /// The fields by their number; those of the page are the first.
  private var groups: [[(name: FieldName, value: Value)]] = []
  /// A name that a group has two values for: which one a template shows is chance.
  private(set) var ambiguous: FieldName?

  init(_ fields: Fields) {
    _ = add(fields)
  }

  private mutating func add(_ fields: Fields) -> Int {
    let number = groups.count
    groups.append([])
    groups[number] = fields.entries.map { entry in
      switch fields.value(entry) {
      case .group(let inner): (entry.name, .group(add(inner)))
      case .list(let list): (entry.name, .list(list.map { add($0) }))
      case let single: (entry.name, .single(single))
      }
    }
    let names = fields.entries.map(\.name)
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      ambiguous = name
    }
    return number
  }

  func find(_ name: FieldName, in group: Int) -> Found? {
    groups[group].first { $0.name == name }
      .map { Found(group: group, name: name, value: $0.value) }
  }
}

/// What an instruction can find of an example: the page's fields, and what the sections around
/// brought in.
///
/// Two are equal if every name finds the same in both: a group that is brought in once more only
/// comes before those after it.
struct Sight: Hashable {
  /// Where a single value is.
  private struct Item: Hashable {
    let name: FieldName
    let group: Int
  }

  /// Innermost last.
  private var groups = [0]
  /// What `{{.}}` is, if the section around brought in a single value.
  private var item: Item?

  /// Finds a value; nil if the name has none.
  func find(_ names: [FieldName], in example: Example) -> Example.Found? {
    guard var found = find(names[0], in: example) else { return nil }
    for name in names.dropFirst() {
      guard case .group(let group) = found.value,
        let inner = example.find(name, in: group)
      else { return nil }
      found = inner
    }
    return found
  }

  private func find(_ name: FieldName, in example: Example) -> Example.Found? {
    if name == .item, let item { return example.find(item.name, in: item.group) }
    let candidates = name == .item ? groups.suffix(1) : groups[...]
    for group in candidates.reversed() {
      if let found = example.find(name, in: group) { return found }
    }
    return nil
  }

  /// With a group brought in.
  func entering(group: Int) -> Sight {
    var inner = self
    inner.item = nil
    inner.groups.removeAll { $0 == group }
    inner.groups.append(group)
    return inner
  }

  /// With a single value brought in.
  func entering(_ found: Example.Found) -> Sight {
    var inner = self
    inner.item = Item(name: found.name, group: found.group)
    return inner
  }
}
