internal import Todo

/// A calendar of `VTODO`s (RFC 5545). The list is the category, a favourite has priority 1, the
/// count stands under `X-MODOSU-COUNT`.
enum CalendarFile {
  static func write(_ selection: Selection, to output: inout FileOutput) {
    var writer = CalendarWriter()
    writer.line("BEGIN:VCALENDAR")
    writer.line("VERSION:2.0")
    writer.line("PRODID:-//Modosu//Modosu 1//EN")
    writer.text("X-WR-CALNAME", selection.title)
    for part in selection.parts {
      for item in part.items {
        write(item, in: part.list, &writer)
        writer.move(to: &output)
      }
    }
    writer.line("END:VCALENDAR")
    writer.move(to: &output)
  }

  private static func write(_ item: Item, in list: ItemList, _ writer: inout CalendarWriter) {
    writer.line("BEGIN:VTODO")
    writer.line("UID:\(item.id)")
    // Without a method: when it was last revised, as far as that is known.
    writer.time("DTSTAMP", item.completed ?? item.created)
    writer.time("CREATED", item.created)
    writer.text("SUMMARY", item.title)
    if !item.detail.isEmpty { writer.text("DESCRIPTION", item.detail) }
    writer.text("CATEGORIES", list.name)
    writer.line(item.done ? "STATUS:COMPLETED" : "STATUS:NEEDS-ACTION")
    if item.done { writer.line("PERCENT-COMPLETE:100") }
    if let completed = item.completed { writer.time("COMPLETED", completed) }
    if item.favorite { writer.line("PRIORITY:1") }
    if item.count != 0 { writer.line("X-MODOSU-COUNT:\(item.count)") }
    writer.line("END:VTODO")
  }
}

/// Writes content lines, folded so that none has more than 75 octets.
private struct CalendarWriter {
  private var bytes: [UInt8] = []

  mutating func move(to output: inout FileOutput) {
    output.bytes += bytes
    bytes.removeAll(keepingCapacity: true)
    output.cut()
  }

  mutating func line(_ text: String) { fold(Array(text.utf8)) }

  mutating func time(_ name: String, _ time: Timestamp) {
    var line = Array("\(name):".utf8)
    CalendarTime(clamping: time).appendMoment(to: &line, separated: false)
    fold(line)
  }

  /// A property whose value is a text (RFC 5545, 3.3.11); what that must not have, control
  /// characters, is left out.
  mutating func text(_ name: String, _ value: String) {
    var line = Array("\(name):".utf8)
    for byte in value.utf8 {
      switch byte {
      case .backslash, UInt8(ascii: ";"), UInt8(ascii: ","): line += [.backslash, byte]
      case .lineFeed: line += [.backslash, UInt8(ascii: "n")]
      case .tab: line.append(byte)
      case 0..<0x20, 0x7F: break
      default: line.append(byte)
      }
    }
    fold(line)
  }

  /// Breaks a line between code points (RFC 5545, 3.1).
  private mutating func fold(_ line: [UInt8]) {
    var start = 0
    var room = 75
    while line.count - start > room {
      var end = start + room
      while line[end] & 0xC0 == 0x80 { end -= 1 }
      bytes += line[start..<end]
      bytes.append("\r\n ")
      start = end
      room = 74
    }
    bytes += line[start...]
    bytes.append("\r\n")
  }
}
