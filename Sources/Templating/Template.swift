import Synchronization

/// A template of a library, ready to be rendered from any thread.
public struct Template: Sendable {
  /// The name of its file.
  public let name: String
  let program: Program
  let routine: Int
  private let size = Size()

  init(_ program: Program, routine: Int) {
    self.program = program
    self.routine = routine
    name = program.sources[routine].name
  }

  /// Fills the template. Names without a value insert nothing.
  ///
  /// Values of markup of ``HTML/sharedSize`` bytes or more are shared with the result, not copied.
  /// Sections and partials nest at most 256 deep; where more would follow, the output ends.
  public func render(_ fields: Fields) -> HTML {
    let capacity = size.bytes.load(ordering: .relaxed)
    var renderer = Renderer(fields, program, Output(capacity: capacity))
    renderer.run(program, fields, routine: routine)
    let html = renderer.output.finish()
    let own = max(0, html.count - fields.markup.reduce(0) { $0 + $1.count })
    if own != capacity { size.bytes.store(own, ordering: .relaxed) }
    return html
  }

  /// Fills the template and appends everything to bytes, gaps left out.
  public func render(_ fields: Fields, into bytes: inout [UInt8]) {
    var mine: [UInt8] = []
    swap(&mine, &bytes)
    var renderer = Renderer(fields, program, Output(appendingTo: mine))
    mine = []
    renderer.run(program, fields, routine: routine)
    bytes = renderer.output.bytes
  }

  /// Checks that an example of a page's fields has all that the template asks for, through
  /// sections, partials, parents and blocks.
  ///
  /// The example must be complete: what may be absent is present, and no list is empty. Conditions
  /// are taken both ways.
  ///
  /// - Throws: the first of these, with its place: a name that the example has two values for, or
  ///   no value; a list or a group where a value is inserted; text inserted without escaping, since
  ///   text is what users type; a section over an empty list, for nothing in it can be checked; a
  ///   partial or a parent that does not exist.
  public func check(supplied example: Fields) throws(TemplateError) {
    var checker = Checker(program, example)
    try checker.check(routine: routine)
  }
}

/// How big the last result was, without the markup that it was given: how much room the next one is
/// given at once.
private final class Size: Sendable {
  let bytes = Atomic(0)
}
