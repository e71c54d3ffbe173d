import Kernel
import Todo

/// A place in a line whose checksum was verified, and how to go on from there in the bytes around it.
///
/// What stands there and is as `LineWriter` writes it is read; of anything else a member says `nil`
/// or `false`, and the line is one for `LineReader`, which says what is wrong with it. The bytes are
/// passed along and not held, so that no reference to them is counted.
struct LineCursor {
  private(set) var position: Int
  /// Where the line ends.
  let end: Int

  init(from start: Int, to end: Int) {
    position = start
    self.end = end
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { position == end }

  @inline(__always)
  mutating func skip(_ text: StaticString, in bytes: Span<UInt8>) -> Bool {
    guard bytes.has(text, at: position, before: end) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  @inline(__always)
  mutating func skip(_ text: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    guard bytes.has(text, at: position, before: end) else { return false }
    position += text.count
    return true
  }

  /// Goes past a value if it stands here and ends with these bytes.
  @inline(__always)
  mutating func skip(whole text: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    let next = position + text.count
    guard next < end, bytes[next] == UInt8(ascii: ",") || bytes[next] == UInt8(ascii: "}"),
      bytes.has(text, at: position, before: end)
    else { return false }
    position = next
    return true
  }

  /// A number from 0 to 9,999,999.
  mutating func number(in bytes: Span<UInt8>) -> Int? {
    guard position <= bytes.count - 8 else { return nil }
    let digits = ShortDecimal(bytes.word(at: position))
    guard 1...7 ~= digits.count, digits.count < end - position,
      digits.count == 1 || bytes[position] != UInt8(ascii: "0")
    else { return nil }
    position += digits.count
    return digits.value
  }

  mutating func id<Subject>(in bytes: Span<UInt8>) -> ID<Subject>? {
    guard end - position >= 38, let words = WrittenID(bytes, at: position), let id = words.id else {
      return nil
    }
    position += 38
    return ID(high: id.high, low: id.low)
  }

  /// An id, or `nil` inside for `null`.
  mutating func optionalID<Subject>(in bytes: Span<UInt8>) -> ID<Subject>?? {
    if skip("null", in: bytes) { return .some(nil) }
    guard let id: ID<Subject> = id(in: bytes) else { return nil }
    return id
  }

  /// A point in time of the calendar.
  mutating func time(in bytes: Span<UInt8>, _ last: inout LastMinute) -> Timestamp? {
    guard end - position >= 26, bytes[position] == UInt8(ascii: "\""),
      bytes[position + 25] == UInt8(ascii: "\"")
    else { return nil }
    let read = last.time(
      bytes.word(at: position + 1), bytes.word(at: position + 9), bytes.word(at: position + 17))
    guard let time = read else { return nil }
    position += 26
    return time
  }

  /// Adds a text whose opening quote was read to others; its escapes are those of quotes, backslashes,
  /// tabs and line ends.
  ///
  /// - Returns: how many bytes it has.
  mutating func text(in bytes: Span<UInt8>, to texts: inout GatheredText) -> Int? {
    let before = texts.count
    while let stop = bytes.positionOfTextEnd(from: position, to: end) {
      guard texts.append(bytes, position..<stop) else { return nil }
      position = stop + 1
      if bytes[stop] == UInt8(ascii: "\"") { return texts.count - before }
      guard position < end else { return nil }
      switch bytes[position] {
      case UInt8(ascii: "\""): texts.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\"): texts.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "n"): texts.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): texts.append(UInt8(ascii: "\t"))
      default: return nil
      }
      position += 1
    }
    return nil
  }

  /// A name whose opening quote was read.
  mutating func shortName(in bytes: Span<UInt8>) -> ShortName? {
    guard let name = ShortName(bytes, endingWithQuoteFrom: position, before: end) else {
      return nil
    }
    position += name.count + 1
    return name
  }
}
