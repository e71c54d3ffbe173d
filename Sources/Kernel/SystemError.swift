#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A system call that failed: which one, and the kernel's reason.
package struct SystemError: Error, Hashable, Sendable {
  /// The name of the call, as in its manual page.
  package let call: StaticName
  /// The value of `errno`, read right after the call.
  package let code: CInt

  package init(_ call: StaticName, code: CInt) {
    self.call = call
    self.code = code
  }

  /// The name of a system call; a string literal in the source, never text from outside.
  package struct StaticName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible
  {
    package let description: String
    package init(stringLiteral value: String) { description = value }
  }
}

extension SystemError: CustomStringConvertible {
  /// The reason in the system's words, such as `write: No space left on device`.
  package var description: String {
    "\(call): \(reason)"
  }

  /// The kernel's reason alone, such as `No space left on device`.
  package var reason: String {
    // strerror returns static or thread-local text that is copied at once.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

/// Makes a system call that reports failure as -1 and `errno`; starts it again while a signal
/// interrupts it.
///
/// - Throws: the reason, read before anything else can overwrite it.
@discardableResult
package func systemCall<Result: FixedWidthInteger & SignedInteger>(
  _ name: SystemError.StaticName, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw SystemError(name, code: code) }
  }
}
