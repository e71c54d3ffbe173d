internal import Kernel
internal import Synchronization
public import Todo

extension FileStore {
  /// How often a transaction is made anew because others wrote meanwhile.
  private static let attempts = 3

  /// Makes a transaction and applies it as ``write(_:)`` does, for one that takes long: it is made
  /// from a copy of the state and applied to that, and the lock is held only to put the copy in
  /// place. If others keep writing meanwhile, it is done under the lock after all.
  ///
  /// - Parameter body: runs once or several times, without the lock.
  public func writeAside<R: Sendable>(_ body: (Workspace) -> (R, Transaction?)) -> Written<R> {
    for _ in 0..<Self.attempts {
      let (present, ticket) = read { $0 }
      let (result, transaction) = body(present)
      guard let transaction else { return .queued(result, ticket: ticket) }
      var changed = present
      let rollback: Rollback
      do throws(TransactionError) {
        rollback = try changed.apply(transaction)
      } catch {
        preconditionFailure("a transaction does not fit the state it was made from: \(error)")
      }
      let written = put(
        &changed, inPlaceOf: present.edition, result, transaction: transaction, rollback)
      if let written { return written }
    }
    return write(body)
  }

  /// Puts a changed copy in place of the state, which is given back; `nil` if that has changed since
  /// it was copied.
  private func put<R: Sendable>(
    _ changed: inout Workspace, inPlaceOf edition: UInt64, _ result: R, transaction: Transaction,
    _ rollback: Rollback
  ) -> Written<R>? {
    let (written, mustRing) = state.withLock { state -> (Written<R>?, Bool) in
      if let reason = state.stopped { return (.refused(reason: reason), false) }
      guard state.workspace.edition == edition else { return (nil, false) }
      swap(&state.workspace, &changed)
      let mustRing = accept(transaction, rollback, &state, pushes: true)
      return (.queued(result, ticket: state.issued), mustRing)
    }
    if mustRing { bell.ring() }
    return written
  }
}
