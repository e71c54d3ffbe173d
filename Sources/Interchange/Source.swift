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
  public init(_ bytes: [UInt8], name: String) throws(ImportError) {
    let bytes = try bytes.checkedUTF8()
    let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    let suffix = dot.map { String(name[name.index(after: $0)...]).lowercased() } ?? ""
    let format = suffix == "markdown" ? .markdown : Format(suffix: suffix)
    if CalendarReader.isMine(bytes) || format == .iCalendar {
      self = try CalendarReader.read(bytes)
      return
    }
    switch format {
    case .markdown: self = MarkdownReader.read(bytes)
    case .todoTxt: self = TodoTxtFile.read(bytes)
    case .csv: self = try CSVFile.read(bytes)
    default:
      let first = bytes.first { !$0.isBlank && $0 != .lineFeed && $0 != .carriageReturn }
      guard format == .json || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
        throw ImportError(.unknownFormat)
      }
      self = try Self.json(bytes)
    }
  }

  private static func json(_ bytes: [UInt8]) throws(ImportError) -> Imported {
    var parser = JSONParser(bytes)
    let value = try parser.text()
    if JSONFile.isMine(value) { return try JSONFile.read(value) }
    if TaskwarriorFile.isMine(value) { return TaskwarriorFile.read(value.elements ?? []) }
    if TodoMVCFile.isMine(value) { return TodoMVCFile.read(value) }
    throw ImportError(.unknownFormat)
  }
}
