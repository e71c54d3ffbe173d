internal import Todo

/// Reads the task lists of a Markdown file: headings are lists, list items are items, what is
/// indented below one is its detail.
struct MarkdownReader {
  private var builder = ImportBuilder()
  private var list: String?
  private var item: FoundItem?
  /// The column of the items that are below no other; some programs indent these, too.
  private var outset = 0
  /// The columns by which the detail of the present item is indented.
  private var indent = 2
  private var detail: [String] = []
  private var blanks = 0
  private var fence: Fence?

  private struct Fence {
    let mark: UInt8
    let length: Int
  }

  static func read(_ bytes: [UInt8], _ meter: ReadingMeter?) -> Imported {
    var reader = MarkdownReader()
    var lines = Lines(bytes, meter)
    while let line = lines.next() { reader.take(line, lines.number) }
    reader.endItem()
    return reader.builder.imported
  }

  private mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) {
    if let fence { return take(fenced: line, fence) }
    if line.trimmed.isEmpty {
      blanks += 1
      return
    }
    let (columns, rest) = Self.unindented(line)
    defer { blanks = 0 }
    let start = ListItemStart(rest)
    if item != nil, columns >= (start == nil ? 2 : outset + 2) {
      return take(below: rest, columns, line, number)
    }
    if let start {
      outset = columns
      return begin(start, columns, number)
    }
    endItem()
    if let heading = Self.heading(rest) {
      list = heading
      // A list without items is a list, too.
      _ = builder.list(named: heading, line: number)
    } else if !rest.starts(with: "<!--".utf8) {
      builder.lose(.text, line: number)
    }
  }

  /// A line that belongs to the present item.
  private mutating func take(
    below rest: ArraySlice<UInt8>, _ columns: Int, _ line: ArraySlice<UInt8>, _ number: Int
  ) {
    if let start = ListItemStart(rest), start.hasBox {
      builder.lose(.nesting, line: number)
      return begin(start, columns, number)
    }
    if !detail.isEmpty { detail += Array(repeating: "", count: blanks) }
    if let mark = rest.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") {
      let length = rest.prefix { $0 == mark }.count
      if length >= 3 {
        fence = Fence(mark: mark, length: length)
        return
      }
    }
    detail.append(MarkdownText.unescaped(withoutHardBreak(rest)))
  }

  private mutating func take(fenced line: ArraySlice<UInt8>, _ fence: Fence) {
    let (_, rest) = Self.unindented(line)
    let run = rest.prefix { $0 == fence.mark }
    if run.count >= fence.length, rest.dropFirst(run.count).trimmed.isEmpty {
      self.fence = nil
      return
    }
    var content = line
    var columns = 0
    while columns < indent, content.first == .space {
      content.removeFirst()
      columns += 1
    }
    detail.append(content.text)
  }

  private mutating func begin(_ start: ListItemStart, _ columns: Int, _ number: Int) {
    endItem()
    indent = columns + start.width
    let (text, notes) = MarkdownText.splitComment(start.text)
    var found = FoundItem(title: MarkdownText.unescaped(text), done: start.isDone, line: number)
    for note in notes {
      if note == "favorite" { found.favorite = true }
      if note.hasPrefix("count ") {
        found.count = Array(note.utf8).dropFirst(6).number ?? 0
      }
    }
    item = found
  }

  private mutating func endItem() {
    guard var found = item else { return }
    found.detail = detail.joined(separator: "\n")
    let index = builder.list(named: list, line: found.line)
    builder.add(found, to: index)
    item = nil
    detail = []
    fence = nil
  }

  // MARK: Pieces of lines

  /// The columns of white space in front, and the rest without white space at its end.
  private static func unindented(
    _ line: ArraySlice<UInt8>
  ) -> (columns: Int, rest: ArraySlice<UInt8>) {
    var columns = 0
    for byte in line.prefix(while: \.isBlank) {
      columns = byte == .tab ? columns / 4 * 4 + 4 : columns + 1
    }
    return (columns, line.trimmed)
  }

  private static func heading(_ line: ArraySlice<UInt8>) -> String? {
    let marks = line.prefix { $0 == UInt8(ascii: "#") }
    guard (1...6).contains(marks.count), line.dropFirst(marks.count).first?.isBlank ?? true else {
      return nil
    }
    var text = line.dropFirst(marks.count).trimmed
    // A closing run of number signs.
    let closing = text.reversed().prefix { $0 == UInt8(ascii: "#") }.count
    let before = text.dropLast(closing)
    if closing > 0, before.last?.isBlank ?? true { text = before.trimmed }
    let name = MarkdownText.unescaped(MarkdownText.splitComment(text).text)
    return name.isBlank ? nil : name
  }

  private func withoutHardBreak(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let slashes = line.reversed().prefix { $0 == .backslash }.count
    return slashes % 2 == 1 ? line.dropLast() : line
  }
}

