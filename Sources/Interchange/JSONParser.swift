/// Reads JSON strictly: into values, or member by member and element by element where a value would
/// be large. A value itself, so a copy of it goes back to where it was.
struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private var meter: ReadingMeter?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Tells from now on how far it is.
  mutating func note(in meter: ReadingMeter?) {
    self.meter = meter
    meter?.begin(bytes.count)
  }

  /// One value with nothing but white space around it.
  mutating func text() throws(ImportError) -> JSONValue {
    let value = try self.value()
    try end()
    return value
  }

  /// There must be nothing more but white space.
  mutating func end() throws(ImportError) {
    skipSpace()
    if index < bytes.count { throw unexpected() }
  }

  /// The first byte of the value that comes next.
  mutating func first() throws(ImportError) -> UInt8 {
    skipSpace()
    return try peek()
  }

  mutating func value() throws(ImportError) -> JSONValue {
    switch try first() {
    case UInt8(ascii: "{"):
      var members: [(name: String, value: JSONValue)] = []
      try self.members { (name, parser) throws(ImportError) in
        members.append((name, try parser.value()))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try self.elements { (parser) throws(ImportError) in elements.append(try parser.value()) }
      return .array(elements)
    case .quote: return .text(try string())
    case UInt8(ascii: "t"): return try literal("true", .flag(true))
    case UInt8(ascii: "f"): return try literal("false", .flag(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  /// Reads a value as strictly, and keeps nothing of it.
  mutating func skip() throws(ImportError) {
    // What is read later from here on counts then.
    let meter = self.meter.take()
    defer { self.meter = meter }
    switch try first() {
    case UInt8(ascii: "{"):
      try members { (_, parser) throws(ImportError) in try parser.skip() }
    case UInt8(ascii: "["): try elements { (parser) throws(ImportError) in try parser.skip() }
    default: _ = try value()
    }
  }

  /// Reads an object; the closure has to read each member's value.
  mutating func members(
    _ body: (String, inout JSONParser) throws(ImportError) -> Void
  ) throws(ImportError) {
    guard try first() == UInt8(ascii: "{") else { throw unexpected() }
    try enter()
    if try first() != UInt8(ascii: "}") {
      repeat {
        guard try first() == .quote else { throw unexpected() }
        let name = try string()
        skipSpace()
        try expect(UInt8(ascii: ":"))
        try body(name, &self)
      } while try more(until: UInt8(ascii: "}"))
    }
    leave()
  }

  /// Reads an array; the closure has to read each element.
  mutating func elements(
    _ body: (inout JSONParser) throws(ImportError) -> Void
  ) throws(ImportError) {
    guard try first() == UInt8(ascii: "[") else { throw unexpected() }
    try enter()
    if try first() != UInt8(ascii: "]") {
      repeat {
        meter?.note(index)
        try body(&self)
      } while try more(until: UInt8(ascii: "]"))
    }
    leave()
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
