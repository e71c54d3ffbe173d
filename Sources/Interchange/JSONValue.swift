/// A JSON text (RFC 8259) as a value.
public enum JSONValue: Sendable {
  case null
  case flag(Bool)
  case integer(Int)
  /// A number that is not whole or too large, as it was written.
  case decimal(String)
  case text(String)
  case array([JSONValue])
  /// In the order of the text; of members of one name the last one counts.
  case object([(name: String, value: JSONValue)])

  /// How deep arrays and objects may lie in one another.
  public static let maximumDepth = 64

  /// Reads a whole text, with or without a byte order mark. Takes time linear in its length.
  public init(_ bytes: [UInt8]) throws(ImportError) {
    var parser = JSONParser(try bytes.checkedUTF8())
    self = try parser.text()
  }

  /// The last member of that name; `nil` if it is no object or has none.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  public var string: String? { if case .text(let text) = self { text } else { nil } }
  public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  public var integer: Int? { if case .integer(let number) = self { number } else { nil } }
  public var elements: [JSONValue]? { if case .array(let array) = self { array } else { nil } }
}
