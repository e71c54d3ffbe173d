#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where a program tells what people should know; it has no other log.
package enum StandardError {
  /// Writes octets; what cannot be written is lost.
  package static func write(_ octets: [UInt8]) {
    var rest = octets[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { octets in
        try? systemCall("write") {
          #if canImport(Darwin)
            unsafe Darwin.write(2, octets.baseAddress, octets.count)
          #else
            unsafe Glibc.write(2, octets.baseAddress, octets.count)
          #endif
        }
      }
      guard let count, count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes a line.
  package static func write(line: String) {
    write(Array((line + "\n").utf8))
  }
}
