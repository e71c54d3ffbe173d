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
  /// Adds a part of other bytes without counting references.
  @inline(__always)
  mutating func append(_ source: Span<UInt8>, _ part: Extent) {
    append(copying: source.extracting(part.range))
  }
}
