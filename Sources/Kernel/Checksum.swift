#if canImport(Glibc)
  import CLinux
#endif

/// CRC-32C (polynomial 0x1EDC6F41, reflected, as in RFC 3720): by the processor's instruction where
/// it has one, else by tables, sixteen bytes a step.
package enum Checksum {
  /// The checksum of a part of an array.
  package static func crc32c(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    #if canImport(Glibc)
      if hasInstruction {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        // The range lies within the array.
        return unsafe bytes.withUnsafeBufferPointer { buffer in
          guard let start = buffer.baseAddress else { return 0 }
          return unsafe ~modosu_crc32c(~0, start + range.lowerBound, UInt(range.count))
        }
      }
    #endif
    return byTables(bytes, range)
  }

  #if canImport(Glibc)
    private static let hasInstruction = modosu_has_crc32c()
  #endif

  /// The same by tables alone.
  package static func byTables(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    // The range lies within the array, and every index of the table has the form 256 * n + a byte
    // with n below 16.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe table.withUnsafeBufferPointer { table in
        guard let bytes = bytes.baseAddress, let table = table.baseAddress else { return 0 }
        return unsafe crc32c(bytes + range.lowerBound, range.count, table)
      }
    }
  }

  private static func crc32c(
    _ bytes: UnsafeRawPointer, _ count: Int, _ table: UnsafePointer<UInt32>
  ) -> UInt32 {
    var crc = ~UInt32(0)
    var at = 0
    while at &+ 16 <= count {
      let low = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let high = unsafe bytes.loadUnaligned(fromByteOffset: at &+ 8, as: UInt64.self)
      let first = unsafe step(UInt64(littleEndian: low) ^ UInt64(crc), table + 2048)
      crc = unsafe first ^ step(UInt64(littleEndian: high), table)
      at &+= 16
    }
    while at < count {
      let byte =
        unsafe UInt8(truncatingIfNeeded: crc) ^ bytes.load(fromByteOffset: at, as: UInt8.self)
      crc = unsafe crc >> 8 ^ table[Int(byte)]
      at &+= 1
    }
    return ~crc
  }

  /// What eight bytes do to the checksum, the first byte lowest.
  @inline(__always)
  private static func step(_ word: UInt64, _ table: UnsafePointer<UInt32>) -> UInt32 {
    @inline(__always) func entry(_ index: Int, _ shift: UInt64) -> UInt32 {
      unsafe table[index &* 256 &+ Int(truncatingIfNeeded: word &>> shift & 0xFF)]
    }
    return (entry(7, 0) ^ entry(6, 8)) ^ (entry(5, 16) ^ entry(4, 24))
      ^ ((entry(3, 32) ^ entry(2, 40)) ^ (entry(1, 48) ^ entry(0, 56)))
  }

  /// Sixteen tables of 256 entries: the n-th says what a byte does to the checksum n bytes later.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 16 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
      table[byte] = crc
    }
    for index in 256..<table.count {
      let before = table[index - 256]
      table[index] = before >> 8 ^ table[Int(before & 0xFF)]
    }
    return table
  }()
}
