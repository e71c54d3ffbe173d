extension Span<UInt8> {
  /// The eight bytes from a position on as a number, the first one lowest.
  @inline(__always)
  func word(at start: Int) -> UInt64 {
    // Said so that one check serves all eight, and they are read as one.
    let part = extracting(start..<start &+ 8)
    precondition(part.count == 8)
    let low =
      UInt64(part[0]) | UInt64(part[1]) << 8 | UInt64(part[2]) << 16 | UInt64(part[3]) << 24
    let high =
      UInt64(part[4]) | UInt64(part[5]) << 8 | UInt64(part[6]) << 16 | UInt64(part[7]) << 24
    return low | high << 32
  }
}
