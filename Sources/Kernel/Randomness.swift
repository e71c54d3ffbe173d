#if canImport(Darwin)
  import Darwin
#else
  import CLinux
  import Glibc
#endif

/// Bits that nobody can foretell, from the system.
package enum Randomness {
  /// Fills an array with them, at the cost of one system call however long it is.
  package static func fill(_ words: inout [UInt64]) {
    unsafe words.withUnsafeMutableBytes { bytes in
      #if canImport(Darwin)
        if let start = bytes.baseAddress { unsafe arc4random_buf(start, bytes.count) }
      #else
        var filled = 0
        while filled < bytes.count {
          // The call writes no more than the rest of the array. It can be interrupted, and gives
          // at most 256 bytes for certain; it does not fail otherwise.
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
          filled += max(0, unsafe getrandom(rest.baseAddress, rest.count, 0))
        }
      #endif
    }
  }
}
