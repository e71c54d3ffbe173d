#if canImport(Glibc)
  import CLinux
#endif

extension [UInt8] {
  /// The text that a part of the array is, or `nil` if that is not UTF-8.
  package func text(_ range: Range<Int>) -> String? {
    let bytes = span.extracting(range)
    #if canImport(Glibc)
      if Checksum.hasInstruction {
        // The bytes are there for the call, as many as it is told.
        let kind = unsafe bytes.withUnsafeBufferPointer { buffer -> Int32 in
          guard let start = buffer.baseAddress else { return 1 }
          return unsafe modosu_kind_of_text(start, UInt(buffer.count))
        }
        if kind == 0 { return nil }
        // That they are text was just found out.
        return String(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: kind == 1))
      }
    #endif
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: bytes))
    } catch {
      return nil
    }
  }
}
