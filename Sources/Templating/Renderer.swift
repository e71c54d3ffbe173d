/// Goes through a program's instructions with a page's fields.
struct Renderer {
  /// How deep sections and insertions may nest while rendering. Only a partial that inserts itself
  /// reaches this: when its data inherits, from around it, the very field that should have ended it.
  static let depthLimit = 256

  private var contexts: Contexts
  /// What is to precede each line of literal text, in addition to what that text has already.
  private var indentation: [UInt8] = []
  private var depth = 0
  var output: Output

  init(_ fields: Fields, _ program: Program, _ output: consuming Output) {
    self.output = output
    contexts = Contexts(fields, program)
  }

  mutating func run(_ program: Program, _ fields: Fields, routine: Int) {
    run(program, fields, program.routines[routine].range)
  }

  private mutating func run(_ program: Program, _ fields: Fields, _ range: Range<Int>) {
    // Past the limit nothing is rendered any more, for the output could double with each level.
    guard depth <= Self.depthLimit else { return }
    depth += 1
    var index = range.lowerBound
    while index < range.upperBound && depth <= Self.depthLimit {
      let instruction = program.instructions[index]
      index += 1
      copy(program, instruction.text, instruction.lineStarts)
      switch instruction.action {
      case .none, .absent:
        break
      case .insert(let path, let escaped):
        if let place = contexts.find(path, program) {
          insert(contexts[place], fields, escaped: escaped)
        }
      case .section(let path, let end):
        let body = index..<Int(end)
        index = body.upperBound
        if let place = contexts.find(path, program) { runSection(program, fields, body, place) }
      case .inverted(let path, let end):
        let body = index..<Int(end)
        index = body.upperBound
        let place = contexts.find(path, program)
        if !(place.map { contexts[$0].isTrue } ?? false) { run(program, fields, body) }
      case .call(let routine, let indentation, let isInline):
        call(program, fields, Int(routine), indentation, isInline: isInline)
      }
    }
    if depth <= Self.depthLimit { depth -= 1 }
  }

  private mutating func insert(_ entry: Fields.Entry, _ fields: Fields, escaped: Bool) {
    switch entry.kind {
    case .text, .number, .flag:
      output.append(fields.bytes, escaped ? entry.place : fields.raw(entry))
    case .markup: output.append(fields.markup[Int(entry.place.start)])
    case .gap: output.appendGap()
    case .list, .group: break
    }
  }

  private mutating func runSection(
    _ program: Program, _ fields: Fields, _ body: Range<Int>, _ place: Int
  ) {
    let entry = contexts[place]
    guard entry.isTrue else { return }
    if entry.kind == .list {
      for element in entry.place.range {
        contexts.push(element: fields.elements[element])
        run(program, fields, body)
        contexts.pop()
      }
    } else {
      contexts.push(place)
      run(program, fields, body)
      contexts.pop()
    }
  }

  private mutating func call(
    _ program: Program, _ fields: Fields, _ routine: Int, _ added: Extent, isInline: Bool
  ) {
    let body = program.routines[routine].range
    if added.isEmpty && (!isInline || indentation.isEmpty) {
      run(program, fields, body)
    } else {
      let outer = indentation
      if isInline { indentation = [] }
      indentation += program.bytes[added.range]
      run(program, fields, body)
      indentation = outer
    }
  }

  private mutating func copy(_ program: Program, _ bytes: Extent, _ lineStarts: Extent) {
    if indentation.isEmpty {
      output.append(program.bytes, bytes)
      return
    }
    var position = Int(bytes.start)
    for start in program.lineStarts[lineStarts.range] {
      output.append(program.bytes, Extent(position, Int(start)))
      output.append(indentation)
      position = Int(start)
    }
    output.append(program.bytes, Extent(position, Int(bytes.end)))
  }
}
