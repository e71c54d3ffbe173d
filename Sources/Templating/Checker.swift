/// Goes through all of a program's instructions with an example of a page's fields.
struct Checker {
  /// How many instructions are gone through at most, those of a routine once for every sight.
  private static let limit = 1 << 20

  /// A routine and what is in sight where it is called.
  private struct Call: Hashable {
    let routine: Int
    let sight: Sight
  }

  private let program: Program
  private let example: Example
  /// What is gone through or underway: to do so again would find nothing new.
  private var known: Set<Call> = []
  private var count = 0
  private var depth = 0

  init(_ program: Program, _ example: Fields) {
    self.program = program
    self.example = Example(example)
  }

  mutating func check(routine: Int) throws(TemplateError) {
    if let name = example.ambiguous {
      throw TemplateError(
        file: program.sources[routine].name, line: 1, column: 1,
        reason: "“\(name)” is supplied twice.")
    }
    try check(program.routines[routine].range, Sight())
  }

  private mutating func check(_ range: Range<Int>, _ sight: Sight) throws(TemplateError) {
    depth += 1
    var index = range.lowerBound
    while index < range.upperBound {
      let at = index
      index += 1
      try checkLimits(at)
      switch program.instructions[at].action {
      case .none:
        break
      case .insert(let path, let escaped):
        try checkInserted(try find(path, sight, at).value, path, escaped: escaped, at)
      case .section(let path, let end):
        try checkSection(index..<Int(end), path, sight, at)
        index = Int(end)
      case .inverted(let path, let end):
        _ = try find(path, sight, at)
        try check(index..<Int(end), sight)
        index = Int(end)
      case .call(let routine, _, _):
        let call = Call(routine: Int(routine), sight: sight)
        if known.insert(call).inserted {
          try check(program.routines[call.routine].range, sight)
        }
      case .absent:
        throw program.error(at: at, "No template has this name.")
      }
    }
    depth -= 1
  }

  private mutating func checkLimits(_ at: Int) throws(TemplateError) {
    count += 1
    if count > Self.limit {
      throw program.error(at: at, "The templates insert each other in too many ways.")
    }
    if depth > Renderer.depthLimit {
      throw program.error(
        at: at, "Sections and partials nest deeper than \(Renderer.depthLimit) levels.")
    }
  }

  private func find(
    _ path: FieldPath, _ sight: Sight, _ at: Int
  ) throws(TemplateError) -> Example.Found {
    if let found = sight.find(names(path), in: example) { return found }
    throw program.error(at: at, "“\(spelling(path))” is not supplied.")
  }

  private func checkInserted(
    _ value: Example.Value, _ path: FieldPath, escaped: Bool, _ at: Int
  ) throws(TemplateError) {
    switch value {
    case .single(.text):
      if !escaped {
        throw program.error(
          at: at, "“\(spelling(path))” is text, which cannot be inserted without escaping.")
      }
    case .single: break
    case .list, .group:
      throw program.error(
        at: at, "“\(spelling(path))” is not a single value, so it cannot be inserted.")
    }
  }

  private mutating func checkSection(
    _ body: Range<Int>, _ path: FieldPath, _ sight: Sight, _ at: Int
  ) throws(TemplateError) {
    let found = try find(path, sight, at)
    switch found.value {
    case .list(let list):
      if list.isEmpty {
        throw program.error(
          at: at, "“\(spelling(path))” is an empty list in the example: its section is unchecked.")
      }
      for element in list { try check(body, sight.entering(group: element)) }
    case .group(let inner): try check(body, sight.entering(group: inner))
    case .single: try check(body, sight.entering(found))
    }
  }

  private func names(_ path: FieldPath) -> [FieldName] {
    [path.first] + program.names[path.rest.range]
  }

  private func spelling(_ path: FieldPath) -> String {
    names(path).map(\.description).joined(separator: ".")
  }
}
