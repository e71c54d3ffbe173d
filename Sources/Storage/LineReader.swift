import Kernel

/// What is wrong with a line, and where in it.
package struct FormatError: Error, Equatable {
  package let reason: Reason
  /// The position in the buffer that was read.
  package let position: Int

  /// Why a line is refused.
  package enum Reason: String, Sendable {
    case unfinished = "it does not end"
    case checksum = "its checksum does not fit its bytes"
    case unexpected = "it holds what this program does not write"
    case number = "a number is wrong"
    case text = "a text is not UTF-8 or wrongly escaped"
    case id = "an id is wrong"
    case time = "a time is wrong"
    case property = "a property is unknown or of another kind"
    case sequence = "its number is not the one after the line before"
    case synced = "what it says was on disk does not fit the line before"
    case state = "it does not fit what the lines before it say"
  }

  init(_ reason: Reason, _ position: Int) {
    self.reason = reason
    self.position = position
  }
}

/// A text that was read, and where it stands with its closing quote.
private struct LastText {
  var text = ""
  var range = 0..<0
}

/// Reads one line of JSON strictly: the keys in their order, nothing added, nothing left out. What
/// `LineWriter` did not write is an error, so nothing is ever skipped unseen.
///
/// One reader can read one line after the other: what was read before and stands there again is not
/// read twice.
struct LineReader {
  let bytes: [UInt8]
  private var start: Int
  private(set) var position: Int
  /// Where the line ends: right before its newline, or before its checksum once that is verified.
  private(set) var end: Int
  /// The last longer texts: a title is there twice as a rule, once in the step's name, and so is one
  /// that takes its place.
  private var lastText = LastText()
  private var textBefore = LastText()
  /// A text without its escapes.
  private var plain: [UInt8] = []
  var lastMinute = LastMinute()

