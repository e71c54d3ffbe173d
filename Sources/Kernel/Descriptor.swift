#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file descriptor, closed when its owner lets go of it.
package struct Descriptor: ~Copyable, Sendable {
  /// The kernel's number, valid as long as this value lives.
  package let number: CInt

  /// Takes over a descriptor that nothing else will close.
  package init(owning number: CInt) {
    self.number = number
  }

  deinit {
    // Never repeated after EINTR: Linux has freed the number by then, and another thread may hold
    // it.
    _ = close(number)
  }
}
