/// Makes a tree of a template's tags and of the text between them.
struct Parser {
  private let source: Source
  private let tags: [Tag]
  private var arguments: [Body] = []

  static func parse(_ source: Source) throws(TemplateError) -> SyntaxTree {
    var scanner = Scanner(source)
    let layout = try Layout(source, scanner.tags())
    var parser = Parser(source: source, tags: layout.tags)
    let everything = Region(
      tags: layout.tags.indices, bytes: 0..<source.bytes.count, endsOnLine: false)
    let nodes = try parser.nodes(of: everything, margin: 0..<0)
    return SyntaxTree(source: source, root: Body(nodes: nodes), arguments: parser.arguments)
  }

  private init(source: Source, tags: [Tag]) {
    self.source = source
    self.tags = tags
  }

  /// What lies between two tags, or the whole file.
  private struct Region {
    let tags: Range<Int>
    let bytes: Range<Int>
    /// Whether what ends it stays on the line that it stands on.
    let endsOnLine: Bool
  }

  /// - Parameter margin: White space that is taken off the start of every line.
  private mutating func nodes(
    of region: Region, margin: Range<Int>
  ) throws(TemplateError) -> [Node] {
    var nodes: [Node] = []
    var position = region.bytes.lowerBound
    var index = region.tags.lowerBound
    while index < region.tags.upperBound {
      let tag = tags[index]
      let text = position..<max(position, tag.cut.lowerBound)
      appendText(text, isLineKept: !tag.isStandalone, margin: margin, to: &nodes)
      if let node = try node(at: index, margin: margin) { nodes.append(node) }
      if tag.kind.opens { index = tag.partner }
      position = tags[index].cut.upperBound
      index += 1
    }
    let rest = position..<max(position, region.bytes.upperBound)
    appendText(rest, isLineKept: region.endsOnLine, margin: margin, to: &nodes)
    return nodes
  }

  private mutating func node(at index: Int, margin: Range<Int>) throws(TemplateError) -> Node? {
    let tag = tags[index]
    let at = tag.span.lowerBound
    switch tag.kind {
    case .comment, .delimiters, .close:
      return nil
    case .escaped, .unescaped:
      return .variable(try path(tag), escaped: tag.kind == .escaped, at: at)
    case .section, .inverted:
      let body = try nodes(of: inside(index), margin: margin)
      return .section(try path(tag), inverted: tag.kind == .inverted, body, at: at)
    case .partial:
      let indentation = tag.isStandalone ? indentation(of: tag, margin: margin) : nil
      return .insertion(source.text(tag.name), [], indentation: indentation, at: at)
    case .parent:
      let indentation = tag.isStandalone ? indentation(of: tag, margin: margin) : nil
      let arguments = try arguments(of: index)
      return .insertion(source.text(tag.name), arguments, indentation: indentation, at: at)
    case .block:
      let region = inside(index)
      let lines = tag.isStandalone && !region.bytes.isEmpty
      let indentation =
        lines
        ? remove(margin, from: blanks(from: region.bytes.lowerBound))
        : indentation(of: tag, margin: margin)
      return .block(
        Array(source.bytes[tag.name]), indentation: indentation, ownLines: tag.isStandalone,
        try nodes(of: region, margin: margin), at: at)
    }
  }

  /// The blocks directly inside a parent tag; the text around them is ignored.
  private mutating func arguments(of parent: Int) throws(TemplateError) -> [Node.Argument] {
    var found: [Node.Argument] = []
    var names: Set<[UInt8]> = []
    var index = parent + 1
    while index < tags[parent].partner {
      let tag = tags[index]
      index += 1
      guard tag.kind == .block else { continue }
      let name = Array(source.bytes[tag.name])
      guard names.insert(name).inserted else {
        throw source.error(
          at: tag.span.lowerBound,
          "The block “\(source.text(tag.name))” is given twice to the same parent.")
      }
      let body = try argument(at: index - 1)
      found.append(Node.Argument(block: name, body: arguments.count))
      arguments.append(body)
      index = tag.partner + 1
    }
    return found
  }

  /// A block as a body of its own, without the indentation that it has where it is defined.
  private mutating func argument(at index: Int) throws(TemplateError) -> Body {
    let tag = tags[index]
    let region = inside(index)
    let margin =
      tag.isStandalone
      ? blanks(from: region.bytes.lowerBound) : indentation(of: tag, margin: 0..<0)
    var body = Body(nodes: try nodes(of: region, margin: margin))
    if case .lineStart? = body.nodes.first {
      body.nodes.removeFirst()
      body.opensLine = true
    } else {
      body.opensLine = !tag.isStandalone && !body.nodes.isEmpty
    }
    return body
  }

  private func inside(_ index: Int) -> Region {
    let (open, close) = (tags[index], tags[tags[index].partner])
    let start = open.cut.upperBound
    return Region(
      tags: index + 1..<open.partner, bytes: start..<max(start, close.cut.lowerBound),
      endsOnLine: !close.isStandalone)
  }

  private func appendText(
    _ range: Range<Int>, isLineKept: Bool, margin: Range<Int>, to nodes: inout [Node]
  ) {
    var position = range.lowerBound
    while true {
      if source.isLineStart(position), position < range.upperBound || isLineKept {
        nodes.append(.lineStart)
        position += commonPrefix(margin, position..<range.upperBound)
      }
      guard position < range.upperBound else { return }
      let rest = source.bytes[position..<range.upperBound]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? range.upperBound
      nodes.append(.text(position..<end))
      position = end
    }
  }

  /// The blanks before a tag, if it is the first one of its line.
  private func indentation(of tag: Tag, margin: Range<Int>) -> Range<Int> {
    let end = tag.span.lowerBound
    var start = end
    while start > 0 && isBlank(source.bytes[start - 1]) { start -= 1 }
    return source.isLineStart(start) ? remove(margin, from: start..<end) : end..<end
  }

  private func blanks(from start: Int) -> Range<Int> {
    var end = start
    while end < source.bytes.count && isBlank(source.bytes[end]) { end += 1 }
    return start..<end
  }

  private func remove(_ margin: Range<Int>, from range: Range<Int>) -> Range<Int> {
    range.lowerBound + commonPrefix(margin, range)..<range.upperBound
  }

  private func commonPrefix(_ margin: Range<Int>, _ range: Range<Int>) -> Int {
    zip(source.bytes[margin], source.bytes[range]).prefix { $0 == $1 }.count
  }

  private func path(_ tag: Tag) throws(TemplateError) -> Path {
    let name = source.bytes[tag.name]
    if name.elementsEqual(".".utf8) { return Path(names: [.item]) }
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }) else {
      throw source.error(
        at: tag.span.lowerBound, "The name “\(source.text(tag.name))” has an empty part.")
    }
    return Path(names: parts.map { FieldName(String(decoding: $0, as: UTF8.self)) })
  }
}

extension Tag.Kind {
  fileprivate var opens: Bool {
    switch self {
    case .section, .inverted, .parent, .block: true
    case .escaped, .unescaped, .close, .comment, .delimiters, .partial: false
    }
  }
}
