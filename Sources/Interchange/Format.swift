/// A format in which items are written, and read again.
public enum Format: String, Sendable, CaseIterable {
  /// Everything there is to know; see ``Schema``.
  case json
  /// A task list as GitHub and many editors have it, on top of CommonMark.
  case markdown
  /// One item a line, with projects for lists (todotxt.org).
  case todoTxt
  /// A table with a head (RFC 4180).
  case csv
  /// A calendar of `VTODO`s (RFC 5545).
  case iCalendar

  /// The end of a file's name, without the dot.
  public var suffix: String {
    switch self {
    case .json: "json"
    case .markdown: "md"
    case .todoTxt: "txt"
    case .csv: "csv"
    case .iCalendar: "ics"
    }
  }

  /// The format that files with this end of their names have, in either case.
  public init?(suffix: some StringProtocol) {
    let suffix = suffix.lowercased()
    guard let format = Self.allCases.first(where: { $0.suffix == suffix }) else { return nil }
    self = format
  }

  /// The type without parameters.
  public var mediaType: String {
    switch self {
    case .json: "application/json"
    case .markdown: "text/markdown"
    case .todoTxt: "text/plain"
    case .csv: "text/csv"
    case .iCalendar: "text/calendar"
    }
  }

  /// The value of `Content-Type`.
  public var contentType: String {
    switch self {
    case .json: mediaType
    case .csv: "\(mediaType); charset=utf-8; header=present"
    default: "\(mediaType); charset=utf-8"
    }
  }

  /// What a file of this format cannot hold, so that reading it back gives something else.
  public enum Omission: String, Sendable, CaseIterable {
    /// Items get new identities.
    case identity
    /// Lists get new identities, and those of one name become one.
    case listIdentity
    /// Lists without items are left out.
    case emptyLists
    /// When an item was made.
    case creation
    /// When an item was done.
    case completion
    /// The times of day at which an item was made and done.
    case timeOfDay
    /// Fractions of the seconds in which an item was made and done.
    case fraction
    /// Control characters in texts.
    case controlCharacters
  }

  /// What it loses; JSON nothing.
  public var omissions: [Omission] {
    switch self {
    case .json: []
    case .markdown: [.identity, .listIdentity, .creation, .completion]
    case .todoTxt: [.identity, .listIdentity, .emptyLists, .timeOfDay]
    case .csv: [.listIdentity, .emptyLists]
    case .iCalendar: [.listIdentity, .emptyLists, .fraction, .controlCharacters]
    }
  }

  /// Writes a selection as a file of this format, in UTF-8. The same selection gives the same
  /// bytes.
  public func write(_ selection: Selection) -> [UInt8] {
    Array(pieces(of: selection).joined())
  }

  /// The same file in pieces of some hundred kilobytes.
  public func pieces(of selection: Selection) -> [[UInt8]] {
    var output = FileOutput()
    switch self {
    case .json: JSONFile.write(selection, to: &output)
    case .markdown: MarkdownFile.write(selection, to: &output)
    case .todoTxt: TodoTxtFile.write(selection, to: &output)
    case .csv: CSVFile.write(selection, to: &output)
    case .iCalendar: CalendarFile.write(selection, to: &output)
    }
    return output.finish()
  }
}
