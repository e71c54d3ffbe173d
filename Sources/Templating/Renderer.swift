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

  init(_ fields: Fields, _ output: consuming Output) {
    self.output = output
    contexts = Contexts(fields)
  }

  mutating func run(_ program: Program, routine: Int) {
    run(program, program.routines[routine].range)
  }

  private mutating func run(_ program: Program, _ range: Range<Int>) {
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
        insert(program, path, escaped: escaped)
      case .section(let path, let end):
        let body = index..<Int(end)
        index = body.upperBound
        runSection(program, body, path)
      case .inverted(let path, let end):
        let body = index..<Int(end)
        index = body.upperBound
        if !isTrue(program, path) { run(program, body) }
      case .call(let routine, let indentation, let isInline):
        call(program, Int(routine), indentation, isInline: isInline)
      }
    }
    if depth <= Self.depthLimit { depth -= 1 }
  }

  private mutating func insert(_ program: Program, _ path: FieldPath, escaped: Bool) {
    let height = contexts.count
    defer { if !path.rest.isEmpty { contexts.pop(to: height) } }
    if let place = contexts.find(path, program.names) {
      let bytes = contexts.escaped(place)
      if escaped && !bytes.isEmpty {
        output.append(contexts.bytes(place), bytes)
      } else {
        output.append(contexts[place], escaped: escaped)
      }
    }
  }

  private mutating func isTrue(_ program: Program, _ path: FieldPath) -> Bool {
    let height = contexts.count
    let place = contexts.find(path, program.names)
    let isTrue = place.map { contexts[$0].isTrue } ?? false
    contexts.pop(to: height)
    return isTrue
  }

  private mutating func runSection(_ program: Program, _ body: Range<Int>, _ path: FieldPath) {
    let height = contexts.count
    defer { contexts.pop(to: height) }
    guard let place = contexts.find(path, program.names) else { return }
    let value = contexts[place]
    if case .list(let list) = value {
      for fields in list {
        contexts.pop(to: height)
        contexts.push(fields)
        run(program, body)
      }
    } else if value.isTrue {
      contexts.push(place, above: height)
      run(program, body)
    }
  }

  private mutating func call(_ program: Program, _ routine: Int, _ added: Extent, isInline: Bool) {
    let body = program.routines[routine].range
    if added.isEmpty && (!isInline || indentation.isEmpty) {
      run(program, body)
    } else {
      let outer = indentation
      if isInline { indentation = [] }
      indentation += program.bytes[added.range]
      run(program, body)
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
