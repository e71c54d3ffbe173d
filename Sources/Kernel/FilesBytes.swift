#if canImport(Darwin)
  public import Darwin
#else
  public import Glibc
#endif

/// Searching and comparing in the bytes of a file, at the speed of the C library. Positions outside
/// of the array are never read: every one is checked.
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

  /// The position of the last such byte, or `nil`.
  package func lastPosition(of byte: UInt8) -> Int? {
    unsafe withUnsafeBytes { buffer -> Int? in
      var at = buffer.count
      while at > 0 {
        at &-= 1
        // Below the count, and not below zero.
        if unsafe buffer[at] == byte { return at }
      }
      return nil
    }
  }

  /// The position of the first `"` or `\` in a part of the array, or `nil`.
  package func positionOfTextEnd(from start: Int, to end: Int) -> Int? {
    span.positionOfTextEnd(from: start, to: end)
  }

  /// Whether the ASCII text stands at a position.
  @inlinable @inline(__always)
  package func has(_ text: StaticString, at position: Int, before end: Int) -> Bool {
    span.has(text, at: position, before: end)
  }

  /// Whether the bytes stand at a position.
  package func has(_ text: [UInt8], at position: Int, before end: Int) -> Bool {
    span.has(text.span, at: position, before: end)
  }

  /// Whether the bytes of two ranges are the same.
  package func isSame(_ range: Range<Int>, as other: Range<Int>) -> Bool {
    guard range.count == other.count else { return false }
    let all = indices
    precondition(all.contains(range) && all.contains(other))
    // Both ranges lie within the array and have the same length.
    return unsafe withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return true }
      return unsafe memcmp(base + range.lowerBound, base + other.lowerBound, range.count) == 0
    }
  }

  /// Eight bytes from a position on, the first one lowest.
  @inlinable @inline(__always)
  package func word(at position: Int) -> UInt64 {
    precondition(0 <= position && position <= count - 8)
    // All eight are in the array.
    return unsafe withUnsafeBytes { buffer in
      unsafe UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
  }
}

/// Adding to lines, a word or a text at a time.
extension [UInt8] {
  /// Adds the bytes of a literal.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    append(addingCapacity: count) { span in
      // The span has room for the literal, whose bytes live as long as the program.
      unsafe span.withUnsafeMutableBufferPointer { buffer, filled in
        guard let start = buffer.baseAddress else { return }
        unsafe memcpy(start + filled, text.utf8Start, count)
        filled += count
      }
    }
  }

  /// Adds some bytes.
  package mutating func append(_ bytes: Span<UInt8>) {
    // They live for the call.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Adds the lowest `count` bytes of a word, the lowest first; at most eight.
  @inlinable @inline(__always)
  package mutating func append(_ word: UInt64, count: Int) {
    precondition(0 <= count && count <= 8)
    append(addingCapacity: 8) { span in
      // The span has room for eight bytes, of which the first `count` now belong to the array.
      unsafe span.withUnsafeMutableBufferPointer { buffer, filled in
        let end = UnsafeMutableRawBufferPointer(buffer)
        unsafe end.storeBytes(of: word.littleEndian, toByteOffset: filled, as: UInt64.self)
        filled += count
      }
    }
  }
}

extension [UInt8] {
  /// Adds the first `count` bytes of some words, of each word the lowest first.
  @inlinable @inline(__always)
  package mutating func append<let size: Int>(_ words: InlineArray<size, UInt64>, count: Int) {
    precondition(0 <= count && count <= size * 8)
    append(addingCapacity: size * 8) { span in
      // The span has room for all words, of whose bytes the first `count` now belong to the array.
      unsafe span.withUnsafeMutableBufferPointer { buffer, filled in
        let end = UnsafeMutableRawBufferPointer(buffer)
        for index in words.indices {
          unsafe end.storeBytes(
            of: words[index].littleEndian, toByteOffset: filled + index * 8, as: UInt64.self)
        }
        filled += count
      }
    }
  }
}

extension Span<UInt8> {
  /// The first index from `start` on with `"`, `\` or a control character, which JSON does not take
  /// as they are; the count if there is none.
  package func firstToEscape(from start: Int) -> Int {
    precondition(0 <= start && start <= count)
    // Whole words are read only where they end within the span.
    return unsafe withUnsafeBytes { buffer in
      var at = start
      while at &+ 8 <= buffer.count {
        let loaded = unsafe buffer.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        let word = UInt64(littleEndian: loaded)
        let controls = (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
        let found =
          controls | word.markOf(UInt8(ascii: "\"")) | word.markOf(UInt8(ascii: "\\"))
          | word.markOf(0x7F)
        if found != 0 { return at &+ found.trailingZeroBitCount / 8 }
        at &+= 8
      }
      while at < buffer.count {
        let byte = unsafe buffer[at]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F {
          break
        }
        at &+= 1
      }
      return at
    }
  }
}

extension UInt64 {
  /// The highest bit of each byte that is this one, exact up to the first of them.
  @inlinable
  package func markOf(_ byte: UInt8) -> UInt64 {
    let rest = self ^ UInt64(byte) &* 0x0101_0101_0101_0101
    return (rest &- 0x0101_0101_0101_0101) & ~rest & 0x8080_8080_8080_8080
  }
}
