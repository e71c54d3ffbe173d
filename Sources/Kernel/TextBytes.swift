#if canImport(Darwin)
  public import Darwin
#else
  public import Glibc
#endif

extension Span<UInt8> {
  /// The text that they are, or `nil` if they are not UTF-8.
  package var text: String? {
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: self))
    } catch {
      return nil
    }
  }

  /// The position of the first `"` or `\` in a part of them, or `nil`.
  package func positionOfTextEnd(from start: Int, to end: Int) -> Int? {
    precondition(0 <= start && start <= end && end <= count)
    // Whole words are read only where they end before `end`, which was checked.
    return unsafe withUnsafeBytes { buffer -> Int? in
      var at = start
      while at &+ 8 <= end {
        let loaded = unsafe buffer.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        let word = UInt64(littleEndian: loaded)
        let found = word.markOf(UInt8(ascii: "\"")) | word.markOf(UInt8(ascii: "\\"))
        if found != 0 { return at &+ found.trailingZeroBitCount / 8 }
        at &+= 8
      }
      while at < end {
        let byte = unsafe buffer[at]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return at }
        at &+= 1
      }
      return nil
    }
  }

  /// Whether the ASCII text stands at a position.
  @inlinable @inline(__always)
  package func has(_ text: StaticString, at position: Int, before end: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard 0 <= position, end <= count, length <= end - position else { return false }
    // Both sides are at least `length` bytes long.
    return unsafe withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return length == 0 }
      return unsafe memcmp(base + position, text.utf8Start, length) == 0
    }
  }

  /// Whether the same bytes stand at a position.
  @inlinable @inline(__always)
  package func has(_ other: Span<UInt8>, at position: Int, before end: Int) -> Bool {
    let length = other.count
    guard 0 <= position, end <= count, length <= end - position else { return false }
    // Both sides are at least `length` bytes long.
    return unsafe withUnsafeBytes { ours in
      unsafe other.withUnsafeBytes { theirs in
        guard let ours = ours.baseAddress, let theirs = theirs.baseAddress else { return true }
        return unsafe memcmp(ours + position, theirs, length) == 0
      }
    }
  }
}

extension [UInt8] {
  /// The text that a part of the array is, or `nil` if that is not UTF-8.
  package func text(_ range: Range<Int>) -> String? { span.extracting(range).text }
}
