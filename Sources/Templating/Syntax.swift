/// One file as a tree.
struct SyntaxTree {
  let source: Source
  let root: Body
  /// The blocks that parent tags of the file are given.
  var arguments: [Body] = []
}

/// A piece of a file that can be inserted somewhere.
struct Body {
  var nodes: [Node]
  /// Whether its text begins with a line (rather than with tags that stand alone on theirs), which
  /// is to be indented where the body is inserted on a line of its own.
  var opensLine = false
}

/// A part of a body. Ranges are of the file's bytes; `at` is the offset of the tag, for messages.
enum Node {
  /// Before the first byte of a line: where indentation goes.
  case lineStart
  /// At most one line, with its line break.
  case text(Range<Int>)
  case variable(Path, escaped: Bool, at: Int)
  case section(Path, inverted: Bool, [Node], at: Int)
  /// A partial, or a parent with the blocks that it is given. A nil indentation says that it stands
  /// within a line: then its lines are not indented.
  case insertion(String, [Argument], indentation: Range<Int>?, at: Int)
  /// A place that can be overridden. If it is on lines of its own, these are left out with its tags.
  case block([UInt8], indentation: Range<Int>, ownLines: Bool, [Node], at: Int)

  struct Argument {
    let block: [UInt8]
    /// The index among the arguments of the file.
    let body: Int
  }
}

/// A name as a template writes it: `a`, `a.b.c` or `.`.
struct Path {
  let names: [FieldName]
}
