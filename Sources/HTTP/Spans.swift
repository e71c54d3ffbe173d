/// Looking at runs of octets where they stand, without a copy and without a slice, which would hold
/// on to the whole.
extension Span<UInt8> {
  /// The first index of an octet in a part of the run; the part's end if it is not there.
  package func index(of octet: UInt8, from start: Int, to end: Int) -> Int {
    var index = start
    // Eight at a time. Of a difference in which an octet is zero, that one is the lowest of those
    // that a borrow reaches; what follows it may be wrong and is not looked at.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let wanted = ones &* UInt64(octet)
    while end - index >= 8 {
      let difference = word(at: index) ^ wanted
      let zeros = (difference &- ones) & ~difference & ones << 7
      if zeros != 0 { return index + zeros.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < end, self[index] != octet { index += 1 }
    return index
  }

  /// The first index of one of three octets in a part of the run; the part's end if there is none.
  func index(
    of first: UInt8, _ second: UInt8, _ third: UInt8, from start: Int, to end: Int
  ) -> Int {
    var index = start
    // As above: the lowest bit of the three is that of an octet that is there.
    let ones: UInt64 = 0x0101_0101_0101_0101
    while end - index >= 8 {
      let word = word(at: index)
      let a = word ^ ones &* UInt64(first)
      let b = word ^ ones &* UInt64(second)
      let c = word ^ ones &* UInt64(third)
      let zeros = ((a &- ones) & ~a | (b &- ones) & ~b | (c &- ones) & ~c) & ones << 7
      if zeros != 0 { return index + zeros.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < end, self[index] != first, self[index] != second, self[index] != third {
      index += 1
    }
    return index
  }

  /// The eight octets from an index on as a number, the first one in its lowest bits.
  @inline(__always)
  private func word(at start: Int) -> UInt64 {
    // Said so that one check serves all eight, and they are read as one.
    let part = extracting(start..<start &+ 8)
    precondition(part.count == 8)
    let low =
      UInt64(part[0]) | UInt64(part[1]) << 8 | UInt64(part[2]) << 16 | UInt64(part[3]) << 24
    let high =
      UInt64(part[4]) | UInt64(part[5]) << 8 | UInt64(part[6]) << 16 | UInt64(part[7]) << 24
    return low | high << 32
  }

  /// The last index of an octet, or `nil`.
  @inlinable
  package func lastIndex(of octet: UInt8) -> Int? {
    var index = count
    while index > 0 {
      index -= 1
      if self[index] == octet { return index }
    }
    return nil
  }

  /// Whether a part of the run has only octets of a class.
  @inlinable @inline(__always)
  package func allSatisfy(from start: Int, to end: Int, _ isMember: (UInt8) -> Bool) -> Bool {
    var index = start
    while index < end {
      if !isMember(self[index]) { return false }
      index += 1
    }
    return true
  }

  /// The first index of an octet that is not printable ASCII, as nearly all is that is sent; the
  /// part's end if all is.
  func firstUnprintable(from start: Int, to end: Int) -> Int {
    var index = start
    // Eight at a time. Of seven bits these sums have the eighth set from 0x20 on, and at 0x7F.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high = ones << 7
    while end - index >= 8 {
      let word = word(at: index)
      let bits = word & ~high
      let printable = (bits &+ ones &* 0x60) & ~(bits &+ ones) & ~word & high
      if printable != high { return index + (printable ^ high).trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < end, self[index] &- 0x20 < 0x5F { index += 1 }
    return index
  }

  /// Whether a part of the run is another run.
  package func has(_ other: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    guard end - start == other.count else { return false }
    let part = extracting(start..<end)
    var index = 0
    // Nothing overflows here: an index is at most the count.
    while other.count &- index >= 32 {
      let run = part.extracting(index..<index &+ 32)
      let wanted = other.extracting(index..<index &+ 32)
      precondition(run.count == 32 && wanted.count == 32)
      let difference =
        (run.word(at: 0) ^ wanted.word(at: 0)) | (run.word(at: 8) ^ wanted.word(at: 8))
        | (run.word(at: 16) ^ wanted.word(at: 16)) | (run.word(at: 24) ^ wanted.word(at: 24))
      if difference != 0 { return false }
      index &+= 32
    }
    while other.count &- index >= 8 {
      if part.word(at: index) != other.word(at: index) { return false }
      index &+= 8
    }
    while index < other.count {
      if part[index] != other[index] { return false }
      index &+= 1
    }
    return true
  }

  /// The same but for the case of ASCII letters.
  package func hasIgnoringCase(_ other: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    guard end - start == other.count else { return false }
    for index in other.indices {
      let (octet, wanted) = (self[start + index], other[index])
      if octet != wanted, Octets.lowercased(octet) != Octets.lowercased(wanted) { return false }
    }
    return true
  }

  /// A part of the run without the spaces and tabs at its ends.
  package func trimmed(_ start: Int, _ end: Int) -> Range<Int> {
    var (start, end) = (start, end)
    while start < end, Octets.isWhiteSpace(self[start]) { start += 1 }
    while start < end, Octets.isWhiteSpace(self[end - 1]) { end -= 1 }
    return start..<end
  }
}
