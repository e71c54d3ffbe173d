internal import Synchronization

/// How far a file has been read. Any thread may look at it.
public final class ReadingMeter: Sendable {
  private let position = Atomic(0)
  private let total = Atomic(0)

  public init() {}

  /// 0 to 1.
  public var fraction: Double {
    let total = total.load(ordering: .relaxed)
    return total == 0 ? 0 : Double(position.load(ordering: .relaxed)) / Double(total)
  }

  func begin(_ count: Int) {
    total.store(count, ordering: .relaxed)
    position.store(0, ordering: .relaxed)
  }

  func note(_ position: Int) {
    self.position.store(position, ordering: .relaxed)
  }
}
