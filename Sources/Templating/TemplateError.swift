/// A template is wrong: where, and one sentence that says what.
public struct TemplateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name that the library knows the template by.
  public let file: String
  /// Counted from 1; a line ends with LF.
  public let line: Int
  /// Counted from 1, in Unicode scalars.
  public let column: Int
  public let reason: String

  public init(file: String, line: Int, column: Int, reason: String) {
    self.file = file
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// `file:line:column: reason`, as editors and compilers write it.
  public var description: String { "\(file):\(line):\(column): \(reason)" }
}

/// The text of one template.
struct Source {
  let name: String
  let bytes: [UInt8]

  /// The bytes as text; what is not UTF-8 is replaced, since this is for names and messages.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func isLineStart(_ offset: Int) -> Bool {
    offset == 0 || bytes[offset - 1] == UInt8(ascii: "\n")
  }

  func line(of offset: Int) -> Int {
    1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
  }

  func error(at offset: Int, _ reason: String) -> TemplateError {
    let before = bytes[..<offset]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Continuation bytes (10xxxxxx) do not begin a scalar.
    let column = 1 + before[start...].count { $0 & 0b1100_0000 != 0b1000_0000 }
    return TemplateError(file: name, line: line(of: offset), column: column, reason: reason)
  }
}
