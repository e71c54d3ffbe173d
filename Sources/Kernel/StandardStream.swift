#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The process's own output streams, written without a buffer.
package enum StandardStream {
  case output, error

  /// Whether a person sees what is written, and can be shown what changes.
  package var isTerminal: Bool { isatty(number) == 1 }

  private var number: CInt { self == .output ? STDOUT_FILENO : STDERR_FILENO }

  /// Writes the text and a line end; a reader that has gone away is no concern of the program's.
  package func writeLine(_ text: String) {
    var bytes = Array(text.utf8)
    bytes.append(UInt8(ascii: "\n"))
    write(bytes)
  }

  /// Writes all of the bytes, or as many as the stream takes.
  package func write(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let written = try? systemCall("write") {
        // The buffer lives for the call, and never more than its rest is offered.
        unsafe bytes[start...].withUnsafeBytes { unsafe systemWrite(number, $0) }
      }
      guard let written, written > 0 else { return }
      start += written
    }
  }
}

private func systemWrite(_ number: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
    unsafe Darwin.write(number, bytes.baseAddress, bytes.count)
  #else
    unsafe Glibc.write(number, bytes.baseAddress, bytes.count)
  #endif
}
