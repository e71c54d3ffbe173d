/// Goes through all of a program's instructions with an example of a page's fields.
struct Checker {
  private let program: Program
  private var contexts: Contexts
  /// The routines underway: one that comes again through itself is not gone through again.
  private var underway: Set<Int> = []

  init(_ program: Program, _ example: Fields) {
    self.program = program
    contexts = Contexts(example)
  }

  mutating func check(routine: Int) throws(TemplateError) {
    guard underway.insert(routine).inserted else { return }
    try check(program.routines[routine].range)
    underway.remove(routine)
  }

  private mutating func check(_ range: Range<Int>) throws(TemplateError) {
    var index = range.lowerBound
    while index < range.upperBound {
      let at = index
      index += 1
      switch program.instructions[at] {
      case .text:
        break
      case .variable(let path, let escaped):
        try checkInserted(try value(path, at), path, escaped: escaped, at)
      case .section(let path, let end):
        try checkSection(index..<Int(end), try value(path, at), path, at)
        index = Int(end)
      case .inverted(let path, let end):
        _ = try value(path, at)
        try check(index..<Int(end))
        index = Int(end)
      case .call(let routine, _, _):
        try check(routine: Int(routine))
      case .absent:
        throw program.error(at: at, "No template has this name.")
      }
    }
  }

  private func value(_ path: FieldPath, _ at: Int) throws(TemplateError) -> FieldValue {
    if let value = contexts.value(of: path, program.names) { return value }
    throw program.error(at: at, "“\(spelling(path))” is not supplied.")
  }

  private func checkInserted(
    _ value: FieldValue, _ path: FieldPath, escaped: Bool, _ at: Int
  ) throws(TemplateError) {
    switch value {
    case .number, .html, .flag: break
    case .text:
      if !escaped {
        throw program.error(
          at: at, "“\(spelling(path))” is text, which cannot be inserted without escaping.")
      }
    case .list, .group:
      throw program.error(
        at: at, "“\(spelling(path))” is not a single value, so it cannot be inserted.")
    }
  }

  private mutating func checkSection(
    _ body: Range<Int>, _ value: FieldValue, _ path: FieldPath, _ at: Int
  ) throws(TemplateError) {
    if case .list(let list) = value {
      if list.isEmpty {
        throw program.error(
          at: at, "“\(spelling(path))” is an empty list in the example: its section is unchecked.")
      }
      for fields in list {
        contexts.push(.group(fields))
        try check(body)
        contexts.pop()
      }
    } else {
      contexts.push(value)
      try check(body)
      contexts.pop()
    }
  }

  private func spelling(_ path: FieldPath) -> String {
    let names = [path.first] + program.names[path.rest.range]
    return names.map(\.description).joined(separator: ".")
  }
}
