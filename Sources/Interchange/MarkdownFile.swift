internal import Todo

/// A task list of CommonMark with check boxes:
///
///     # Groceries
///
///     - [ ] Milk <!-- favorite, count 2 -->
///
///       Two bottles\
///       of the blue ones
///     - [x] Bread
///
/// What would be markup is escaped. A detail that paragraphs cannot show exactly, since its lines
/// begin with spaces for instance, is a fenced block. The comment holds what a task list has no
/// place for.
enum MarkdownFile {
  static func write(_ selection: Selection, to output: inout FileOutput) {
    for (position, part) in selection.parts.enumerated() {
      if position > 0 { output.bytes.append(.lineFeed) }
      output.bytes.append("# ")
      escape(Array(part.list.name.utf8)[...], startsLine: false, to: &output.bytes)
      // A number sign at the end would be taken for the closing one.
      output.bytes.append("\n\n")
      for item in part.items {
        append(item, to: &output.bytes)
        output.cut()
      }
    }
  }

  private static func append(_ item: Item, to bytes: inout [UInt8]) {
    bytes.append(item.done ? "- [x] " : "- [ ] ")
    escape(Array(item.title.utf8)[...], startsLine: false, to: &bytes)
    var notes: [String] = []
    if item.favorite { notes.append("favorite") }
    if item.count != 0 { notes.append("count \(item.count)") }
    if !notes.isEmpty { bytes.append(" <!-- \(notes.joined(separator: ", ")) -->") }
    bytes.append(.lineFeed)
    guard !item.detail.isEmpty else { return }
    bytes.append(.lineFeed)
    let lines = Array(item.detail.utf8).split(
      separator: .lineFeed, omittingEmptySubsequences: false)
    if isPlain(lines) {
      appendParagraphs(lines, to: &bytes)
    } else {
      appendBlock(lines, to: &bytes)
    }
  }

  /// Whether paragraphs show exactly these lines.
  private static func isPlain(_ lines: [ArraySlice<UInt8>]) -> Bool {
    guard lines.first?.isEmpty == false, lines.last?.isEmpty == false else { return false }
    for (line, next) in zip(lines, lines.dropFirst()) where line.isEmpty && next.isEmpty {
      return false
    }
    return lines.allSatisfy { line in
      line.elementsEqual(line.trimmed) && !line.contains { $0 < 0x20 }
    }
  }

  private static func appendParagraphs(
    _ lines: [ArraySlice<UInt8>], to bytes: inout [UInt8]
  ) {
    for (index, line) in lines.enumerated() {
      if !line.isEmpty {
        bytes.append("  ")
        escape(line, startsLine: true, to: &bytes)
        if index + 1 < lines.count, !lines[index + 1].isEmpty { bytes.append(.backslash) }
      }
      bytes.append(.lineFeed)
    }
  }

  private static func appendBlock(_ lines: [ArraySlice<UInt8>], to bytes: inout [UInt8]) {
    var longest = 2
    for line in lines {
      let run = line.drop(while: \.isBlank).prefix { $0 == UInt8(ascii: "`") }
      longest = max(longest, run.count)
    }
    let fence = String(repeating: "`", count: longest + 1)
    bytes.append("  \(fence)text\n")
    for line in lines {
      if !line.isEmpty {
        bytes.append("  ")
        bytes += line
      }
      bytes.append(.lineFeed)
    }
    bytes.append("  \(fence)\n")
  }

  /// Escapes what is markup anywhere in a line, and what is at its start.
  private static func escape(
    _ line: ArraySlice<UInt8>, startsLine: Bool, to bytes: inout [UInt8]
  ) {
    let digits = startsLine ? line.prefix(while: \.isDigit).count : 0
    for (offset, byte) in line.enumerated() {
      switch byte {
      case .backslash, UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
        UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "|"), UInt8(ascii: "#"):
        bytes.append(.backslash)
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="):
        if startsLine, offset == 0 { bytes.append(.backslash) }
      case UInt8(ascii: "."), UInt8(ascii: ")"):
        if digits > 0, offset == digits { bytes.append(.backslash) }
      default: break
      }
      bytes.append(byte)
    }
  }
}
