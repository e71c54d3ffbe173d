public import Todo

/// What a file holds, made fit for the store.
public struct Imported: Sendable {
  public internal(set) var lists: [ImportedList] = []
  /// What of the file has no place here, each kind once.
  public internal(set) var losses: [Loss] = []

  public var itemCount: Int { lists.reduce(0) { $0 + $1.items.count } }
}

/// A list as a file has it.
public struct ImportedList: Sendable {
  /// `nil`: the file names no list, so its items go to the one that the person chooses.
  public let name: Title?
  /// The identity that it had in the store it comes from, if the file says so.
  public let id: ListID?
  public let created: Timestamp?
  public internal(set) var items: [ImportedItem] = []
}

/// An item as a file has it.
public struct ImportedItem: Sendable {
  public let title: Title
  public let detail: Detail
  public let done: Bool
  public let favorite: Bool
  /// Within `Count.range`.
  public let count: Int
  /// The identity that it had in the store it comes from, if the file says so.
  public let id: ItemID?
  public let created: Timestamp?
  /// When it was done, if it is and the file says so.
  public let completed: Timestamp?
  /// Its position by creation among the items of the file, if that says so.
  public let ordinal: Int?
}

/// Something of a file that cannot be taken as it is.
public struct Loss: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// A property that items do not have here: `name` is what the file calls it.
    case property
    /// A value that is not understood: `name` is the property.
    case value
    /// Text that belongs to no item.
    case text
    /// Something that is no item, such as a calendar's event: `name` is what the file calls it.
    case component
    /// An item below an item comes as an item beside it.
    case nesting
    /// An item that was deleted where the file comes from does not come.
    case deleted
    /// An item with nothing visible in its title or its detail does not come.
    case blank
    /// A title longer than 1,000 characters is cut, and stands whole in the detail.
    case longTitle
    /// A detail longer than 100,000 characters is cut.
    case longDetail
    /// The character NUL is taken out.
    case nul
    /// A count beyond ±999,999,999 becomes the nearest possible one.
    case countRange
  }

  public let kind: Kind
  /// Empty where the kind needs none.
  public let name: String
  /// Where it is met first, from 1; `nil` in files that are not made of lines.
  public let line: Int?
  /// How often it is met.
  public internal(set) var count: Int

  public init(kind: Kind, name: String = "", line: Int? = nil, count: Int = 1) {
    self.kind = kind
    self.name = name
    self.line = line
    self.count = count
  }
}

/// Why a file cannot be read.
public struct ImportError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// Neither by its content nor by its name is it a file of a known format.
    case unknownFormat
    case notUTF8
    /// It ends in the middle of something.
    case unexpectedEnd
    /// What stands there makes no sense.
    case unexpected
    /// A member or a column that must be there is not.
    case missing(String)
    /// More levels than ``JSONValue/maximumDepth``.
    case tooDeep
    /// It was written by a later version of this program.
    case newerVersion
  }

  public let reason: Reason
  /// From 1.
  public let line: Int
  /// In code points, from 1.
  public let column: Int

  public init(_ reason: Reason, line: Int = 1, column: Int = 1) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  /// The error at an offset of the file's bytes.
  init(_ reason: Reason, at offset: Int, of bytes: [UInt8]) {
    var line = 1
    var column = 1
    for index in 0..<min(offset, bytes.count) {
      switch bytes[index] {
      case .lineFeed:
        line += 1
        column = 1
      // The further bytes of a code point.
      case 0x80...0xBF: break
      default: column += 1
      }
    }
    self.init(reason, line: line, column: column)
  }
}
