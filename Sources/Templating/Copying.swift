internal import Kernel

extension OutputSpan<UInt8> {
  /// Adds a part of other bytes. Unlike appending a part of an array to another one this counts
  /// no reference, which would take longer than copying a few bytes.
  @inline(__always)
  mutating func append(_ source: Span<UInt8>, _ part: Extent) {
    append(copying: source.extracting(part.range))
  }
}

extension [UInt8] {
  /// Adds other bytes without counting references.
  @inline(__always)
  mutating func append(copying source: Span<UInt8>) {
    // The storage of an array that is still empty is one for all threads, and adding nothing would
    // set its count, if only to the value it has.
    guard !source.isEmpty else { return }
    append(addingCapacity: source.count) { output in output.append(copying: source) }
  }

  /// Adds a part of other bytes without counting references.
  @inline(__always)
  mutating func append(_ source: Span<UInt8>, _ part: Extent) {
    append(copying: source.extracting(part.range))
  }
}
