/// Pairs the tags of a template, and settles which of them take their line out of the text.
///
/// A tag other than a variable that is alone on its line takes the line with it. A parent tag and
/// what it holds count as one tag, so the line may hold both of its ends; and a block that is an
/// argument begins after the line break that follows its opening tag, and ends before the white
/// space that leads up to its closing tag.
struct Layout {
  /// How deep sections, blocks and parents may nest in one file.
  static let nestingLimit = 100

  let source: Source
  private(set) var tags: [Tag]

  init(_ source: Source, _ tags: [Tag]) throws(TemplateError) {
    self.source = source
    self.tags = tags
    try pair()
    for index in tags.indices { cutLines(around: index) }
  }

  private mutating func pair() throws(TemplateError) {
    var open: [Int] = []
    for index in tags.indices {
      let tag = tags[index]
      let parent = open.last.map { tags[$0] }.flatMap { $0.kind == .parent ? $0 : nil }
      switch tag.kind {
      case .section, .inverted, .parent, .block:
        if let parent {
          guard tag.kind == .block else { throw misplaced(tag, in: parent) }
          tags[index].isArgument = true
        }
        open.append(index)
        if open.count > Self.nestingLimit {
          throw fail(tag, "Tags nest deeper than \(Self.nestingLimit) levels.")
        }
      case .close:
        try close(index, open.popLast())
      case .comment, .delimiters:
        break
      case .escaped, .unescaped, .partial:
        if let parent { throw misplaced(tag, in: parent) }
      }
    }
    if let last = open.last {
      throw fail(tags[last], "\(spelling(tags[last])) is never closed.")
    }
  }

  private mutating func close(_ index: Int, _ opened: Int?) throws(TemplateError) {
    guard let opened else {
      throw fail(tags[index], "\(spelling(tags[index])) closes nothing: no such tag is open.")
    }
    let (first, last) = (tags[opened], tags[index])
    guard source.bytes[first.name].elementsEqual(source.bytes[last.name]) else {
      let line = source.line(of: first.span.lowerBound)
      throw fail(last, "\(spelling(last)) cannot close \(spelling(first)) of line \(line).")
    }
    tags[opened].partner = index
    tags[index].partner = opened
    tags[index].isArgument = first.isArgument
  }

  private mutating func cutLines(around index: Int) {
    let tag = tags[index]
    let span = tag.span
    switch tag.kind {
    case .escaped, .unescaped:
      break
    case .parent:
      let partner = tags[tag.partner].span
      if let start = blankStart(before: span), let end = blankEnd(after: partner) {
        setLine(index, start..<span.upperBound)
        setLine(tag.partner, partner.lowerBound..<end)
      }
    case .block where tag.isArgument:
      if let end = blankEnd(after: span) { setLine(index, span.lowerBound..<end) }
    case .close where tag.isArgument:
      if let start = blankStart(before: span) { setLine(index, start..<span.upperBound) }
    case .close where tags[tag.partner].kind == .parent:
      break
    case .section, .inverted, .close, .comment, .delimiters, .partial, .block:
      if let start = blankStart(before: span), let end = blankEnd(after: span) {
        setLine(index, start..<end)
      }
    }
  }

  private mutating func setLine(_ index: Int, _ cut: Range<Int>) {
    tags[index].cut = cut
    tags[index].isStandalone = true
  }

  /// Where the line starts that the tag is the first of, but for blanks; nil if something precedes.
  private func blankStart(before span: Range<Int>) -> Int? {
    var start = span.lowerBound
    while start > 0 && isBlank(source.bytes[start - 1]) { start -= 1 }
    return source.isLineStart(start) ? start : nil
  }

  /// Where the next line starts if only blanks follow the tag on its own; nil if something follows.
  private func blankEnd(after span: Range<Int>) -> Int? {
    let bytes = source.bytes
    var end = span.upperBound
    while end < bytes.count && isBlank(bytes[end]) { end += 1 }
    if end == bytes.count { return end }
    if bytes[end] == UInt8(ascii: "\r"), end + 1 < bytes.count { end += 1 }
    return bytes[end] == UInt8(ascii: "\n") ? end + 1 : nil
  }

  private func misplaced(_ tag: Tag, in parent: Tag) -> TemplateError {
    fail(
      tag,
      "\(spelling(tag)) stands directly inside \(spelling(parent)), where only blocks may stand.")
  }

  private func fail(_ tag: Tag, _ reason: String) -> TemplateError {
    source.error(at: tag.span.lowerBound, reason)
  }

  private func spelling(_ tag: Tag) -> String { source.text(tag.span) }
}

func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}
