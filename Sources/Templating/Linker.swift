/// Translates trees to a program.
///
/// A routine is a body for one set of overridden blocks and one indentation, both known beforehand:
/// a page, its layout and the partials in it become routines whose literal text is indented already.
/// Only a file that inserts itself with an indentation, which would make ever new routines, leaves
/// the indentation to the renderer.
struct Linker {
  /// How much a library may come to: routines, instructions, and bytes of literal text.
  private static let routineLimit = 20_000
  private static let instructionLimit = 1 << 22
  private static let byteLimit = 1 << 26

  private let trees: [SyntaxTree]
  private let indexes: [String: Int]
  /// The constants, and the elements of constant lists in whose sections it is, innermost last.
  private var constants: [Fields]
  private var program = Program()
  private var routines: [Routine] = []
  private var known: [Routine.Key: Int] = [:]
  private var environments: [[Override]] = [[]]
  private var environmentNumbers: [[Override]: Int] = [[]: 0]
  /// Where the literal text and the line starts begin that no instruction has yet.
  private var open = (bytes: 0, lines: 0)
  private var current = 0
  private var sectionDepth = 0

  /// Translates every tree; the routine of a tree has the tree's index.
  static func link(_ trees: [SyntaxTree], constants: Fields) throws(TemplateError) -> Program {
    var linker = Linker(trees, constants)
    for tree in trees.indices {
      let body = Body.Name(tree: tree)
      let key = Routine.Key(
        body: body, environment: 0, indentation: [], indentsFirstLine: false)
      linker.known[key] = tree
      linker.routines.append(Routine(key: key, discoverer: nil))
    }
    while linker.current < linker.routines.count {
      try linker.translate()
      linker.current += 1
    }
    if let call = linker.routines.endlessCall() {
      throw linker.program.error(
        at: call, "The file inserts itself here without end: no section decides about it.")
    }
    return linker.program
  }

  private init(_ trees: [SyntaxTree], _ constants: Fields) {
    self.trees = trees
    self.constants = [constants]
    indexes = Dictionary(
      zip(trees.map(\.source.name), trees.indices), uniquingKeysWith: { first, _ in first })
    program.sources = trees.map(\.source)
  }

  private var key: Routine.Key { routines[current].key }
  private var source: Source { trees[key.body.tree].source }

  private func body(_ name: Body.Name) -> Body {
    let tree = trees[name.tree]
    return name.argument.map { tree.arguments[$0] } ?? tree.root
  }

  private mutating func translate() throws(TemplateError) {
    let start = program.instructions.count
    open = (program.bytes.count, program.lineStarts.count)
    if key.indentsFirstLine { try startLine() }
    try emit(body(key.body).nodes)
    flushText()
    program.routines.append(Extent(start, program.instructions.count))
    if program.instructions.count > Self.instructionLimit { throw tooMuch() }
  }

  private mutating func emit(_ nodes: [Node]) throws(TemplateError) {
    for node in nodes {
      switch node {
      case .lineStart:
        try startLine()
      case .text(let range):
        try appendText(source.bytes[range])
      case .variable(let path, let escaped, let at):
        try emitVariable(path, escaped: escaped, at: at)
      case .section(let path, let inverted, let body, let at):
        try emitSection(path, inverted: inverted, body, at: at)
      case .insertion(let name, let arguments, let indentation, let at):
        try emitInsertion(name, arguments, indentation: indentation, at: at)
      case .block(let name, let indentation, let ownLines, let body, let at):
        let overrides = environments[key.environment]
        guard let override = overrides.first(of: name) else {
          try emit(body)
          continue
        }
        var target = key
        target.body = override.body
        target.indentation += source.bytes[indentation]
        target.indentsFirstLine = ownLines && self.body(override.body).opensLine
        try emitCall(target, isInline: false, at: at)
      }
    }
  }

  // MARK: Text

  private mutating func startLine() throws(TemplateError) {
    program.lineStarts.append(Int32(program.bytes.count))
    try appendText(key.indentation[...])
  }

  private mutating func appendText(_ text: ArraySlice<UInt8>) throws(TemplateError) {
    program.bytes.append(contentsOf: text)
    if program.bytes.count > Self.byteLimit { throw tooMuch() }
  }

  private func tooMuch() -> TemplateError {
    source.error(at: 0, "The templates insert each other in too many ways.")
  }

  /// Adds an instruction, with the text before it.
  private mutating func append(_ action: Instruction.Action, at offset: Int) {
    let text = Extent(open.bytes, program.bytes.count)
    let lineStarts = Extent(open.lines, program.lineStarts.count)
    open = (program.bytes.count, program.lineStarts.count)
    program.instructions.append(
      Instruction(text: text, lineStarts: lineStarts, action: action))
    program.origins.append(Origin(key.body.tree, offset))
  }

