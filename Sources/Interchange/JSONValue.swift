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

/// Reads JSON strictly. A value, so it has no state but its place.
struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// One value with nothing but white space around it.
  mutating func text() throws(ImportError) -> JSONValue {
    let value = try self.value()
    skipSpace()
    if index < bytes.count { throw unexpected() }
    return value
  }

  private mutating func value() throws(ImportError) -> JSONValue {
    skipSpace()
    switch try peek() {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case .quote: return .text(try string())
    case UInt8(ascii: "t"): return try literal("true", .flag(true))
    case UInt8(ascii: "f"): return try literal("false", .flag(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  private mutating func object() throws(ImportError) -> JSONValue {
    try enter()
    var members: [(name: String, value: JSONValue)] = []
    skipSpace()
    if try peek() != UInt8(ascii: "}") {
      while true {
        skipSpace()
        guard try peek() == .quote else { throw unexpected() }
        let name = try string()
        skipSpace()
        try expect(UInt8(ascii: ":"))
        members.append((name, try value()))
        if try !more(until: UInt8(ascii: "}")) { break }
      }
    }
    leave()
    return .object(members)
  }

  private mutating func array() throws(ImportError) -> JSONValue {
    try enter()
    var elements: [JSONValue] = []
    skipSpace()
    if try peek() != UInt8(ascii: "]") {
      repeat {
        elements.append(try value())
      } while try more(until: UInt8(ascii: "]"))
    }
    leave()
    return .array(elements)
  }

  private mutating func enter() throws(ImportError) {
    depth += 1
    guard depth <= JSONValue.maximumDepth else { throw error(.tooDeep) }
    index += 1
  }

  private mutating func leave() {
    depth -= 1
    index += 1
  }

  /// Goes past a comma; `false` if it is the end instead.
  private mutating func more(until end: UInt8) throws(ImportError) -> Bool {
    skipSpace()
    let byte = try peek()
    if byte == end { return false }
    try expect(UInt8(ascii: ","))
    return true
  }

  private mutating func literal(
    _ word: StaticString, _ value: JSONValue
  ) throws(ImportError) -> JSONValue {
    for byte in word.description.utf8 { try expect(byte) }
    return value
  }

  private mutating func number() throws(ImportError) -> JSONValue {
    let start = index
    if try peek() == UInt8(ascii: "-") { index += 1 }
    if try peek() == UInt8(ascii: "0") { index += 1 } else { try digits() }
    var isWhole = true
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      isWhole = false
      index += 1
      try digits()
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      index += 1
      let sign = try peek()
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    let text = bytes[start..<index]
    if isWhole, let number = text.number { return .integer(number) }
    return .decimal(text.text)
  }

  private mutating func digits() throws(ImportError) {
    guard try peek().isDigit else { throw unexpected() }
    while index < bytes.count, bytes[index].isDigit { index += 1 }
  }

  // MARK: Strings

  private mutating func string() throws(ImportError) -> String {
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != .quote, bytes[index] != .backslash,
      bytes[index] >= 0x20
    { index += 1 }
    if try peek() == .quote {
      index += 1
      return bytes[start..<index - 1].text
    }
    var octets = Array(bytes[start..<index])
    while true {
      let byte = try peek()
      switch byte {
      case .quote:
        index += 1
        return String(decoding: octets, as: UTF8.self)
      case .backslash: try escape(&octets)
      case 0..<0x20: throw unexpected()
      default:
        octets.append(byte)
        index += 1
      }
    }
  }

  private mutating func escape(_ octets: inout [UInt8]) throws(ImportError) {
    index += 1
    let byte = try peek()
    let meaning: UInt8? =
      switch byte {
      case .quote, .backslash, UInt8(ascii: "/"): byte
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0C
      case UInt8(ascii: "n"): .lineFeed
      case UInt8(ascii: "r"): .carriageReturn
      case UInt8(ascii: "t"): .tab
      case UInt8(ascii: "u"): nil
      default: throw unexpected()
      }
    guard let meaning else {
      let start = index - 1
      index += 1
      guard let scalar = Unicode.Scalar(try codePoint()) else {
        throw ImportError(.unexpected, at: start, of: bytes)
      }
      octets.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
      return
    }
    octets.append(meaning)
    index += 1
  }

  /// The code point of one escape, or of two that are a pair of surrogates.
  private mutating func codePoint() throws(ImportError) -> UInt32 {
    let high = try fourDigits()
    guard (0xD800..<0xDC00).contains(high), bytes[index...].starts(with: Array("\\u".utf8)) else {
      return high
    }
    index += 2
    let low = try fourDigits()
    guard (0xDC00..<0xE000).contains(low) else { return high }
    return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
  }

  private mutating func fourDigits() throws(ImportError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = try peek().hexDigit else { throw unexpected() }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  // MARK: Helpers

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case .space, .tab, .lineFeed, .carriageReturn: index += 1
      default: return
      }
    }
  }

  private func peek() throws(ImportError) -> UInt8 {
    guard index < bytes.count else { throw error(.unexpectedEnd) }
    return bytes[index]
  }

  private mutating func expect(_ byte: UInt8) throws(ImportError) {
    guard try peek() == byte else { throw unexpected() }
    index += 1
  }

  private func unexpected() -> ImportError { error(.unexpected) }

  private func error(_ reason: ImportError.Reason) -> ImportError {
    ImportError(reason, at: index, of: bytes)
  }
}
