import Synchronization

/// What was found out from the fields of a request and from nothing else. The next request of its
/// connection whose fields are the same, octet by octet, brings it along.
public final class Findings: Sendable {
  private let kept = Mutex<(any AnyObject & Sendable)?>(nil)

  init() {}

  /// What was kept last, if anything was.
  public var value: (any AnyObject & Sendable)? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }
}
