import Kernel
import Todo

/// Builds lines of JSON in one growing buffer. Keys come from the source, values are escaped.
package struct LineWriter {
  package private(set) var bytes: [UInt8] = []
  /// Where the line that is being written begins.
  private var lineStart = 0

  package init() {}

  /// Forgets what was written and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    lineStart = 0
  }

  /// Braces, keys, commas: what is the same in every line of its kind.
  mutating func raw(_ text: StaticString) {
    bytes.append(text)
  }

  mutating func number(_ value: some BinaryInteger) {
    if value >= 0, value < 10 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value))
      return
    }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var count = 0
    var rest = UInt64(value.magnitude)
    repeat {
      digits[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      count += 1
    } while rest > 0
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    while count > 0 {
      count -= 1
      bytes.append(digits[count])
    }
  }

  mutating func flag(_ value: Bool) {
    raw(value ? "true" : "false")
  }

  /// A quoted text: `"`, `\` and control characters are escaped, everything else is as it is.
  mutating func text(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    let span = value.utf8.span
    for index in span.indices {
      let byte = span[index]
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte != 0x7F {
        bytes.append(byte)
      } else {
        escaped(byte)
      }
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
      hexadecimal(UInt64(byte), digits: 2)
    }
  }

  mutating func hexadecimal(_ value: UInt64, digits: Int) {
    for digit in (0..<digits).reversed() {
      let nibble = UInt8(truncatingIfNeeded: value >> UInt64(digit * 4)) & 0xF
      bytes.append(
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble)
    }
  }

  /// A quoted UUID.
  mutating func id<Subject>(_ value: ID<Subject>) {
    bytes.append(UInt8(ascii: "\""))
    hexadecimal(value.high >> 32, digits: 8)
    bytes.append(UInt8(ascii: "-"))
    hexadecimal(value.high >> 16 & 0xFFFF, digits: 4)
    bytes.append(UInt8(ascii: "-"))
    hexadecimal(value.high & 0xFFFF, digits: 4)
    bytes.append(UInt8(ascii: "-"))
    hexadecimal(value.low >> 48, digits: 4)
    bytes.append(UInt8(ascii: "-"))
    hexadecimal(value.low & 0xFFFF_FFFF_FFFF, digits: 12)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A quoted UUID, or `null`.
  mutating func id<Subject>(_ value: ID<Subject>?) {
    if let value { id(value) } else { raw("null") }
  }

  /// A quoted point in time, such as `"2026-07-01T09:30:00.000Z"`. Before the year 0 and after 9999
  /// it is the number of milliseconds since 1970, since the calendar's notation ends there.
  mutating func time(_ value: Timestamp) {
    guard let moment = CalendarTime(value) else { return number(value.milliseconds) }
    bytes.append(UInt8(ascii: "\""))
    decimal(moment.year, digits: 4)
    bytes.append(UInt8(ascii: "-"))
    decimal(moment.month, digits: 2)
    bytes.append(UInt8(ascii: "-"))
    decimal(moment.day, digits: 2)
    bytes.append(UInt8(ascii: "T"))
    decimal(moment.hour, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    decimal(moment.minute, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    decimal(moment.second, digits: 2)
    bytes.append(UInt8(ascii: "."))
    decimal(moment.millisecond, digits: 3)
    raw("Z\"")
  }

  private mutating func decimal(_ value: Int, digits: Int) {
    var divisor = digits == 4 ? 1000 : digits == 3 ? 100 : 10
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }

  /// Ends the line: the checksum of all of it so far, the closing brace and a newline.
  mutating func endLine() {
    let checksum = Checksum.crc32c(bytes, lineStart..<bytes.count)
    raw(",\"crc\":\"")
    hexadecimal(UInt64(checksum), digits: 8)
    raw("\"}\n")
    lineStart = bytes.count
  }
}
