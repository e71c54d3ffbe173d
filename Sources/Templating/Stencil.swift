/// A template for very many small pieces of markup, such as the rows of a list.
///
/// Each of its fields has a place that is known beforehand, so filling it looks no name up: it goes
/// through literal text, values and conditions. A section is only a condition here; no field of a
/// stencil is a list or a group.
public struct Stencil: Sendable {
  /// What a field holds.
  public enum Kind: Sendable {
    /// Text, which is escaped wherever it is inserted, a number or a flag.
    case value
    /// Markup, which is inserted as it is.
    case markup
  }

  /// Literal text to copy, and what to do after it.
  struct Step {
    enum Action {
      case none
      case insert(place: Int)
      /// Goes on at the step `to` if the value at the place is (or is not) true.
      case skip(place: Int, ifTrue: Bool, to: Int)
    }

    /// In `bytes`.
    let text: Extent
    var action: Action
  }

  fileprivate private(set) var steps: [Step] = []
  fileprivate private(set) var bytes: [UInt8] = []
  /// How often the field at each place is inserted at most.
  fileprivate private(set) var insertions: [Int]

  /// - Parameter fields: the names that the template may use, in the order of their places.
  /// - Throws: if the template uses another name or a dotted one, inserts text without escaping, or
  ///   inserts a template that does not exist or that inserts itself.
  init(
    _ program: Program, routine: Int, fields: [(name: FieldName, kind: Kind)]
  ) throws(TemplateError) {
    insertions = Array(repeating: 0, count: fields.count)
    var cutter = Cutter(program: program, fields: fields)
    try cutter.cut(routine: routine)
    cutter.add(.none)
    steps = cutter.steps
    bytes = cutter.bytes
    for case .insert(let place) in steps.map(\.action) { insertions[place] += 1 }
  }
}

extension Template {
  /// The template as a stencil.
  public func stencil(
    _ fields: [(name: FieldName, kind: Stencil.Kind)]
  ) throws(TemplateError) -> Stencil {
    try Stencil(program, routine: routine, fields: fields)
  }
}

/// Makes a stencil's steps of a program.
private struct Cutter {
  /// How many steps a stencil has at most.
  private static let limit = 1 << 16

  let program: Program
  let fields: [(name: FieldName, kind: Stencil.Kind)]
  var steps: [Stencil.Step] = []
  var bytes: [UInt8] = []
  /// Where the literal text begins that no step has yet.
  private var open = 0
  private var underway: Set<Int> = []

  init(program: Program, fields: [(name: FieldName, kind: Stencil.Kind)]) {
    self.program = program
    self.fields = fields
  }

  mutating func add(_ action: Stencil.Step.Action) {
    steps.append(Stencil.Step(text: Extent(open, bytes.count), action: action))
    open = bytes.count
  }

  mutating func cut(routine: Int) throws(TemplateError) {
    underway.insert(routine)
    try cut(program.routines[routine].range)
    underway.remove(routine)
  }

  private mutating func cut(_ range: Range<Int>) throws(TemplateError) {
    var index = range.lowerBound
    while index < range.upperBound {
      let at = index
      index += 1
      let instruction = program.instructions[at]
      guard steps.count < Self.limit else {
        throw program.error(at: at, "The templates insert each other in too many ways.")
      }
      bytes.append(contentsOf: program.bytes[instruction.text.range])
      switch instruction.action {
      case .none: break
      case .insert(let path, let escaped):
        let place = try place(of: path, at)
        if !escaped, fields[place].kind == .value {
          throw program.error(
            at: at,
            "“\(path.first)” is text, which cannot be inserted without escaping.")
        }
        add(.insert(place: place))
      case .section(let path, let end), .inverted(let path, let end):
        let place = try place(of: path, at)
        let condition = steps.count
        add(.none)
        try cut(index..<Int(end))
        // The text at the end of the section belongs to it.
        add(.none)
        var isInverted = false
        if case .inverted = instruction.action { isInverted = true }
        steps[condition].action = .skip(place: place, ifTrue: isInverted, to: steps.count)
        index = Int(end)
      case .call(let routine, let indentation, _):
        if !indentation.isEmpty || underway.contains(Int(routine)) {
          throw program.error(at: at, "A stencil cannot insert itself.")
        }
        try cut(routine: Int(routine))
      case .absent:
        throw program.error(at: at, "No template has this name.")
      }
    }
  }

  private func place(of path: FieldPath, _ at: Int) throws(TemplateError) -> Int {
    if path.rest.isEmpty, let place = fields.firstIndex(where: { $0.name == path.first }) {
      return place
    }
    let names = [path.first] + program.names[path.rest.range]
    let spelling = names.map(\.description).joined(separator: ".")
    throw program.error(at: at, "“\(spelling)” is not supplied.")
  }
}

