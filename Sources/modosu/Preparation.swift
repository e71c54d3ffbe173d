internal import Kernel
internal import Synchronization

/// A value that another thread makes while the one that needs it does something else.
final class Preparation<Value: Sendable, Failure: Error>: Sendable {
  private let make: @Sendable () throws(Failure) -> Value
  private let result = Mutex<Result<Value, Failure>?>(nil)
  private let thread = Mutex<Thread?>(nil)

  init(_ make: @escaping @Sendable () throws(Failure) -> Value) {
    self.make = make
    do throws(SystemError) {
      try thread.withLock { thread throws(SystemError) in
        thread = try Thread { [self] in
          let made = Result(catching: make)
          result.withLock { $0 = made }
        }
      }
    } catch {
      // Then it is made when it is needed.
    }
  }

  /// The value, once it is made.
  func value() throws(Failure) -> Value {
    if let thread = thread.withLock({ $0.take() }) { thread.join() }
    if let made = result.withLock({ $0 }) { return try made.get() }
    return try make()
  }
}
