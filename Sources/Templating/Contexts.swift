/// The values in sight: the page's fields, and what the sections around brought in, innermost last.
struct Contexts {
  private var values: [FieldValue]

  init(_ fields: Fields) {
    values = [.group(fields)]
  }

  mutating func push(_ value: FieldValue) { values.append(value) }

  mutating func pop() { values.removeLast() }

  /// The value of a name; nil if it has none.
  func value(of path: FieldPath, _ names: [FieldName]) -> FieldValue? {
    guard var value = first(path.first) else { return nil }
    for index in path.rest.range {
      guard case .group(let fields) = value, let found = fields[names[index]] else { return nil }
      value = found
    }
    return value
  }

  private func first(_ name: FieldName) -> FieldValue? {
    if name == .item { return item }
    var index = values.count
    while index > 0 {
      index -= 1
      if case .group(let fields) = values[index], let found = fields[name] { return found }
    }
    return nil
  }

  private var item: FieldValue? {
    guard let last = values.last else { return nil }
    if case .group(let fields) = last { return fields[.item] }
    return last
  }
}
