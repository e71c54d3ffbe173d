/// Why a text that somebody typed cannot be taken.
public enum TextProblem: Error, Hashable, Sendable {
  /// Nothing visible where something must be.
  case blank
  /// More code points than allowed.
  case tooLong(limit: Int)
  case containsNUL
}

/// An item's title or a list's name: one line of 1 to 1,000 code points with something visible.
public struct Title: Sendable {
  public static let limit = 1_000

  public let value: String

  /// Takes a text as it was typed: line ends (CRLF, CR, LF) become a space each, white space at the
  /// ends goes.
  public init(_ text: String) throws(TextProblem) {
    if text.isPlainLine, text.utf8.count <= Self.limit {
      value = text
      return
    }
    let line = text.unifyingLineEnds(as: " ").trimmingWhiteSpace
    guard !line.utf8.contains(0) else { throw .containsNUL }
    guard line.unicodeScalars.contains(where: \.isVisible) else { throw .blank }
    guard line.unicodeScalars.count <= Self.limit else { throw .tooLong(limit: Self.limit) }
    value = line
  }
}

/// An item's detail: at most 100,000 code points, lines end in LF.
public struct Detail: Sendable {
  public static let limit = 100_000

  public let value: String

  /// Takes a text as it was typed: line ends (CRLF, CR, LF) become LF.
  public init(_ text: String) throws(TextProblem) {
    let lines = text.unifyingLineEnds(as: "\n")
    guard !lines.utf8.contains(0) else { throw .containsNUL }
    guard lines.unicodeScalars.count <= Self.limit else { throw .tooLong(limit: Self.limit) }
    value = lines
  }

  /// No detail.
  public init() {
    value = ""
  }
}

/// Why a number that somebody typed cannot be taken.
public enum CountProblem: Error, Hashable, Sendable {
  case notANumber
  /// Beyond ±999,999,999.
  case outOfRange
}

/// An item's count, or what is added to it: a whole number within ±999,999,999.
public struct Count: Hashable, Sendable {
  public static let range = -999_999_999...999_999_999

  public let value: Int

  /// Takes a number as it was typed: ASCII digits, a sign before them, white space at the ends.
  public init(_ text: String) throws(CountProblem) {
    var digits = text.trimmingWhiteSpace.utf8[...]
    let sign = digits.first == UInt8(ascii: "-") ? -1 : 1
    if let first = digits.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      digits.removeFirst()
    }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .notANumber
    }
    var value = 0
    for digit in digits {
      value = value * 10 + sign * Int(digit - 0x30)
      guard Self.range.contains(value) else { throw .outOfRange }
    }
    self.value = value
  }
}

extension String {
  /// Whether it has the same code points; `==` would say so of canonically equivalent texts, too.
  package func hasSameCodePoints(as other: String) -> Bool {
    let ours = utf8.span
    let theirs = other.utf8.span
    guard ours.count == theirs.count else { return false }
    // Most texts that are compared are the same one, copied nowhere.
    if ours.isIdentical(to: theirs) { return true }
    for index in ours.indices where ours[index] != theirs[index] { return false }
    return true
  }

  /// Whether it is ASCII that shows from its first code point to its last, spaces between them: told
  /// without a branch a byte, of what most titles are.
  fileprivate var isPlainLine: Bool {
    let bytes = utf8.span
    guard let last = bytes.indices.last, bytes[0] != 0x20, bytes[last] != 0x20 else { return false }
    var isOther: UInt8 = 0
    for index in bytes.indices { isOther |= bytes[index] &- 0x20 < 0x5F ? 0 : 1 }
    return isOther == 0
  }

  /// The text without Unicode White_Space at its ends.
  package var trimmingWhiteSpace: String {
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    let isWhole = start == scalars.startIndex && scalars.index(after: end) == scalars.endIndex
    return isWhole ? self : String(self.unicodeScalars[start...end])
  }

  /// Whether nothing of it can be seen: no code points but white space, control and format
  /// characters and others that have no shape.
  public var isBlank: Bool {
    !unicodeScalars.contains(where: \.isVisible)
  }

  /// The text with each CRLF, CR and LF replaced by one byte.
  fileprivate func unifyingLineEnds(as mark: Unicode.Scalar) -> String {
    let returns = utf8.contains(UInt8(ascii: "\r"))
    guard returns || mark != "\n" && utf8.contains(UInt8(ascii: "\n")) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var afterReturn = false
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: mark))
      case UInt8(ascii: "\n") where afterReturn: break
      case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: mark))
      default: bytes.append(byte)
      }
      afterReturn = byte == UInt8(ascii: "\r")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Whether it shows, by itself or on what is before it.
  var isVisible: Bool {
    if isASCII { return value > 0x20 && value != 0x7F }
    // The braille pattern without dots is a symbol to Unicode, but looks like a space.
    if value == 0x2800 { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: return false
    default: return !properties.isDefaultIgnorableCodePoint && !properties.isWhitespace
    }
  }
}
