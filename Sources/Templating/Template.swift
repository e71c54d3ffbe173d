import Synchronization

/// A template of a library, ready to be rendered from any thread.
public struct Template: Sendable {
  /// The name of its file.
  public let name: String
  let program: Program
  let routine: Int
  private let room = Room()

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
    let entries = Contexts.entries(fields)
    var room = self.room.bytes.load(ordering: .relaxed)
    while true {
      var renderer = Renderer(fields, program)
      let bytes = [UInt8](capacity: room) { output in
        renderer.run(program, routine: routine, fields, entries.span, into: &output)
      }
      if renderer.missing == 0 {
        self.room.adapt(to: bytes.count, from: room)
        return HTML(bytes, cuts: renderer.cuts)
      }
      room = bytes.count + renderer.missing
    }
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

/// How many bytes a result is given room for: those of the ones before, and some more.
private final class Room: Sendable {
  let bytes = Atomic(1024)

  /// Learns of a result that took so much when it was given room for that much.
  func adapt(to count: Int, from room: Int) {
    let wanted = count + count / 16 + 64
    if room < count + 64 || room > 2 * wanted { bytes.store(wanted, ordering: .relaxed) }
  }
}
