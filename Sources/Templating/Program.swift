/// What templates are translated to: one flat array of instructions, in which every inserted file
/// and every overridden block is settled already.
struct Program: Sendable {
  var instructions: [Instruction] = []
  /// Where each instruction comes from, for messages.
  var origins: [Origin] = []
  /// All literal text.
  var bytes: [UInt8] = []
  /// Offsets in `bytes` before which indentation belongs that is known only while rendering.
  var lineStarts: [Int32] = []
  /// More than the number of any name in it.
  var nameLimit = 1
  /// Whether `{{.}}` or a section over it is anywhere.
  var asksForItem = false
  /// The parts of dotted names.
  var names: [FieldName] = []
  /// The instructions of each routine.
  var routines: [Extent] = []
  var sources: [Source] = []

  func error(at instruction: Int, _ reason: String) -> TemplateError {
    let origin = origins[instruction]
    return sources[Int(origin.source)].error(at: Int(origin.offset), reason)
  }
}

/// A range in half the space.
struct Extent {
  static let none = Extent(0, 0)

  let start: Int32
  let end: Int32

  init(_ start: Int, _ end: Int) {
    self.start = Int32(start)
    self.end = Int32(end)
  }

  var isEmpty: Bool { start == end }
  var count: Int { Int(end - start) }
  var range: Range<Int> { Int(start)..<Int(end) }
  var bounds: (start: Int, end: Int) { (Int(start), Int(end)) }

  func moved(by shift: Int32) -> Extent { Extent(Int(start + shift), Int(end + shift)) }
}

struct Origin {
  let source: Int32
  let offset: Int32

  init(_ source: Int, _ offset: Int) {
    self.source = Int32(source)
    self.offset = Int32(offset)
  }
}

/// Literal text to copy, and what to do after it.
struct Instruction {
  enum Action {
    case none
    case insert(FieldPath, escaped: Bool)
    /// Goes through the instructions up to `end` for each element.
    case section(FieldPath, end: Int32)
    /// Goes through the instructions up to `end` if the value is false.
    case inverted(FieldPath, end: Int32)
    /// Goes through a routine. If `isInline`, its lines have no indentation at all; otherwise the
    /// one at hand with `indentation` (of `Program.bytes`) after it.
    case call(routine: Int32, indentation: Extent, isInline: Bool)
    /// A partial or parent that no file has the name of: nothing is inserted.
    case absent
  }

  /// In `Program.bytes`.
  let text: Extent
  /// In `Program.lineStarts`.
  let lineStarts: Extent
  var action: Action
}

/// A name to look up: the first part in all contexts, the rest each in what was found.
struct FieldPath {
  let first: FieldName
  /// In `Program.names`.
  let rest: Extent
}