/// The start of a list item: a bullet or a number, and perhaps a check box.
private struct ListItemStart {
  /// The columns up to the item's content.
  let width: Int
  let hasBox: Bool
  let isDone: Bool
  let text: ArraySlice<UInt8>

  /// `nil` if the line starts none.
  init?(_ line: ArraySlice<UInt8>) {
    var rest = line
    switch rest.first {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): rest.removeFirst()
    case let digit? where digit.isDigit:
      let digits = rest.prefix(while: \.isDigit)
      rest = rest.dropFirst(digits.count)
      guard digits.count < 10, rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")")
      else { return nil }
      rest.removeFirst()
    default: return nil
    }
    guard rest.first?.isBlank ?? false else { return nil }
    width = rest.startIndex - line.startIndex + 1
    rest = rest.trimmed
    let box = rest.prefix(3)
    let mark = box.dropFirst().first
    hasBox =
      box.count == 3 && box.first == UInt8(ascii: "[") && box.last == UInt8(ascii: "]")
      && (mark == .space || mark == UInt8(ascii: "x") || mark == UInt8(ascii: "X"))
      && rest.dropFirst(3).first?.isBlank ?? true
    isDone = hasBox && mark != .space
    text = hasBox ? rest.dropFirst(3).trimmed : rest
  }
}

/// The text within a line of Markdown.
private enum MarkdownText {
  /// Takes backslashes away that stand before punctuation.
  static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var octets: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == .backslash, index + 1 < text.endIndex, text[index + 1].isPunctuation {
        index += 1
      } else if let (scalar, length) = reference(text[index...]) {
        octets.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        index += length
        continue
      }
      octets.append(text[index])
      index += 1
    }
    return String(decoding: octets, as: UTF8.self)
  }

  /// The character that a text begins with if it does so with `&#9;`, `&#x9;` or one of the names
  /// that stand for markup, and the length of that.
  private static func reference(
    _ text: ArraySlice<UInt8>
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard text.first == UInt8(ascii: "&"),
      let end = text.prefix(10).firstIndex(of: UInt8(ascii: ";"))
    else { return nil }
    let name = text[(text.startIndex + 1)..<end].text
    let length = end + 1 - text.startIndex
    if name.hasPrefix("#") {
      let isHexadecimal = name.dropFirst().first.map { $0 == "x" || $0 == "X" } ?? false
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      guard digits.utf8.allSatisfy({ $0.hexDigit != nil }),
        let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), value > 0,
        let scalar = Unicode.Scalar(value)
      else { return nil }
      return (scalar, length)
    }
    let known: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\""]
    return known[name].map { ($0, length) }
  }

  /// A line without the comment at its end, and the notes in that.
  static func splitComment(
    _ text: ArraySlice<UInt8>
  ) -> (text: ArraySlice<UInt8>, notes: [String]) {
    let (open, close) = (Array("<!--".utf8), Array("-->".utf8))
    guard text.count >= open.count + close.count, text.suffix(close.count).elementsEqual(close)
    else { return (text, []) }
    var start = text.endIndex - open.count - close.count
    while start >= text.startIndex {
      let isEscaped = start > text.startIndex && text[start - 1] == .backslash
      if text[start...].starts(with: open), !isEscaped {
        let inside = text[(start + open.count)..<(text.endIndex - close.count)]
        let notes = inside.split(separator: UInt8(ascii: ",")).map { $0.trimmed.text }
        return (text[..<start].trimmed, notes)
      }
      start -= 1
    }
    return (text, [])
  }
}
