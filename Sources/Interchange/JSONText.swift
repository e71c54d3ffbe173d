public import Todo

/// Writes JSON without white space but for line ends where they help to read it.
public struct JSONText: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  public mutating func object(_ body: (inout JSONText) -> Void) {
    nest("{", "}", body)
  }

  public mutating func array(_ body: (inout JSONText) -> Void) {
    nest("[", "]", body)
  }

  /// The name of the member whose value comes next.
  public mutating func name(_ name: String) {
    separate()
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func member(_ name: String, _ text: String) {
    self.name(name)
    value(text)
  }

  public mutating func member(_ name: String, _ number: Int) {
    self.name(name)
    value(number)
  }

  public mutating func member(_ name: String, _ flag: Bool) {
    self.name(name)
    value(flag)
  }

  public mutating func member(_ name: String, _ time: Timestamp) {
    self.name(name)
    value(time)
  }

  public mutating func member<Subject>(_ name: String, _ id: ID<Subject>) {
    self.name(name)
    separate()
    bytes.append(.quote)
    id.append(to: &bytes)
    bytes.append(.quote)
    needsComma = true
  }

  public mutating func value(_ text: String) {
    separate()
    string(text)
    needsComma = true
  }

  public mutating func value(_ number: Int) {
    separate()
    bytes.append(number)
    needsComma = true
  }

  public mutating func value(_ flag: Bool) {
    separate()
    bytes.append(flag ? "true" : "false")
    needsComma = true
  }

  public mutating func null() {
    separate()
    bytes.append("null")
    needsComma = true
  }

  public mutating func value(_ time: Timestamp) {
    separate()
    bytes.append(.quote)
    CalendarTime(clamping: time).appendMoment(to: &bytes)
    bytes.append(.quote)
    needsComma = true
  }

  public mutating func value(_ value: StoredValue) {
    switch value {
    case .text(let text): self.value(text)
    case .flag(let flag): self.value(flag)
    case .number(let number): self.value(number)
    case .time(let time?): self.value(time)
    case .time(nil): null()
    }
  }

  /// A line end before the next element or after the last one.
  public mutating func newLine() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
    bytes.append(.lineFeed)
  }

  /// A line end after the last element.
  public mutating func endLine() { bytes.append(.lineFeed) }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func nest(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONText) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func string(_ text: String) {
    bytes.append(.quote)
    for byte in text.utf8 {
      switch byte {
      case .quote, .backslash: bytes += [.backslash, byte]
      case .lineFeed: bytes += [.backslash, UInt8(ascii: "n")]
      case .tab: bytes += [.backslash, UInt8(ascii: "t")]
      case .carriageReturn: bytes += [.backslash, UInt8(ascii: "r")]
      case 0..<0x20, 0x7F:
        bytes.append(byte < 0x10 ? "\\u000" : "\\u00")
        bytes.append(String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(.quote)
  }
}

extension JSONText {
  /// Moves what is written so far to a file.
  mutating func move(to output: inout FileOutput) {
    output.bytes += bytes
    bytes.removeAll(keepingCapacity: true)
    output.cut()
  }

  /// An item as every JSON answer has it: a member for each of its properties, in their order.
  ///
  /// - Parameters:
  ///   - list: the list that it is in, where that is not said around it.
  ///   - base: what an update sends along to be told of what others change until then.
  public mutating func item(
    _ item: Item, in list: ListID? = nil, ordinal: Int? = nil, base: String? = nil
  ) {
    object { json in
      json.member("id", item.id)
      if let list { json.member("list", list) }
      for property in Item.properties {
        json.name(property.name)
        json.value(property.read(item))
      }
      json.member("created", item.created)
      if let ordinal { json.member("ordinal", ordinal) }
      if let base { json.member("base", base) }
    }
  }
}
