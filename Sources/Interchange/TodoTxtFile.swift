internal import Todo

/// One item a line (todotxt.org):
///
///     (A) 2026-07-01 Buy milk +Groceries count:2 note:Two%20bottles
///     x 2026-07-02 2026-06-30 Pay the bill +To_do
///
/// `(A)`, or `pri:A` of a done item, is a favourite; the project is the list. Of a done
/// item of which nobody knows when it was done the creation stands under `created:`, since its first
/// date would be that of its completion. The format has no escapes, so a title or a name that would be read as something else stands once more,
/// percent-encoded, under `title:` or `list:`.
enum TodoTxtFile {
  static func write(_ selection: Selection, to output: inout FileOutput) {
    for part in selection.parts {
      for item in part.items {
        output.bytes += line(item, in: part.list.name)
        output.bytes.append(.lineFeed)
        output.cut()
      }
    }
  }

  private static func line(_ item: Item, in list: String) -> [UInt8] {
    var bytes: [UInt8] = []
    if item.done { bytes.append("x ") } else if item.favorite { bytes.append("(A) ") }
    let created = CalendarTime(clamping: item.created)
    if let completed = item.completed {
      CalendarTime(clamping: completed).appendDate(to: &bytes)
      bytes.append(.space)
    }
    let isDateless = item.done && item.completed == nil
    if !isDateless {
      created.appendDate(to: &bytes)
      bytes.append(.space)
    }
    bytes.append(visible(item.title))
    bytes.append(" +")
    bytes.append(project(list))
    if item.done, item.favorite { bytes.append(" pri:A") }
    if isDateless {
      bytes.append(" created:")
      created.appendDate(to: &bytes)
    }
    if item.count != 0 {
      bytes.append(" count:")
      bytes.append(item.count)
    }
    if !item.detail.isEmpty { append("note", item.detail, to: &bytes) }
    // Whatever is read back otherwise than it is meant is said once more, beyond doubt.
    let read = TodoTxtLine(bytes[...])
    if !read.title.isIdentical(to: item.title) { append("title", item.title, to: &bytes) }
    if !(read.list ?? "").isIdentical(to: list) { append("list", list, to: &bytes) }
    return bytes
  }

  /// A title without what other programs take for the end of a line.
  private static func visible(_ title: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in title.unicodeScalars { text.append(scalar.endsLine ? " " : scalar) }
    return String(text)
  }

  private static func project(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      text.append(scalar.isWordCharacter ? scalar : "_")
    }
    return String(text)
  }

  private static func append(_ key: String, _ value: String, to bytes: inout [UInt8]) {
    bytes.append(" \(key):")
    for scalar in value.unicodeScalars {
      if scalar.isWordCharacter, scalar != "%" {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        continue
      }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        let digits = String(byte, radix: 16, uppercase: true)
        bytes.append(digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)")
      }
    }
  }

  // MARK: Reading

  static func read(_ bytes: [UInt8], _ meter: ReadingMeter?) -> Imported {
    var builder = ImportBuilder()
    var lines = Lines(bytes, meter)
    while let line = lines.next() {
      if line.trimmed.isEmpty { continue }
      let read = TodoTxtLine(line)
      for name in read.lost { builder.lose(.property, name, line: lines.number) }
      let list = builder.list(named: read.list, line: lines.number)
      builder.add(
        FoundItem(
          title: read.title, detail: read.detail, done: read.done, favorite: read.favorite,
          count: read.count, created: read.created, completed: read.completed, line: lines.number),
        to: list)
    }
    return builder.imported
  }
}

/// A line of a todo.txt file, read.
struct TodoTxtLine {
  private(set) var title = ""
  private(set) var detail = ""
  private var project: String?
  private var namedList: String?
  private(set) var done = false
  private(set) var favorite = false
  private(set) var count = 0
  private(set) var created: Timestamp?
  private(set) var completed: Timestamp?
  /// The list: by its exact name, else by that of the project.
  var list: String? { namedList ?? project }
  /// What has no place here.
  private(set) var lost: [String] = []