  /// Gives the text that is left an instruction of its own.
  private mutating func flushText() {
    if open != (program.bytes.count, program.lineStarts.count) { append(.none, at: 0) }
  }

  // MARK: Names

  private mutating func emitVariable(
    _ path: Path, escaped: Bool, at offset: Int
  ) throws(TemplateError) {
    guard let constant = try constant(path, at: offset, mayBeList: false) else {
      append(.insert(fieldPath(path), escaped: escaped), at: offset)
      return
    }
    try appendText(constant.bytes(escaped: escaped)[...])
  }

  private mutating func emitSection(
    _ path: Path, inverted: Bool, _ body: [Node], at offset: Int
  ) throws(TemplateError) {
    if let constant = try constant(path, at: offset, mayBeList: true) {
      guard case .list(let elements) = constant, !inverted else {
        if constant.isTrue != inverted { try emit(body) }
        return
      }
      for element in elements {
        constants.append(element)
        try emit(body)
        constants.removeLast()
      }
      return
    }
    let index = program.instructions.count
    let fieldPath = fieldPath(path)
    append(.absent, at: offset)
    sectionDepth += 1
    try emit(body)
    sectionDepth -= 1
    flushText()
    let end = Int32(program.instructions.count)
    program.instructions[index].action =
      inverted ? .inverted(fieldPath, end: end) : .section(fieldPath, end: end)
  }

  private func constant(
    _ path: Path, at offset: Int, mayBeList: Bool
  ) throws(TemplateError) -> FieldValue? {
    for known in constants.reversed() {
      if let value = try known.constant(path, source, at: offset, mayBeList: mayBeList) {
        return value
      }
    }
    return nil
  }

  private mutating func fieldPath(_ path: Path) -> FieldPath {
    let start = program.names.count
    if path.names[0] == .item { program.asksForItem = true }
    for name in path.names { program.nameLimit = max(program.nameLimit, Int(name.number) + 1) }
    program.names.append(contentsOf: path.names.dropFirst())
    return FieldPath(first: path.names[0], rest: Extent(start, program.names.count))
  }

  // MARK: Insertions

  private mutating func emitInsertion(
    _ name: String, _ arguments: [Node.Argument], indentation: Range<Int>?, at offset: Int
  ) throws(TemplateError) {
    guard let tree = indexes[name] else {
      append(.absent, at: offset)
      return
    }
    let outer = environments[key.environment]
    var overrides = outer
    for argument in arguments where outer.first(of: argument.block) == nil {
      let body = Body.Name(tree: key.body.tree, argument: argument.body)
      overrides.append(Override(block: argument.block, body: body))
    }
    overrides.sort { $0.block.lexicographicallyPrecedes($1.block) }
    let target = Routine.Key(
      body: Body.Name(tree: tree), environment: environmentNumber(overrides),
      indentation: indentation.map { key.indentation + source.bytes[$0] } ?? [],
      indentsFirstLine: false)
    try emitCall(target, isInline: indentation == nil, at: offset)
  }

  private mutating func environmentNumber(_ overrides: [Override]) -> Int {
    if let number = environmentNumbers[overrides] { return number }
    environmentNumbers[overrides] = environments.count
    environments.append(overrides)
    return environments.count - 1
  }

  private mutating func emitCall(
    _ key: Routine.Key, isInline: Bool, at offset: Int
  ) throws(TemplateError) {
    // What is inserted is translated once for all who do, so it sees no element.
    if constants.count > 1 {
      throw source.error(at: offset, "Nothing is inserted in a section over a constant list.")
    }
    var target = key
    var indentation = Extent.none
    if known[key] == nil, !key.indentation.isEmpty, isUnderway(key) {
      flushText()
      let start = program.bytes.count
      try appendText(key.indentation[...])
      indentation = Extent(start, program.bytes.count)
      open.bytes = program.bytes.count
      target.indentation = []
    }
    let routine = known[target] ?? routines.count
    if routine == routines.count {
      guard routine < Self.routineLimit else { throw tooMuch() }
      known[target] = routine
      routines.append(Routine(key: target, discoverer: current))
    }
    routines[current].calls.append(
      Routine.Call(
        routine: routine, instruction: program.instructions.count, isConditional: sectionDepth > 0))
    append(
      .call(routine: Int32(routine), indentation: indentation, isInline: isInline), at: offset)
  }

  /// Whether the routine at hand came about through the same body with the same overrides.
  private func isUnderway(_ key: Routine.Key) -> Bool {
    var ancestor: Int? = current
    while let index = ancestor {
      let other = routines[index].key
      if other.body == key.body && other.environment == key.environment { return true }
      ancestor = routines[index].discoverer
    }
    return false
  }
}
