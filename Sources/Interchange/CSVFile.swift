internal import Todo

/// A table (RFC 4180) with a head: `id,list,title,detail,done,favorite,count,created,completed`.
/// Lines end in CRLF, cells with commas, quotes or line ends are quoted; there is no byte order mark.
///
/// A text that a spreadsheet would take for a formula gets an apostrophe in front; so does one that
/// begins with apostrophes before such a text, which makes it plain how many there were.
enum CSVFile {
  private static let head = "id,list,title,detail,done,favorite,count,created,completed\r\n"

  static func write(_ selection: Selection, to output: inout FileOutput) {
    output.bytes.append(head)
    for part in selection.parts {
      var list: [UInt8] = []
      cell(part.list.name, to: &list)
      for item in part.items {
        append(item, in: list, to: &output.bytes)
        output.cut()
      }
    }
  }

  /// - Parameter list: the cell of the list's name.
  private static func append(_ item: Item, in list: [UInt8], to bytes: inout [UInt8]) {
    item.id.append(to: &bytes)
    bytes.append(UInt8(ascii: ","))
    bytes += list
    bytes.append(UInt8(ascii: ","))
    cell(item.title, to: &bytes)
    bytes.append(UInt8(ascii: ","))
    cell(item.detail, to: &bytes)
    bytes.append(item.done ? ",true" : ",false")
    bytes.append(item.favorite ? ",true," : ",false,")
    bytes.append(item.count)
    bytes.append(UInt8(ascii: ","))
    CalendarTime(clamping: item.created).appendMoment(to: &bytes)
    bytes.append(UInt8(ascii: ","))
    if let time = item.completed { CalendarTime(clamping: time).appendMoment(to: &bytes) }
    bytes.append("\r\n")
  }

  private static func cell(_ text: String, to bytes: inout [UInt8]) {
    let isGuarded = isFormula(Array(text.utf8)[...])
    let needsQuotes = text.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == .quote || $0 == .lineFeed || $0 == .carriageReturn
        || $0 == UInt8(ascii: ";") || $0 == .tab
    }
    let isQuoted = needsQuotes || text.utf8.first == .space || text.utf8.last == .space
    if isQuoted { bytes.append(.quote) }
    if isGuarded { bytes.append(UInt8(ascii: "'")) }
    for byte in text.utf8 {
      if byte == .quote { bytes.append(.quote) }
      bytes.append(byte)
    }
    if isQuoted { bytes.append(.quote) }
  }

  /// Whether spreadsheets take it for a formula, apostrophes in front aside.
  static func isFormula(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.drop { $0 == UInt8(ascii: "'") }
    switch text.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), .tab,
      .carriageReturn, .lineFeed:
      return true
    // The full-width forms of = + - @, which Japanese spreadsheets take likewise.
    case 0xEF:
      return ["＝", "＋", "－", "＠"].contains { text.starts(with: $0.utf8) }
    default: return false
    }
  }

  // MARK: Reading

  /// What a column of the head means.
  private enum Column {
    case id, list, title, detail, done, favorite, count, created, completed
    case unknown(String)

    init(_ name: String) {
      switch name.trimmingWhiteSpace.lowercased() {
      case "id", "uid", "uuid": self = .id
      case "list", "project", "category", "folder", "list name": self = .list
      case "title", "name", "task", "content", "summary", "subject", "todo": self = .title
      case "detail", "details", "description", "note", "notes", "body": self = .detail
      case "done", "complete", "status": self = .done
      case "completed", "completed at", "completion date", "end": self = .completed
      case "favorite", "favourite", "starred", "star", "important": self = .favorite
      case "count": self = .count
      case "created", "created at", "creation date", "entry": self = .created
      default: self = .unknown(name.trimmingWhiteSpace)
      }
    }
  }

  static func read(_ bytes: [UInt8], _ meter: ReadingMeter?) throws(ImportError) -> Imported {
    var rows = CSVRows(bytes, meter)
    var builder = ImportBuilder()
    guard let names = try rows.next() else { return builder.imported }
    let columns = names.cells.map { Column($0.text) }
    guard columns.contains(where: { if case .title = $0 { true } else { false } }) else {
      throw ImportError(.missing("title"))
    }
    while let row = try rows.next() {
      // Lines without anything are the empty rows that spreadsheets leave.
      if row.cells.allSatisfy(\.isEmpty) { continue }
      read(row, columns, &builder)
    }
    return builder.imported
  }

  private static func read(
    _ row: CSVRows.Row, _ columns: [Column], _ builder: inout ImportBuilder
  ) {
    var found = FoundItem(line: row.line)
    var list: String?
    for (index, cell) in row.cells.enumerated() {
      guard index < columns.count else {
        if !cell.isEmpty { builder.lose(.text, line: row.line) }
        continue
      }
      switch columns[index] {
      case .id: found.id = ItemID(bytes: cell)
      case .list: list = text(cell)
      case .title: found.title = text(cell)
      case .detail: found.detail = text(cell)
      case .done: found.done = flag(cell, "done", row.line, &builder)
      case .favorite: found.favorite = flag(cell, "favorite", row.line, &builder)
      case .count:
        found.count = cell.number ?? 0
        if cell.number == nil, !cell.isEmpty { builder.lose(.value, "count", line: row.line) }
      case .created:
        found.created = CalendarTime.timestamp(cell)
        if found.created == nil, !cell.isEmpty {
          builder.lose(.value, "created", line: row.line)
        }
      case .completed: completed(cell, &found, &builder)
      case .unknown(let name):
        if !cell.isEmpty { builder.lose(.property, name, line: row.line) }
      }
    }
    let index = builder.list(named: list, line: row.line)
    builder.add(found, to: index)
  }

  /// When it was done or, in the tables of other programs, whether it is.
  private static func completed(
    _ cell: [UInt8], _ found: inout FoundItem, _ builder: inout ImportBuilder
  ) {
    if cell.isEmpty { return }
    found.completed = CalendarTime.timestamp(cell)
    if found.completed != nil || flag(cell, "completed", found.line, &builder) { found.done = true }
  }

  /// A cell's text without the apostrophe that guards a formula.
  private static func text(_ cell: [UInt8]) -> String {
    let isGuarded = cell.first == UInt8(ascii: "'") && isFormula(cell[...])
    return (isGuarded ? cell.dropFirst() : cell[...]).text
  }

  private static func flag(
    _ cell: [UInt8], _ name: String, _ line: Int?, _ builder: inout ImportBuilder
  ) -> Bool {
    switch cell.text.trimmingWhiteSpace.lowercased() {
    case "true", "yes", "y", "x", "1", "done", "completed", "complete", "starred": return true
    case "false", "no", "n", "0", "", "open", "pending", "todo", "needs-action": return false
    default:
      builder.lose(.value, name, line: line)
      return false
    }
  }
}

extension [UInt8] {
  fileprivate var text: String { self[...].text }
  fileprivate var number: Int? { self[...].trimmed.number }
}

extension ItemID {
  fileprivate init?(bytes: [UInt8]) { self.init(bytes: bytes[...]) }
}

extension CalendarTime {
  fileprivate static func timestamp(_ cell: [UInt8]) -> Timestamp? { timestamp(cell[...]) }
}
