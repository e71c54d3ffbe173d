/// Goes through a program's instructions with a page's fields.
struct Renderer {
  /// How deep sections and insertions may nest while rendering. Only a partial that inserts itself
  /// reaches this: when its data inherits, from around it, the very field that should have ended it.
  static let depthLimit = 256

  private let program: Program
  private var contexts: Contexts
  /// What is to precede each line of literal text, in addition to what that text has already.
  private var indentation: [UInt8] = []
  private var depth = 0
  var output: Output

  init(_ program: Program, _ fields: Fields, _ output: consuming Output) {
    self.program = program
    self.output = output
    contexts = Contexts(fields)
  }

  mutating func run(routine: Int) {
    run(program.routines[routine].range)
  }

  private mutating func run(_ range: Range<Int>) {
    // Past the limit nothing is rendered any more, for the output could double with each level.
    guard depth <= Self.depthLimit else { return }
    depth += 1
    var index = range.lowerBound
    while index < range.upperBound && depth <= Self.depthLimit {
      let instruction = program.instructions[index]
      index += 1
      switch instruction {
      case .text(let bytes, let lineStarts):
        copy(bytes, lineStarts)
      case .variable(let path, let escaped):
        insert(path, escaped: escaped)
      case .section(let path, let end):
        let body = index..<Int(end)
        index = body.upperBound
        runSection(body, path)
      case .inverted(let path, let end):
        let body = index..<Int(end)
        index = body.upperBound
        if !isTrue(path) { run(body) }
      case .call(let routine, let indentation, let isInline):
        call(Int(routine), indentation, isInline: isInline)
      case .absent:
        break
      }
    }
    if depth <= Self.depthLimit { depth -= 1 }
  }

  private mutating func insert(_ path: FieldPath, escaped: Bool) {
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

  private mutating func isTrue(_ path: FieldPath) -> Bool {
    let height = contexts.count
    let place = contexts.find(path, program.names)
    let isTrue = place.map { contexts[$0].isTrue } ?? false
    contexts.pop(to: height)
    return isTrue
  }

  private mutating func runSection(_ body: Range<Int>, _ path: FieldPath) {
    let height = contexts.count
    defer { contexts.pop(to: height) }
    guard let place = contexts.find(path, program.names) else { return }
    let value = contexts[place]
    if case .list(let list) = value {
      for fields in list {
        contexts.pop(to: height)
        contexts.push(fields)
        run(body)
      }
    } else if value.isTrue {
      contexts.push(place, above: height)
      run(body)
    }
  }

  private mutating func call(_ routine: Int, _ added: Extent, isInline: Bool) {
    let body = program.routines[routine].range
    if added.isEmpty && (!isInline || indentation.isEmpty) {
      run(body)
    } else {
      let outer = indentation
      if isInline { indentation = [] }
      indentation += program.bytes[added.range]
      run(body)
      indentation = outer
    }
  }

  private mutating func copy(_ bytes: Extent, _ lineStarts: Extent) {
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
