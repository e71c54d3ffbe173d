#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Searching and comparing in the bytes of a file, at the speed of the C library. Positions outside
/// of the array are never read.
extension [UInt8] {
  /// The position of the first such byte in a part of the array, or `nil`.
  package func position(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    precondition(0 <= start && start <= end && end <= count)
    // memchr reads only the bytes between the two positions, which were checked.
    return unsafe withUnsafeBytes { buffer -> Int? in
      guard let base = buffer.baseAddress else { return nil }
      guard let found = unsafe memchr(base + start, CInt(byte), end - start) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// Whether the ASCII text stands at a position.
  package func has(_ text: StaticString, at position: Int, before end: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard 0 <= position, end <= count, length <= end - position else { return false }
    // Both sides are at least `length` bytes long.
    return unsafe withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return length == 0 }
      return unsafe memcmp(base + position, text.utf8Start, length) == 0
    }
  }

  /// Adds the bytes of a literal.
  package mutating func append(_ text: StaticString) {
    // A literal's bytes live as long as the program.
    unsafe append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