/// What a stencil is filled with: used for one piece after the other, so that its memory is
/// allocated once.
public struct StencilValues: Sendable {
  private struct Value {
    var bytes = Extent.none
    var isTrue = false
  }

  private static let yes = Array("true".utf8)
  private static let no = Array("false".utf8)

  /// The values as they are inserted; first `truefalse`.
  private var bytes: [UInt8] = Self.yes + Self.no
  private var values: [Value]
  private var keptCount = Self.yes.count + Self.no.count

  /// No values: every field is false and inserts nothing.
  public init(for stencil: Stencil) {
    values = Array(repeating: Value(), count: stencil.insertions.count)
    bytes.reserveCapacity(1024)
  }

  /// Sets the field at a place to text, which is escaped; empty text is false.
  public mutating func set(_ place: Int, _ text: String) {
    let start = bytes.count
    bytes.append(escaping: text)
    end(place, start, isTrue: bytes.count > start)
  }

  /// Sets a field to text in UTF-8, which is escaped; empty text is false.
  public mutating func set(_ place: Int, utf8 text: Span<UInt8>) {
    let start = bytes.count
    bytes.append(escaping: text)
    end(place, start, isTrue: bytes.count > start)
  }

  /// Sets a field to a number in decimal digits; zero is false.
  public mutating func set(_ place: Int, _ number: Int) {
    let start = bytes.count
    bytes.append(decimal: number)
    end(place, start, isTrue: number != 0)
  }

  /// Sets a field to a flag, which reads `true` or `false`.
  public mutating func set(_ place: Int, _ flag: Bool) {
    let yes = Self.yes.count
    values[place] = Value(
      bytes: flag ? Extent(0, yes) : Extent(yes, yes + Self.no.count), isTrue: flag)
  }

  /// Sets a field to markup, which is not escaped; empty markup is false.
  public mutating func set(_ place: Int, _ html: HTML) {
    let start = bytes.count
    for fragment in html.fragments { bytes.append(fragment.span, Extent(0, fragment.count)) }
    end(place, start, isTrue: bytes.count > start)
  }

  /// Keeps the values set so far for all pieces to come.
  public mutating func keep() { keptCount = bytes.count }

  /// Makes room for the values of the next piece. Those that were not kept have to be set again.
  public mutating func startPiece() { bytes.removeLast(bytes.count - keptCount) }

  private mutating func end(_ place: Int, _ start: Int, isTrue: Bool) {
    values[place] = Value(bytes: Extent(start, bytes.count), isTrue: isTrue)
  }

  /// How many bytes a stencil has at most with these values.
  fileprivate func bound(_ stencil: Stencil) -> Int {
    var bound = stencil.bytes.count
    for place in values.indices { bound += stencil.insertions[place] * values[place].bytes.count }
    return bound
  }

  /// Fills a stencil, at the end of an output that has room for it.
  fileprivate func fill(_ stencil: Stencil, into output: inout OutputSpan<UInt8>) {
    let steps = stencil.steps.span
    let literals = stencil.bytes.span
    let bytes = self.bytes.span
    let values = self.values.span
    var index = 0
    while index < steps.count {
      let step = steps[index]
      index += 1
      output.append(literals, step.text)
      switch step.action {
      case .none: break
      case .insert(let place): output.append(bytes, values[place].bytes)
      case .skip(let place, let condition, let target):
        if values[place].isTrue == condition { index = target }
      }
    }
  }
}

/// Markup in one array, put together piece by piece.
public struct HTMLBuilder: Sendable {
  private var bytes: [UInt8] = []

  /// - Parameter capacity: how many bytes to make room for at first.
  public init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// In bytes.
  public var count: Int { bytes.count }

  /// Adds a stencil filled with values.
  public mutating func append(_ stencil: Stencil, _ values: StencilValues) {
    let bound = values.bound(stencil)
    // Adding nothing to an array that is still empty would write to what all threads share.
    guard bound > 0 else { return }
    bytes.append(addingCapacity: bound) { output in
      values.fill(stencil, into: &output)
    }
  }

  /// Adds a piece of what was built before: the bytes between two counts of that builder.
  public mutating func append(_ built: HTML, _ piece: Range<Int>) {
    if let fragment = built.fragments.first {
      bytes.append(fragment.span, Extent(piece.lowerBound, piece.upperBound))
    }
  }

  /// All of it.
  public consuming func finish() -> HTML { HTML(fragments: bytes.isEmpty ? [] : [bytes]) }
}
