internal import Kernel

/// Goes through a program's instructions with a page's fields.
///
/// All of the page is written to memory of one piece, whose size is guessed: what does not fit is only
/// counted, and the page rendered once more with room enough. So nothing grows while it is written.
struct Renderer {
  /// How deep sections and insertions may nest while rendering. Only a partial that inserts itself
  /// reaches this: when its data inherits, from around it, the very field that should have ended it.
  static let depthLimit = 256

  /// A section or a routine underway.
  private struct Level {
    /// Its instructions.
    let start: Int
    let end: Int
    /// Where to go on after it, and up to where.
    let next: Int
    let nextEnd: Int
    /// The elements of a list that are still to come.
    var elements = Extent.none
    /// What `{{.}}` was before.
    let item: Int32
    /// Whether it brought fields in sight.
    var hasFrame = false
    var isIndented = false
  }

  /// What stands between the bytes written.
  private(set) var cuts: [HTML.Cut] = []
  /// How many bytes did not fit.
  private(set) var missing = 0
  private var contexts: Contexts
  private var levels: [Level] = []
  /// What is to precede each line of literal text, in addition to what that text has already.
  private var indentation: [UInt8] = []
  private var outerIndentations: [[UInt8]] = []

  init(_ fields: Fields, _ program: Program) {
    contexts = Contexts(fields, program)
    levels.reserveCapacity(8)
  }

  /// - Parameter entries: those of the fields (`Contexts.entries`).
  mutating func run(
    _ program: Program, routine: Int, _ fields: Fields, _ entries: Span<Fields.Entry>,
    into output: inout OutputSpan<UInt8>
  ) {
    let instructions = program.instructions.span
    let literals = program.bytes.span
    let names = program.names.span
    var (index, end) = program.routines[routine].bounds
    while true {
      if index == end {
        guard !levels.isEmpty else { return }
        (index, end) = goOn(fields)
        continue
      }
      let instruction = instructions[index]
      index += 1
      if indentation.isEmpty {
        append(literals, instruction.text, to: &output)
      } else {
        appendLines(program, instruction, to: &output)
      }
      switch instruction.action {
      case .none, .absent: break
      case .insert(let path, let isEscaped):
        guard let place = contexts.find(path, names, entries) else { break }
        insert(entries[place], fields, isEscaped: isEscaped, to: &output)
      case .section(let path, let sectionEnd):
        let after = Int(sectionEnd)
        guard let place = contexts.find(path, names, entries), entries[place].isTrue else {
          index = after
          break
        }
        // What brings nothing in sight is simply gone on into.
        if !program.asksForItem, entries[place].isSingle { break }
        guard levels.count < Self.depthLimit - 1 else { return }
        var level = Level(
          start: index, end: after, next: after, nextEnd: end, item: contexts.item)
        enter(entries[place], at: place, &level, fields)
        levels.append(level)
        end = after
      case .inverted(let path, let sectionEnd):
        if let place = contexts.find(path, names, entries), entries[place].isTrue {
          index = Int(sectionEnd)
        }
      case .call(let routine, let added, let isInline):
        guard levels.count < Self.depthLimit - 1 else { return }
        let (start, routineEnd) = program.routines[Int(routine)].bounds
        var level = Level(
          start: start, end: routineEnd, next: index, nextEnd: end, item: contexts.item)
        if !added.isEmpty || isInline && !indentation.isEmpty {
          level.isIndented = true
          outerIndentations.append(indentation)
          if isInline { indentation = [] }
          indentation += program.bytes[added.range]
        }
        levels.append(level)
        (index, end) = (start, routineEnd)
      }
    }
  }

  // MARK: Sections

  /// Brings what a section is over in sight, of a list the first element.
  private mutating func enter(
    _ entry: Fields.Entry, at place: Int, _ level: inout Level, _ fields: Fields
  ) {
    switch entry.kind {
    case .list:
      level.hasFrame = true
      level.elements = Extent(Int(entry.place.start) + 1, Int(entry.place.end))
      contexts.push(fields.elements[Int(entry.place.start)])
    case .group:
      level.hasFrame = true
      contexts.push(entry.place)
    case .text, .number, .flag, .markup, .gap: contexts.setItem(Int32(place))
    }
  }

  /// At the end of a level: where to go on, and up to where.
  private mutating func goOn(_ fields: Fields) -> (index: Int, end: Int) {
    let level = levels[levels.count - 1]
    contexts.leave(hasFrame: level.hasFrame, item: level.item)
    if !level.elements.isEmpty {
      let element = Int(level.elements.start)
      contexts.push(fields.elements[element])
      levels[levels.count - 1].elements = Extent(element + 1, Int(level.elements.end))
      return (level.start, level.end)
    }
    if level.isIndented, let outer = outerIndentations.popLast() { indentation = outer }
    levels.removeLast()
    return (level.next, level.nextEnd)
  }

  // MARK: Output

  /// Appends a part of other bytes, if there is room.
  @inline(__always)
  private mutating func append(
    _ source: Span<UInt8>, _ part: Extent, to output: inout OutputSpan<UInt8>
  ) {
    let (start, end) = part.bounds
    if !output.append(copying: source, from: start, to: end) { missing += end - start }
  }

  private mutating func append(_ bytes: [UInt8], to output: inout OutputSpan<UInt8>) {
    append(bytes.span, Extent(0, bytes.count), to: &output)
  }

  private mutating func appendLines(
    _ program: Program, _ instruction: Instruction, to output: inout OutputSpan<UInt8>
  ) {
    let bytes = program.bytes.span
    var position = Int(instruction.text.start)
    for start in program.lineStarts[instruction.lineStarts.range] {
      append(bytes, Extent(position, Int(start)), to: &output)
      append(indentation, to: &output)
      position = Int(start)
    }
    append(bytes, Extent(position, Int(instruction.text.end)), to: &output)
  }

  private mutating func append(
    escaping source: Span<UInt8>, _ part: Range<Int>, to output: inout OutputSpan<UInt8>
  ) {
    let entities = Escaping.entities
    var rest = part
    while true {
      let position = Escaping.firstSpecial(in: source, rest)
      append(source, Extent(rest.lowerBound, position), to: &output)
      if position == part.upperBound { return }
      append(entities.span, Escaping.entity(for: source[position]), to: &output)
      rest = position + 1..<part.upperBound
    }
  }

  private static let (yes, no) = (Array("true".utf8), Array("false".utf8))

  @inline(__always)
  private mutating func insert(
    _ entry: Fields.Entry, _ fields: Fields, isEscaped: Bool, to output: inout OutputSpan<UInt8>
  ) {
    switch entry.kind {
    case .text where entry.isSpecial && isEscaped:
      append(escaping: fields.bytes.span, entry.place.range, to: &output)
    case .text, .number: append(fields.bytes.span, entry.place, to: &output)
    case .flag: append(entry.isTrue ? Self.yes : Self.no, to: &output)
    case .markup: append(fields.markup[Int(entry.place.start)], to: &output)
    case .gap: cuts.append(HTML.Cut(offset: output.count, fragment: nil))
    case .list, .group: break
    }
  }

  private mutating func append(_ html: HTML, to output: inout OutputSpan<UInt8>) {
    for index in 0...html.fragments.count {
      for gap in html.gaps where gap == index {
        cuts.append(HTML.Cut(offset: output.count, fragment: nil))
      }
      guard index < html.fragments.count else { break }
      let fragment = html.fragments[index]
      if fragment.count < HTML.sharedSize {
        append(fragment, to: &output)
      } else {
        cuts.append(HTML.Cut(offset: output.count, fragment: fragment))
      }
    }
  }
}