  /// - Parameters:
  ///   - start: the position of the line's first byte.
  ///   - end: the position of its newline.
  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    self.start = start
    position = start
    self.end = end
  }

  /// Goes to another line.
  mutating func begin(from start: Int, to end: Int) {
    self.start = start
    position = start
    self.end = end
  }

  /// The length of `,"crc":"01234567"}`.
  private static let sealLength = 18

  /// Compares the checksum at the end of the line with its bytes.
  mutating func verifyChecksum() throws(FormatError) {
    let sealed = end - Self.sealLength
    guard sealed >= start, bytes.has(",\"crc\":\"", at: sealed, before: end),
      bytes.has("\"}", at: end - 2, before: end)
    else { throw FormatError(.unfinished, start) }
    let digits = SIMD4(repeating: bytes.word(at: sealed + 8))
    guard let checksum = Hexadecimal.bytes(of: digits) else {
      throw FormatError(.checksum, sealed + 8)
    }
    guard
      UInt32(truncatingIfNeeded: checksum[0]).byteSwapped
        == Checksum.crc32c(bytes, start..<sealed)
    else {
      throw FormatError(.checksum, start)
    }
    end = sealed
  }

  /// Nothing may be left before the checksum.
  func finish() throws(FormatError) {
    guard position == end else { throw FormatError(.unexpected, position) }
  }

  @inline(__always)
  mutating func expect(_ text: StaticString) throws(FormatError) {
    guard skip(text) else { throw FormatError(.unexpected, position) }
  }

  /// Goes past the text if it stands here.
  @inline(__always)
  mutating func skip(_ text: StaticString) -> Bool {
    guard bytes.has(text, at: position, before: end) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Whether the text stands here.
  func begins(with text: StaticString) -> Bool { bytes.has(text, at: position, before: end) }

  /// Whether the bytes stand here.
  func begins(with text: [UInt8]) -> Bool { bytes.has(text, at: position, before: end) }

  /// Goes past the bytes if they stand here.
  mutating func skip(_ text: [UInt8]) -> Bool {
    guard bytes.has(text, at: position, before: end) else { return false }
    position += text.count
    return true
  }

  /// Goes back to where something else may be read.
  mutating func goBack(to position: Int) {
    precondition(start <= position && position <= self.position)
    self.position = position
  }

  /// Goes past a part of the line that was read as it lies.
  mutating func skip(count: Int) {
    precondition(0 <= count && count <= end - position)
    position += count
  }

  /// A number that is counted up by one at a time, so that there is always room for the next.
  mutating func counter() throws(FormatError) -> Int {
    let start = position
    let value = try number()
    guard value <= Self.longestCount else { throw FormatError(.number, start) }
    return value
  }

  /// As far as all who read JSON can tell whole numbers apart (RFC 8259, section 6).
  private static let longestCount = 1 << 53

  mutating func number() throws(FormatError) -> Int {
    let start = position
    let negative = skip("-")
    let digits = position
    if let value = shortNumber() { return negative ? -value : value }
    var value = 0
    while position < end, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
      // Built up below zero, where there is one number more.
      let (product, tooLong) = value.multipliedReportingOverflow(by: 10)
      let (difference, tooSmall) = product.subtractingReportingOverflow(Int(digit))
      guard !tooLong, !tooSmall else { throw FormatError(.number, start) }
      value = difference
      position += 1
    }
    let isPlain =
      position > digits && (bytes[digits] != UInt8(ascii: "0") || position == digits + 1)
    guard isPlain, negative ? value < 0 : value > Int.min else {
      throw FormatError(.number, start)
    }
    return negative ? value : -value
  }

  /// A number of at most seven digits; `nil`, and nothing read, if it is longer, none at all, or has
  /// a zero in front.
  private mutating func shortNumber() -> Int? {
    guard position <= bytes.count - 8 else { return nil }
    let digits = ShortDecimal(bytes.word(at: position))
    guard 1...7 ~= digits.count, digits.count < end - position,
      bytes[position] != UInt8(ascii: "0")
    else { return nil }
    position += digits.count
    return digits.value
  }

  mutating func flag() throws(FormatError) -> Bool {
    if skip("true") { return true }
    try expect("false")
    return false
  }

  /// A quoted text.
  mutating func text() throws(FormatError) -> String {
    try expect("\"")
    let start = position
    if stands(lastText.range, at: start) {
      position += lastText.range.count
      return lastText.text
    }
    if stands(textBefore.range, at: start) {
      position += textBefore.range.count
      return textBefore.text
    }
    guard let stop = bytes.positionOfTextEnd(from: start, to: end) else {
      throw FormatError(.text, start)
    }
    let text: String
    if bytes[stop] == UInt8(ascii: "\"") {
      position = stop + 1
      guard let plain = bytes.text(start..<stop) else { throw FormatError(.text, start) }
      text = plain
    } else {
      text = try escapedText(from: start, to: stop)
    }
    // Shorter ones need no memory of their own.
    if position - start > 16 {
      swap(&lastText, &textBefore)
      lastText = LastText(text: text, range: start..<position)
    }
    return text
  }

  /// Whether the bytes of a text and its closing quote stand there.
  private func stands(_ range: Range<Int>, at start: Int) -> Bool {
    let count = range.count
    return count > 0 && count <= end - start && bytes[start] == bytes[range.lowerBound]
      && bytes.isSame(range, as: start..<start + count)
  }

  /// A text that has an escape, at `stop`.
  private mutating func escapedText(
    from start: Int, to stop: Int
  ) throws(FormatError) -> String {
    plain.removeAll(keepingCapacity: true)
    let bytes = bytes
    var (run, stop) = (start, stop)
    while true {
      plain.append(bytes.span.extracting(run..<stop))
      position = stop + 1
      if bytes[stop] == UInt8(ascii: "\"") {
        guard let text = plain.text(0..<plain.count) else { throw FormatError(.text, start) }
        return text
      }
      let byte = try escapedByte()
      plain.append(byte)
      run = position
      guard let next = bytes.positionOfTextEnd(from: run, to: end) else {
        throw FormatError(.text, start)
      }
      stop = next
    }
  }

  private mutating func escapedByte() throws(FormatError) -> UInt8 {
    guard position < end else { throw FormatError(.text, position) }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return byte
    case UInt8(ascii: "n"): return UInt8(ascii: "\n")
    case UInt8(ascii: "t"): return UInt8(ascii: "\t")
    case UInt8(ascii: "u"):
      guard skip("00"), end - position >= 2 else { throw FormatError(.text, position) }
      var value: UInt8 = 0
      for index in position..<position + 2 {
        guard let digit = Hexadecimal.digit(bytes[index]) else { throw FormatError(.text, index) }
        value = value << 4 | digit
      }
      guard value < 0x80 else { throw FormatError(.text, position) }
      position += 2
      return value
    default: throw FormatError(.text, position - 1)
    }
  }
}
