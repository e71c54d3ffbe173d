#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the process was started with.
package enum Environment {
  /// The value of an environment variable; `nil` if it is not set or empty.
  package static func variable(_ name: String) -> String? {
    // The text is copied at once, and nothing in this program ever changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Ends the process with this status: 0 for success.
  package static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }
}

/// The process's own output streams, written without a buffer.
package enum StandardStream {
  case output, error

  /// Writes the text and a line end; a reader that has gone away is no concern of the program's.
  package func writeLine(_ text: String) {
    var bytes = Array(text.utf8)
    bytes.append(UInt8(ascii: "\n"))
    write(bytes)
  }

  /// Writes all of the bytes, or as many as the stream takes.
  package func write(_ bytes: [UInt8]) {
    let number: CInt = self == .output ? STDOUT_FILENO : STDERR_FILENO
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
