import Kernel
import Todo

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

/// Reads one line of JSON strictly: the keys in their order, nothing added, nothing left out. What
/// `LineWriter` did not write is an error, so nothing is ever skipped unseen.
struct LineReader {
  let bytes: [UInt8]
  private let start: Int
  private(set) var position: Int
  /// Where the line ends: right before its newline, or before its checksum once that is verified.
  private(set) var end: Int

  /// - Parameters:
  ///   - start: the position of the line's first byte.
  ///   - end: the position of its newline.
  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
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
    var stated: UInt32 = 0
    for index in sealed + 8..<sealed + 16 {
      guard let digit = Self.hexadecimal(bytes[index]) else { throw FormatError(.checksum, index) }
      stated = stated << 4 | UInt32(digit)
    }
    guard stated == Checksum.crc32c(bytes, start..<sealed) else {
      throw FormatError(.checksum, start)
    }
    end = sealed
  }

  /// Nothing may be left before the checksum.
  func finish() throws(FormatError) {
    guard position == end else { throw FormatError(.unexpected, position) }
  }

  mutating func expect(_ text: StaticString) throws(FormatError) {
    guard skip(text) else { throw FormatError(.unexpected, position) }
  }

  /// Goes past the text if it stands here.
  mutating func skip(_ text: StaticString) -> Bool {
    guard bytes.has(text, at: position, before: end) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Goes past the bytes if they stand here.
  mutating func skip(_ text: [UInt8]) -> Bool {
    guard text.count <= end - position else { return false }
    for index in text.indices where bytes[position + index] != text[index] { return false }
    position += text.count
    return true
  }

  mutating func number() throws(FormatError) -> Int {
    let start = position
    let negative = skip("-")
    let digits = position
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

  mutating func flag() throws(FormatError) -> Bool {
    if skip("true") { return true }
    try expect("false")
    return false
  }

  /// A quoted text.
  mutating func text() throws(FormatError) -> String {
    try expect("\"")
    let start = position
    guard let quote = bytes.position(of: UInt8(ascii: "\""), from: start, to: end) else {
      throw FormatError(.text, start)
    }
    if bytes.position(of: UInt8(ascii: "\\"), from: start, to: quote) == nil {
      position = quote + 1
      return try Self.string(bytes[start..<quote], start)
    }
    return try escapedText(from: start)
  }

  private mutating func escapedText(from start: Int) throws(FormatError) -> String {
    var plain: [UInt8] = []
    while position < end {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return try Self.string(plain[...], start) }
      plain.append(byte == UInt8(ascii: "\\") ? try escapedByte() : byte)
    }
    throw FormatError(.text, start)
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
      guard skip("00"), end - position >= 2, let high = Self.hexadecimal(bytes[position]),
        let low = Self.hexadecimal(bytes[position + 1]), high < 8
      else { throw FormatError(.text, position) }
      position += 2
      return high << 4 | low
    default: throw FormatError(.text, position - 1)
    }
  }

  private static func string(
    _ bytes: ArraySlice<UInt8>, _ position: Int
  ) throws(FormatError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FormatError(.text, position)
    }
    return text
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    if digit < 10 { return digit }
    let letter = byte &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }

  /// A quoted UUID in lower case.
  mutating func id<Subject>() throws(FormatError) -> ID<Subject> {
    guard end - position >= 38, bytes[position] == UInt8(ascii: "\""),
      bytes[position + 37] == UInt8(ascii: "\""), bytes[position + 9] == UInt8(ascii: "-"),
      bytes[position + 14] == UInt8(ascii: "-"), bytes[position + 19] == UInt8(ascii: "-"),
      bytes[position + 24] == UInt8(ascii: "-")
    else { throw FormatError(.id, position) }
    var bad: UInt8 = 0
    let high =
      word(1, 8, &bad) << 32 | word(10, 4, &bad) << 16 | word(15, 4, &bad)
    let low = word(20, 4, &bad) << 48 | word(25, 12, &bad)
    guard bad < 16 else { throw FormatError(.id, position) }
    position += 38
    return ID(high: high, low: low)
  }

  /// The value of hexadecimal digits; a byte that is none sets a high bit of `bad`.
  private func word(_ offset: Int, _ digits: Int, _ bad: inout UInt8) -> UInt64 {
    var value: UInt64 = 0
    for index in position + offset..<position + offset + digits {
      let digit = bytes[index] &- UInt8(ascii: "0")
      let letter = bytes[index] &- UInt8(ascii: "a")
      let nibble = digit < 10 ? digit : letter < 6 ? letter &+ 10 : 16
      bad |= nibble
      value = value << 4 | UInt64(nibble & 0xF)
    }
    return value
  }

  /// A quoted UUID, or `null`.
  mutating func optionalID<Subject>() throws(FormatError) -> ID<Subject>? {
    if skip("null") { return nil }
    return try id()
  }

  /// A quoted point in time in UTC, or a number of milliseconds for one outside of the calendar.
  mutating func time() throws(FormatError) -> Timestamp {
    let start = position
    guard skip("\"") else {
      let time = Timestamp(milliseconds: Int64(try number()))
      guard CalendarTime(time) == nil else { throw FormatError(.time, start) }
      return time
    }
    var moment = CalendarTime(
      year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0, millisecond: 0)
    moment.year = try decimal(4, then: "-")
    moment.month = try decimal(2, then: "-")
    moment.day = try decimal(2, then: "T")
    moment.hour = try decimal(2, then: ":")
    moment.minute = try decimal(2, then: ":")
    moment.second = try decimal(2, then: ".")
    moment.millisecond = try decimal(3, then: "Z\"")
    guard let time = moment.timestamp else { throw FormatError(.time, start) }
    return time
  }

  private mutating func decimal(
    _ digits: Int, then separator: StaticString
  ) throws(FormatError) -> Int {
    guard end - position >= digits else { throw FormatError(.time, position) }
    var value = 0
    for index in position..<position + digits {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { throw FormatError(.time, index) }
      value = value * 10 + Int(digit)
    }
    position += digits
    try expect(separator)
    return value
  }
}
