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
      switch program.instructions[at].action {
      case .none:
        break
      case .insert(let path, let escaped):
        let height = contexts.count
        let place = try find(path, at)
        try checkInserted(contexts[place], path, escaped: escaped, at)
        contexts.pop(to: height)
      case .section(let path, let end):
        try checkSection(index..<Int(end), path, at)
        index = Int(end)
      case .inverted(let path, let end):
        let height = contexts.count
        _ = try find(path, at)
        contexts.pop(to: height)
        try check(index..<Int(end))
        index = Int(end)
      case .call(let routine, _, _):
        try check(routine: Int(routine))
      case .absent:
        throw program.error(at: at, "No template has this name.")
      }
    }
  }

  private mutating func find(_ path: FieldPath, _ at: Int) throws(TemplateError) -> Contexts.Place {
    if let place = contexts.find(path, program.names) { return place }
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
    _ body: Range<Int>, _ path: FieldPath, _ at: Int
  ) throws(TemplateError) {
    let height = contexts.count
    let place = try find(path, at)
    if case .list(let list) = contexts[place] {
      if list.isEmpty {
        throw program.error(
          at: at, "“\(spelling(path))” is an empty list in the example: its section is unchecked.")
      }
      for fields in list {
        contexts.pop(to: height)
        contexts.push(fields)
        try check(body)
      }
    } else {
      contexts.push(place, above: height)
      try check(body)
    }
    contexts.pop(to: height)
  }

  private func spelling(_ path: FieldPath) -> String {
    let names = [path.first] + program.names[path.rest.range]
    return names.map(\.description).joined(separator: ".")
  }
}
