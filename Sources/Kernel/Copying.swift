extension OutputSpan<UInt8> {
  /// Adds all of other bytes, for which there must be room.
  ///
  /// The standard library's spans are filled element by element so far, a byte at a time.
  @inlinable @inline(__always)
  public mutating func append(copying source: Span<UInt8>) {
    precondition(source.count <= freeCapacity, "there is no room for the bytes")
    // The memory has room for the bytes after those that are there, which was just checked, and
    // nobody else has it: `self` is the only way to it.
    unsafe withUnsafeMutableBufferPointer { target, count in
      unsafe source.withUnsafeBufferPointer { bytes in
        guard let start = target.baseAddress, let first = bytes.baseAddress else {
          return
        }
        unsafe (start + count).initialize(from: first, count: bytes.count)
      }
      count += source.count
    }
  }
}
