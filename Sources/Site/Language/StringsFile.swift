internal import Kernel

/// The texts of one language, as a file of `Templates/` has them: a line for each text,
/// `key = text`; empty lines and lines that start with `#` say nothing.
///
/// A text may have arguments in braces, `Deleted “{name}”`. One that depends on a number has a line
/// for each plural form of the language, `key.one` and `key.other`. Keys without a dot are for the
/// templates, which use them as `{{t.key}}`.
struct StringsFile: Sendable {
  /// The texts by their keys.
  let messages: [String: Message]

  /// - Parameter name: the file's name, for the errors.
  init(_ bytes: [UInt8], name: String) throws(SiteFileError) {
    func mistake(_ line: Int, _ column: Int, _ reason: String) -> SiteFileError {
      SiteFileError(file: name, line: line, column: column, reason: reason)
    }
    var messages: [String: Message] = [:]
    for (index, bytes) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated()
    {
      let number = index + 1
      guard let line = String(validating: bytes, as: UTF8.self) else {
        throw mistake(number, 1, "the line is not UTF-8")
      }
      let text = line[...].trimmed
      if text.isEmpty || text.utf8.first == UInt8(ascii: "#") { continue }
      guard let sign = line.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        throw mistake(number, 1, "a line reads: key = text")
      }
      let key = line[..<sign].trimmed
      guard !key.isEmpty, key.utf8.allSatisfy(Self.isKeyByte) else {
        throw mistake(number, 1, "a key has letters, digits and dots: \(key)")
      }
      guard let message = Message(line[line.utf8.index(after: sign)...].trimmed) else {
        let column = line.utf8.distance(from: line.utf8.startIndex, to: sign) + 2
        throw mistake(number, column, "an argument reads {name}, and its brace is closed")
      }
      guard messages.updateValue(message, forKey: String(key)) == nil else {
        throw mistake(number, 1, "there is a line before with the key \(key)")
      }
    }
    self.messages = messages
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

/// A text with places for arguments.
struct Message: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    case argument(String)
  }

  let parts: [Part]

  /// `nil` if a brace has no partner.
  init?(_ source: some StringProtocol) {
    var parts: [Part] = []
    var rest = Substring(source)
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      guard let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}")) else { return nil }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let name = rest[rest.utf8.index(after: open)..<close]
      guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "{")) else { return nil }
      parts.append(.argument(String(name)))
      rest = rest[rest.utf8.index(after: close)...]
    }
    if rest.utf8.contains(UInt8(ascii: "}")) { return nil }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The names of the arguments.
  var arguments: Set<String> {
    var names: Set<String> = []
    for case .argument(let name) in parts { names.insert(name) }
    return names
  }

  /// The text with these arguments in their places.
  func callAsFunction(_ arguments: KeyValuePairs<String, String>) -> String {
    if parts.count == 1, case .text(let words) = parts[0] { return words }
    return Self.join(parts[...]) { name, text in
      let value = arguments.first { $0.key == name }?.value
      assert(value != nil, "nobody gives the argument \(name)")
      if let value { text.append(copying: value.utf8.span) }
    }
  }

  /// Adds the text in UTF-8; a closure adds the argument of a name.
  func append(to text: inout [UInt8], _ argument: (_ name: String, inout [UInt8]) -> Void) {
    Self.append(parts[...], to: &text, argument)
  }

  /// The text before and after an argument, which something else than a text takes the place of.
  func split(
    at name: String, _ argument: (_ name: String, inout [UInt8]) -> Void
  ) -> (before: String, after: String)? {
    guard let place = parts.firstIndex(of: .argument(name)) else { return nil }
    return (Self.join(parts[..<place], argument), Self.join(parts[(place + 1)...], argument))
  }

  private static func join(
    _ parts: ArraySlice<Part>, _ argument: (_ name: String, inout [UInt8]) -> Void
  ) -> String {
    var text: [UInt8] = []
    // Room for short arguments.
    text.reserveCapacity(128)
    append(parts, to: &text, argument)
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(
    _ parts: ArraySlice<Part>, to text: inout [UInt8],
    _ argument: (_ name: String, inout [UInt8]) -> Void
  ) {
    for part in parts {
      switch part {
      case .text(let words): text.append(copying: words.utf8.span)
      case .argument(let name): argument(name, &text)
      }
    }
  }
}

extension Substring {
  /// Without spaces and tabs at its ends; a carriage return at the end of a line counts as one.
  fileprivate var trimmed: Substring {
    func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
    guard let first = utf8.firstIndex(where: { !isBlank($0) }),
      let last = utf8.lastIndex(where: { !isBlank($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
