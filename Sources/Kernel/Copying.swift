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

  /// Adds a part of other bytes, if there is room; false, and nothing added, if not.
  @inlinable @inline(__always)
  public mutating func append(copying source: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    precondition(start >= 0 && start <= end && end <= source.count, "there are no such bytes")
    let length = end &- start
    if length > freeCapacity { return false }
    // As above: the bytes are there and have room, as was just checked.
    unsafe withUnsafeMutableBufferPointer { target, count in
      unsafe source.withUnsafeBufferPointer { bytes in
        guard let place = target.baseAddress, let first = bytes.baseAddress else { return }
        unsafe (place + count).initialize(from: first + start, count: length)
      }
      count &+= length
    }
    return true
  }
}

extension [UInt8] {
  /// Adds other bytes without counting references.
  @inlinable @inline(__always)
  public mutating func append(copying source: Span<UInt8>) {
    // The storage of an array that is still empty is one for all threads, and adding nothing would
    // set its count, if only to the value it has.
    guard !source.isEmpty else { return }
    append(addingCapacity: source.count) { output in output.append(copying: source) }
  }
}

extension Span<UInt8> {
  /// The eight bytes from an offset on as a number, the first one in its lowest bits.
  @inlinable @inline(__always)
  public func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count - 8, "there are no eight bytes")
    // They are there, as was just checked; any eight bytes are a number.
    return unsafe withUnsafeBytes { bytes in
      UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }
}
