internal import Todo

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let backslash = UInt8(ascii: "\\")
  static let quote = UInt8(ascii: "\"")

  var isBlank: Bool { self == .space || self == .tab }
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// The value of a hexadecimal digit.
  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Whether CommonMark calls it ASCII punctuation.
  var isPunctuation: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}

extension [UInt8] {
  mutating func append(_ text: String) { append(contentsOf: text.utf8) }
  mutating func append(_ number: Int) { append(String(number)) }

  /// The bytes without a byte order mark; an error if they are not UTF-8.
  consuming func checkedUTF8() throws(ImportError) -> [UInt8] {
    if starts(with: [0xEF, 0xBB, 0xBF]) { removeFirst(3) }
    let good: Int
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return self
    } catch {
      good = error.byteOffsets.lowerBound
    }
    let joined = withJoinedSurrogates()
    if joined.count < count, (try? UTF8Span(validating: joined.span)) != nil { return joined }
    throw ImportError(.notUTF8, at: good, of: self)
  }

  /// The bytes with each pair of surrogates that stands there as two code points of three bytes
  /// (CESU-8, Unicode Technical Report 26) as the one code point that it means. Taskwarrior writes
  /// what was imported from JSON so.
  private func withJoinedSurrogates() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = 0
    while index < count {
      guard let high = surrogate(at: index, 0xA0...0xAF),
        let low = surrogate(at: index + 3, 0xB0...0xBF),
        let scalar = Unicode.Scalar(0x10000 + high << 10 + low)
      else {
        result.append(self[index])
        index += 1
        continue
      }
      result.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
      index += 6
    }
    return result
  }

  /// The ten bits of a surrogate in three bytes, of which the second one is within a range.
  private func surrogate(at index: Int, _ range: ClosedRange<UInt8>) -> UInt32? {
    guard index + 2 < count, self[index] == 0xED, range.contains(self[index + 1]),
      self[index + 2] & 0xC0 == 0x80
    else { return nil }
    return UInt32(self[index + 1] & 0x0F) << 6 | UInt32(self[index + 2] & 0x3F)
  }
}

extension ArraySlice<UInt8> {
  var text: String { String(decoding: self, as: UTF8.self) }

  /// Without spaces and tabs at the ends.
  var trimmed: ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, first.isBlank { slice.removeFirst() }
    while let last = slice.last, last.isBlank { slice.removeLast() }
    return slice
  }

  func isSame(as text: String) -> Bool { elementsEqual(text.utf8) }

  /// Whether it is this ASCII text in either case.
  func isSame(ignoringCase text: StaticString) -> Bool {
    text.withUTF8Buffer { other in
      unsafe count == other.count
        && zip(self, other).allSatisfy { pair in
          Self.lowercased(pair.0) == Self.lowercased(pair.1)
        }
    }
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// A whole number of ASCII digits with at most a minus sign; `nil` if it is none or too large.
  var number: Int? {
    var digits = self
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard (1...18).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard digit.isDigit else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }
}

extension String {
  /// Whether two texts have the same code points, not only the same look.
  func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// The lines of a file, which end in CRLF, CR or LF.
struct Lines {
  private let bytes: [UInt8]
  private var start = 0
  private let meter: ReadingMeter?
  /// The number of the line that was given last, from 1.
  private(set) var number = 0

  init(_ bytes: [UInt8], _ meter: ReadingMeter? = nil) {
    self.bytes = bytes
    self.meter = meter
    meter?.begin(bytes.count)
  }

  /// The next line without its end; `nil` after the last one.
  mutating func next() -> ArraySlice<UInt8>? {
    guard start < bytes.count else { return nil }
    number += 1
    meter?.note(start)
    var end = start
    while end < bytes.count, bytes[end] != .lineFeed, bytes[end] != .carriageReturn { end += 1 }
    let line = bytes[start..<end]
    start = end + 1
    if end + 1 < bytes.count, bytes[end] == .carriageReturn, bytes[end + 1] == .lineFeed {
      start += 1
    }
    return line
  }
}
