/// A tag of a template, as it stands in the text.
struct Tag {
  enum Kind {
    case escaped, unescaped
    case section, inverted, close
    case comment, delimiters
    case partial, parent, block
  }

  let kind: Kind
  /// Without the white space around it.
  let name: Range<Int>
  /// From the first byte of the opening delimiter to the last of the closing one.
  let span: Range<Int>
  /// What leaves the text with the tag: the whole line if the tag stands alone on it.
  var cut: Range<Int>
  /// Whether the line that the tag stands on leaves the text.
  var isStandalone = false
  /// Of an opening tag the index of the closing one, and the other way round.
  var partner = 0
  /// Whether it is a block directly inside a parent tag: what a parent is given to insert.
  var isArgument = false
}

/// Finds the tags of a template.
struct Scanner {
  private let source: Source
  private var opening = Array("{{".utf8)
  private var closing = Array("}}".utf8)

  init(_ source: Source) {
    self.source = source
  }

  mutating func tags() throws(TemplateError) -> [Tag] {
    var tags: [Tag] = []
    var position = 0
    while let start = find(opening, from: position) {
      let tag = try tag(at: start)
      tags.append(tag)
      position = tag.span.upperBound
    }
    return tags
  }

  private mutating func tag(at start: Int) throws(TemplateError) -> Tag {
    let bytes = source.bytes
    var content = skipSpace(from: start + opening.count)
    let kind: Tag.Kind? = content < bytes.count ? Self.kind(of: bytes[content]) : nil
    if kind != nil { content += 1 }
    var end = closing
    if kind == .delimiters { end.insert(UInt8(ascii: "="), at: 0) }
    if kind == .unescaped, bytes[content - 1] == UInt8(ascii: "{") {
      end.insert(UInt8(ascii: "}"), at: 0)
    }
    guard let contentEnd = find(end, from: content) else {
      let missing = String(decoding: end, as: UTF8.self)
      throw source.error(at: start, "The tag is not closed: \(missing) is missing.")
    }
    let tag = Tag(
      kind: kind ?? .escaped, name: trim(content..<contentEnd),
      span: start..<contentEnd + end.count, cut: start..<contentEnd + end.count)
    switch tag.kind {
    case .comment: break
    case .delimiters: try setDelimiters(tag)
    default: try checkName(tag)
    }
    return tag
  }

  private static func kind(of byte: UInt8) -> Tag.Kind? {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "&"): .unescaped
    case UInt8(ascii: "#"): .section
    case UInt8(ascii: "^"): .inverted
    case UInt8(ascii: "/"): .close
    case UInt8(ascii: "!"): .comment
    case UInt8(ascii: "="): .delimiters
    case UInt8(ascii: ">"): .partial
    case UInt8(ascii: "<"): .parent
    case UInt8(ascii: "$"): .block
    default: nil
    }
  }

  private mutating func setDelimiters(_ tag: Tag) throws(TemplateError) {
    let parts = source.bytes[tag.name].split(whereSeparator: isSpace).map(Array.init)
    guard parts.count == 2, !parts.joined().contains(UInt8(ascii: "=")) else {
      throw source.error(
        at: tag.span.lowerBound,
        "Delimiters are set by two words without an equals sign, as in {{=<% %>=}}.")
    }
    (opening, closing) = (parts[0], parts[1])
  }

  private func checkName(_ tag: Tag) throws(TemplateError) {
    let name = source.bytes[tag.name]
    func fail(_ reason: String) -> TemplateError {
      source.error(at: tag.span.lowerBound, reason)
    }
    if name.isEmpty { throw fail("The tag has no name.") }
    if let next = find(opening, from: tag.name.lowerBound), next < tag.name.upperBound {
      throw fail("The tag is not closed before the next one opens.")
    }
    if name.contains(where: isSpace) {
      throw fail("The name “\(source.text(tag.name))” has white space in it.")
    }
    if tag.kind == .partial || tag.kind == .parent, name.first == UInt8(ascii: "*") {
      throw fail(
        "Dynamic names (“\(source.text(tag.name))”) are not supported: write the name out.")
    }
  }

  private func find(_ pattern: [UInt8], from start: Int) -> Int? {
    let bytes = source.bytes
    var position = start
    while position + pattern.count <= bytes.count {
      if bytes[position] == pattern[0] {
        let end = position + pattern.count
        if bytes[position..<end].elementsEqual(pattern) { return position }
      }
      position += 1
    }
    return nil
  }

  private func skipSpace(from start: Int) -> Int {
    var position = start
    while position < source.bytes.count && isSpace(source.bytes[position]) { position += 1 }
    return position
  }

  private func trim(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end && isSpace(source.bytes[start]) { start += 1 }
    while start < end && isSpace(source.bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}

private func isSpace(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || (9...13).contains(byte)
}