  init(_ line: ArraySlice<UInt8>) {
    var rest = line.trimmed
    if rest.starts(with: "x ".utf8) {
      done = true
      rest = rest.dropFirst(2).trimmed
    } else if rest.count > 4, rest.starts(with: "(".utf8),
      rest.dropFirst(2).starts(with: ") ".utf8),
      let letter = rest.dropFirst().first, (0x41...0x5A).contains(letter)
    {
      note(priority: letter)
      rest = rest.dropFirst(4).trimmed
    }
    if let first = takeDate(&rest) {
      created = first
      // Of a done item the first date is that of its completion.
      if done {
        completed = first
        created = takeDate(&rest)
      }
    }
    takeTags(&rest)
    if title.isEmpty {
      title = rest.text
    } else if hasCreationTag {
      // What looked like dates is the beginning of that title.
      completed = nil
    }
  }

  private var hasCreationTag = false

  private mutating func note(priority letter: UInt8) {
    if letter == UInt8(ascii: "A") { favorite = true } else { lost.append("priority") }
  }

  private func takeDate(_ rest: inout ArraySlice<UInt8>) -> Timestamp? {
    let word = rest.prefix(10)
    guard word.count == 10, rest.count == 10 || rest.dropFirst(10).first == .space,
      word.dropFirst(4).first == UInt8(ascii: "-"), let date = CalendarTime.timestamp(word)
    else { return nil }
    rest = rest.dropFirst(10).trimmed
    return date
  }

  /// Takes what the last words say, from the end up to the first that is part of the title. The
  /// last project of the line is the list wherever it stands; within the title it stays there, too.
  private mutating func takeTags(_ rest: inout ArraySlice<UInt8>) {
    while let start = rest.lastIndex(where: \.isBlank) {
      let word = rest[(start + 1)...]
      if word.first == UInt8(ascii: "+"), word.count > 1 {
        guard project == nil else { break }
        project = word.dropFirst().text
      } else if !take(word) {
        break
      }
      rest = rest[..<start].trimmed
    }
    if list == nil {
      project =
        rest.split(separator: .space).last { $0.first == UInt8(ascii: "+") && $0.count > 1 }?
        .dropFirst().text
    }
  }

  private mutating func take(_ word: ArraySlice<UInt8>) -> Bool {
    guard let colon = word.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let value = word[(colon + 1)...]
    switch word[..<colon].text {
    case "count":
      guard let number = value.number else { return false }
      count = number
    case "created":
      guard let date = CalendarTime.timestamp(value) else { return false }
      created = date
      hasCreationTag = true
    case "note": detail = Self.decoded(value)
    case "title":
      title = Self.decoded(value)
    case "list": namedList = Self.decoded(value)
    case "pri":
      guard value.count == 1, let letter = value.first, (0x41...0x5A).contains(letter) else {
        return false
      }
      note(priority: letter)
    default: return false
    }
    return true
  }

  private static func decoded(_ value: ArraySlice<UInt8>) -> String {
    var octets: [UInt8] = []
    var index = value.startIndex
    while index < value.endIndex {
      if value[index] == UInt8(ascii: "%"), index + 2 < value.endIndex,
        let high = value[index + 1].hexDigit, let low = value[index + 2].hexDigit
      {
        octets.append(high << 4 | low)
        index += 3
      } else {
        octets.append(value[index])
        index += 1
      }
    }
    return String(decoding: octets, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Whether it can stand within a word, for every program. ASCII is told without a look at tables.
  fileprivate var isWordCharacter: Bool {
    isASCII ? value > 0x20 && value != 0x7F : !properties.isWhitespace && !endsLine
  }

  /// Whether some program takes it for the end of a line, or shows nothing for it.
  fileprivate var endsLine: Bool {
    value < 0x20 || value == 0x7F || value == 0x85 || value == 0x2028 || value == 0x2029
  }
}
