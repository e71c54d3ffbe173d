internal import Todo

/// Reads the `VTODO`s of a calendar (RFC 5545).
struct CalendarReader {
  private var builder = ImportBuilder()
  /// The components that are open, the innermost last.
  private var open: [[UInt8]] = []
  private var item: FoundItem?
  private var list: String?

  static func isMine(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(15).isSame(ignoringCase: "BEGIN:VCALENDAR")
  }

  static func read(_ bytes: [UInt8], _ meter: ReadingMeter?) throws(ImportError) -> Imported {
    var reader = CalendarReader()
    var lines = UnfoldedLines(bytes, meter)
    while let line = lines.next() {
      if line.trimmed.isEmpty { continue }
      guard let line = ContentLine(line) else {
        throw ImportError(.unexpected, line: lines.number)
      }
      try reader.take(line, lines.number)
    }
    guard reader.open.isEmpty, lines.number > 0 else {
      throw ImportError(.unexpectedEnd, line: max(1, lines.number))
    }
    return reader.builder.imported
  }

  private mutating func take(_ line: ContentLine, _ number: Int) throws(ImportError) {
    if line.name.isSame(ignoringCase: "BEGIN") { return begin(line, number) }
    guard let inner = open.last else { throw ImportError(.unexpected, line: number) }
    if line.name.isSame(ignoringCase: "END") {
      guard inner.elementsEqual(line.value.map(ArraySlice.lowercased)) else {
        throw ImportError(.unexpected, line: number)
      }
      return end()
    }
    if item != nil, inner[...].isSame(as: "vtodo") { property(line, number) }
  }

  private mutating func begin(_ line: ContentLine, _ number: Int) {
    let name = line.value.map(ArraySlice.lowercased)
    switch name[...].text {
    case "vcalendar", "vtimezone", "standard", "daylight": break
    case "vtodo" where item == nil:
      item = FoundItem(line: number)
      list = nil
    default: builder.lose(.component, line.value.text.uppercased(), line: number)
    }
    open.append(name)
  }

  private mutating func end() {
    let name = open.removeLast()
    guard let found = item, name[...].isSame(as: "vtodo"), !open.contains(name) else { return }
    item = nil
    let index = builder.list(named: list, line: found.line)
    builder.add(found, to: index)
  }

  private mutating func property(_ line: ContentLine, _ number: Int) {
    let name = line.name.text.uppercased()
    switch name {
    case "SUMMARY": item?.title = line.texts.joined(separator: ",")
    case "DESCRIPTION": item?.detail = line.texts.joined(separator: ",")
    case "CATEGORIES":
      let names = line.texts.filter { !$0.isBlank }
      if list == nil { list = names.first }
      if names.count > 1 { builder.lose(.property, name, line: number) }
    case "STATUS": status(line.value, number)
    case "PERCENT-COMPLETE":
      guard let percent = line.value.number else { return }
      if percent == 100 { item?.done = true }
      if (1...99).contains(percent) { builder.lose(.property, name, line: number) }
    case "COMPLETED":
      item?.done = true
      item?.completed = CalendarTime.timestamp(line.value)
      if item?.completed == nil { builder.lose(.value, name, line: number) }
    case "PRIORITY":
      let priority = line.value.number ?? 0
      item?.favorite = (1...4).contains(priority)
      if priority > 1 { builder.lose(.property, name, line: number) }
    case "CREATED":
      item?.created = CalendarTime.timestamp(line.value)
    case "UID": item?.id = ItemID(bytes: line.value)
    case "X-MODOSU-COUNT":
      if let count = line.value.number {
        item?.count = count
      } else {
        builder.lose(.value, name, line: number)
      }
    case "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "CLASS": break
    default: builder.lose(.property, name, line: number)
    }
  }

  private mutating func status(_ value: ArraySlice<UInt8>, _ number: Int) {
    if value.isSame(ignoringCase: "COMPLETED") {
      item?.done = true
    } else if value.isSame(ignoringCase: "CANCELLED") {
      item?.done = true
      builder.lose(.value, "STATUS", line: number)
    } else if !value.isSame(ignoringCase: "NEEDS-ACTION") {
      builder.lose(.value, "STATUS", line: number)
    }
  }
}

/// The lines of a calendar, the folded ones put together again.
private struct UnfoldedLines {
  private var lines: Lines
  private var ahead: ArraySlice<UInt8>?
  private var aheadNumber = 0
  /// The number of the line at which the last one given begins.
  private(set) var number = 0

  init(_ bytes: [UInt8], _ meter: ReadingMeter?) {
    lines = Lines(bytes, meter)
    ahead = lines.next()
    aheadNumber = lines.number
  }

  mutating func next() -> ArraySlice<UInt8>? {
    guard var line = ahead else { return nil }
    number = aheadNumber
    ahead = lines.next()
    while let more = ahead, more.first?.isBlank ?? false {
      line += more.dropFirst()
      ahead = lines.next()
    }
    aheadNumber = lines.number
    return line
  }
}

/// A property of a calendar: its name and its value. Parameters are read past.
private struct ContentLine {
  let name: ArraySlice<UInt8>
  let value: ArraySlice<UInt8>

  /// `nil` if it has no name or no value.
  init?(_ line: ArraySlice<UInt8>) {
    var colon: Int?
    var isQuoted = false
    for index in line.indices {
      if line[index] == .quote { isQuoted.toggle() }
      if line[index] == UInt8(ascii: ":"), !isQuoted {
        colon = index
        break
      }
    }
    guard let colon else { return nil }
    name = line[..<colon].prefix { $0 != UInt8(ascii: ";") }
    value = line[(colon + 1)...]
    guard !name.isEmpty else { return nil }
  }

  /// The value as texts, which commas part.
  var texts: [String] {
    var texts: [String] = []
    var text: [UInt8] = []
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      index += 1
      if byte == UInt8(ascii: ",") {
        texts.append(String(decoding: text, as: UTF8.self))
        text = []
      } else if byte == .backslash, index < value.endIndex {
        text.append(value[index] | 0x20 == UInt8(ascii: "n") ? .lineFeed : value[index])
        index += 1
      } else {
        text.append(byte)
      }
    }
    texts.append(String(decoding: text, as: UTF8.self))
    return texts
  }
}
