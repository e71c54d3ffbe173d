/// What a file can be that is read.
public enum Source: Sendable, Hashable {
  /// A file of this program, or of one that has the same format.
  case format(Format)
  /// What `task export` of Taskwarrior writes.
  case taskwarrior
  /// What TodoMVC applications keep in a browser's storage.
  case todoMVC
}

extension Imported {
  /// Reads a file. Takes time and memory linear in its length.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, with or without a byte order mark.
  ///   - name: the file's name, by which files of lines are told apart: `.md`, `.txt`, `.csv`. What
  ///     is JSON or a calendar is seen by its content.
  ///   - meter: is told how far it is.
  public init(
    _ bytes: consuming [UInt8], name: String, meter: ReadingMeter? = nil
  ) throws(ImportError) {
    let bytes = try bytes.checkedUTF8()
    let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    let suffix = dot.map { String(name[name.index(after: $0)...]).lowercased() } ?? ""
    let format = suffix == "markdown" ? .markdown : Format(suffix: suffix)
    if CalendarReader.isMine(bytes) || format == .iCalendar {
      self = try CalendarReader.read(bytes, meter)
      return
    }
    switch format {
    case .markdown: self = MarkdownReader.read(bytes, meter)
    case .todoTxt: self = TodoTxtFile.read(bytes, meter)
    case .csv: self = try CSVFile.read(bytes, meter)
    default:
      var parser = JSONParser(bytes)
      let first = try? parser.first()
      guard format == .json || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
        throw ImportError(.unknownFormat)
      }
      self = try Self.json(parser, meter)
    }
  }

  private static func json(
    _ file: JSONParser, _ meter: ReadingMeter?
  ) throws(ImportError) -> Imported {
    var parser = file
    switch try parser.first() {
    case UInt8(ascii: "{"): if let mine = try JSONFile.read(parser, meter) { return mine }
    case UInt8(ascii: "["): if let tasks = try TaskwarriorFile.read(parser, meter) { return tasks }
    default: break
    }
    let value = try parser.text()
    if TodoMVCFile.isMine(value) { return TodoMVCFile.read(value) }
    throw ImportError(.unknownFormat)
  }
}
