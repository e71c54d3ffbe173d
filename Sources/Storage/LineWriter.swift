import Kernel
import Todo

/// Builds lines of JSON in one growing buffer. Keys come from the source, values are escaped.
package struct LineWriter {
  package private(set) var bytes: [UInt8] = []
  /// Where the line that is being written begins.
  private var lineStart = 0
  /// The last time in quotes and what it was: a line says when it was made more than once, and many
  /// lines are made at a time.
  private var lastTime: (value: Timestamp, words: InlineArray<4, UInt64>)?

  package init() {}

  /// Forgets what was written and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    lineStart = 0
  }

  /// Makes room for that many bytes more.
  mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(bytes.count + count)
  }

  /// Braces, keys, commas: what is the same in every line of its kind.
  mutating func raw(_ text: StaticString) {
    bytes.append(text)
  }

  /// The same as bytes.
  mutating func raw(_ text: [UInt8]) {
    bytes.append(text.span)
  }

  mutating func number(_ value: some BinaryInteger) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(UInt64(value.magnitude))
  }

  private mutating func digits(_ value: UInt64) {
    let limit: UInt64 = 100_000_000
    if value >= limit {
      digits(value / limit)
      bytes.append(Self.decimal(value % limit, digits: 8), count: 8)
      return
    }
    var word: UInt64 = 0
    var rest = value
    var count = 0
    repeat {
      word = word << 8 | (UInt64(UInt8(ascii: "0")) + rest % 10)
      rest /= 10
      count += 1
    } while rest > 0
    bytes.append(word, count: count)
  }

  /// The last digits of a number as a word, the first one in its lowest byte.
  private static func decimal(_ value: some BinaryInteger, digits: Int) -> UInt64 {
    var rest = UInt64(value)
    var word: UInt64 = 0
    for _ in 0..<digits {
      word = word << 8 | (UInt64(UInt8(ascii: "0")) + rest % 10)
      rest /= 10
    }
    return word
  }

  mutating func flag(_ value: Bool) {
    raw(value ? "true" : "false")
  }

  /// A quoted text: `"`, `\` and control characters are escaped, everything else is as it is.
  mutating func text(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    let text = value.utf8.span
    var start = 0
    while true {
      let stop = text.firstToEscape(from: start)
      bytes.append(text.extracting(start..<stop))
      if stop == text.count { break }
      escaped(text[stop])
      start = stop + 1
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case UInt8(ascii: "\n"): raw("\\n")
    case UInt8(ascii: "\t"): raw("\\t")
    default:
      raw("\\u00")
      bytes.append(Self.hexadecimal(UInt64(byte)) >> 48, count: 2)
    }
  }

  /// Eight hexadecimal digits as a word, the first one in its lowest byte.
  private static func hexadecimal(_ value: UInt64) -> UInt64 {
    let fours = (value << 16 | value) & 0x0000_FFFF_0000_FFFF
    let pairs = (fours << 8 | fours) & 0x00FF_00FF_00FF_00FF
    let digits = ((pairs << 4 | pairs) & 0x0F0F_0F0F_0F0F_0F0F).byteSwapped
    let above9 = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return digits &+ 0x3030_3030_3030_3030 &+ above9 &* 39
  }

  /// A quoted UUID.
  mutating func id<Subject>(_ value: ID<Subject>) {
    let half: UInt64 = 0xFFFF_FFFF
    let hyphen = UInt64(UInt8(ascii: "-"))
    let quote = UInt64(UInt8(ascii: "\""))
    let first = Self.hexadecimal(value.high >> 32)
    let second = Self.hexadecimal(value.high & half)
    let third = Self.hexadecimal(value.low >> 32)
    let fourth = Self.hexadecimal(value.low & half)
    // "dddddddd-dddd-dddd-dddd-dddddddddddd", eight bytes a word.
    bytes.append(
      [
        quote | first << 8,
        first >> 56 | hyphen << 8 | (second & half) << 16 | hyphen << 48 | (second >> 32) << 56,
        second >> 40 | hyphen << 24 | third << 32,
        hyphen | (third >> 32) << 8 | fourth << 40,
        fourth >> 24 | quote << 40,
      ], count: 38)
  }

  /// A quoted UUID, or `null`.
  mutating func id<Subject>(_ value: ID<Subject>?) {
    if let value { id(value) } else { raw("null") }
  }

  /// A quoted point in time, such as `"2026-07-01T09:30:00.000Z"`. Before the year 0 and after 9999
  /// it is the number of milliseconds since 1970, since the calendar's notation ends there.
  mutating func time(_ value: Timestamp) {
    if let lastTime, lastTime.value == value {
      bytes.append(lastTime.words, count: 26)
      return
    }
    guard let moment = CalendarTime(value) else { return number(value.milliseconds) }
    let hyphen = UInt64(UInt8(ascii: "-"))
    let colon = UInt64(UInt8(ascii: ":"))
    let date =
      Self.decimal(moment.year, digits: 4) | hyphen << 32
      | Self.decimal(moment.month, digits: 2) << 40 | hyphen << 56
    let day =
      Self.decimal(moment.day, digits: 2) | UInt64(UInt8(ascii: "T")) << 16
      | Self.decimal(moment.hour, digits: 2) << 24 | colon << 40
      | Self.decimal(moment.minute, digits: 2) << 48
    let rest =
      colon | Self.decimal(moment.second, digits: 2) << 8 | UInt64(UInt8(ascii: ".")) << 24
      | Self.decimal(moment.millisecond, digits: 3) << 32 | UInt64(UInt8(ascii: "Z")) << 56
    let quote = UInt64(UInt8(ascii: "\""))
    let words: InlineArray<4, UInt64> = [
      quote | date << 8, date >> 56 | day << 8, day >> 56 | rest << 8, rest >> 56 | quote << 8,
    ]
    bytes.append(words, count: 26)
    lastTime = (value, words)
  }

  /// Ends the line: the checksum of all of it so far, the closing brace and a newline.
  mutating func endLine() {
    let checksum = Checksum.crc32c(bytes, lineStart..<bytes.count)
    raw(",\"crc\":\"")
    bytes.append(Self.hexadecimal(UInt64(checksum)), count: 8)
    raw("\"}\n")
    lineStart = bytes.count
  }
}
