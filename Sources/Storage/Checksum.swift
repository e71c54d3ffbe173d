/// CRC-32C (polynomial 0x1EDC6F41, reflected, as in RFC 3720), eight bytes a step.
package enum Checksum {
  /// The checksum of a part of an array.
  package static func crc32c(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    let table = Self.table
    var crc = ~UInt32(0)
    var at = range.lowerBound
    while at &+ 8 <= range.upperBound {
      let low =
        crc
        ^ (UInt32(bytes[at]) | UInt32(bytes[at &+ 1]) << 8 | UInt32(bytes[at &+ 2]) << 16
          | UInt32(bytes[at &+ 3]) << 24)
      crc =
        table[1792 &+ Int(low & 0xFF)] ^ table[1536 &+ Int(low >> 8 & 0xFF)]
        ^ table[1280 &+ Int(low >> 16 & 0xFF)] ^ table[1024 &+ Int(low >> 24)]
        ^ table[768 &+ Int(bytes[at &+ 4])] ^ table[512 &+ Int(bytes[at &+ 5])]
        ^ table[256 &+ Int(bytes[at &+ 6])] ^ table[Int(bytes[at &+ 7])]
      at &+= 8
    }
    while at < range.upperBound {
      crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[at])]
      at &+= 1
    }
    return ~crc
  }

  /// Eight tables of 256 entries: the n-th says what a byte does to the checksum n bytes later.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 8 * 256)
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
