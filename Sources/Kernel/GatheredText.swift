/// A text that is put together from pieces of a file's bytes, each of which is looked at once.
package struct GatheredText: Sendable {
  /// UTF-8, since every piece is.
  private var bytes: [UInt8] = []
  private var isASCII = true

  package init() {}

  /// How many bytes it has.
  package var count: Int { bytes.count }

  package mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  /// Adds a part of some bytes.
  ///
  /// - Returns: `false`, and nothing added, if it is not UTF-8.
  package mutating func append(_ source: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let piece = source.extracting(range)
    do throws(UTF8.ValidationError) {
      if try !UTF8Span(validating: piece).isKnownASCII { isASCII = false }
    } catch {
      return false
    }
    bytes.append(copying: piece)
    return true
  }

  /// Adds an ASCII character.
  package mutating func append(_ byte: UInt8) {
    precondition(byte < 0x80, "half of a character")
    bytes.append(byte)
  }

  /// Takes back what was added since it had so many bytes.
  package mutating func cut(to count: Int) {
    precondition(count == bytes.count || bytes[count] & 0xC0 != 0x80, "half of a character")
    bytes.removeLast(bytes.count - count)
  }

  /// The whole text.
  package var text: String {
    // Every piece is UTF-8, and is cut at the ends of characters only.
    String(copying: unsafe UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
  }
}
