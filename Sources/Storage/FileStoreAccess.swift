import Kernel
import Synchronization
public import Todo

// Reading and writing. What is generic here is compiled where it is used, so that no result is moved
// about by way of its type's description.
extension FileStore {
  /// Looks at the present state.
  ///
  /// - Parameter body: runs under the store's lock, so it does nothing that can wait.
  /// - Returns: what the closure returned, and the ticket that must be durable before anybody sees
  ///   it; 0 if nothing has to be waited for.
  @inlinable
  public func read<R: Sendable>(_ body: (Workspace) -> R) -> (result: R, ticket: UInt64) {
    var result: R?
    let ticket = look { result = body($0) }
    guard let result else { preconditionFailure("nobody has looked at the state") }
    return (result, ticket)
  }

  /// Reads without a result, which costs nobody a look at what type it has.
  @usableFromInline
  func look(_ body: (Workspace) -> Void) -> UInt64 {
    state.withLock { state in
      body(state.workspace)
      return pending(state.current)
    }
  }

  /// The ticket that is durable once there is a change after a revision: one that is settled or
  /// pending if there is, else that of the next transaction, whenever it comes.
  public func ticket(ofChangeAfter revision: Int) -> UInt64 {
    state.withLock { state in
      state.workspace.revision == revision ? state.issued + 1 : pending(state.current)
    }
  }

  /// What came of an attempt to write.
  public enum Written<R: Sendable>: Sendable {
    /// It is applied and will be durable when the ticket is. Without a transaction: as from `read`.
    case queued(R, ticket: UInt64)
    /// Nothing is accepted at present, for this reason.
    case refused(reason: String)
  }

  /// Makes a transaction from the present state and applies it.
  ///
  /// - Parameters:
  ///   - pushes: whether the thread of the store is woken to write it. If not, it is written when
  ///     the caller calls ``push(here:)``, which has to be soon: others wait for it as well.
  ///   - body: runs under the store's lock; gives no transaction if there is nothing to do.
  @inlinable
  public func write<R: Sendable, E: Error>(
    pushes: Bool = true, _ body: (Workspace) throws(E) -> (R, Transaction?)
  ) throws(E) -> Written<R> {
    var outcome: Result<R, E>?
    let written = apply(pushes: pushes) { workspace in
      do throws(E) {
        let (result, transaction) = try body(workspace)
        outcome = .success(result)
        return transaction
      } catch {
        outcome = .failure(error)
        return nil
      }
    }
    guard let result = try outcome?.get() else {
      preconditionFailure("nobody has looked at the state")
    }
    return switch written {
    case .queued(_, let ticket): .queued(result, ticket: ticket)
    case .refused(let reason): .refused(reason: reason)
    }
  }

  /// Makes a transaction from the present state, applies it, and looks at what came of it.
  ///
  /// - Parameters:
  ///   - pushes: as above.
  ///   - body: runs under the store's lock, as above.
  ///   - look: completes the result under the same lock, when the transaction, if there is one, is
  ///     applied.
  @inlinable
  public func write<R: Sendable>(
    pushes: Bool = true, _ body: (Workspace) -> (R, Transaction?),
    then look: (inout R, Workspace) -> Void
  ) -> Written<R> {
    var result: R?
    let written = apply(
      pushes: pushes,
      { workspace in
        let (found, transaction) = body(workspace)
        result = found
        return transaction
      },
      then: { workspace in
        guard var found = result.take() else { return }
        look(&found, workspace)
        result = found
      })
    guard let result else { preconditionFailure("nobody has looked at the state") }
    return switch written {
    case .queued(_, let ticket): .queued(result, ticket: ticket)
    case .refused(let reason): .refused(reason: reason)
    }
  }

  /// Writes without a result.
  @usableFromInline
  func apply(
    pushes: Bool, _ body: (Workspace) -> Transaction?, then look: (Workspace) -> Void = { _ in }
  ) -> Written<Void> {
    let (written, mustRing) = state.withLock { state -> (Written<Void>, Bool) in
      guard let transaction = body(state.workspace) else {
        look(state.workspace)
        return (.queued((), ticket: pending(state.current)), false)
      }
      if let reason = state.stopped { return (.refused(reason: reason), false) }
      let rollback: Rollback
      do throws(TransactionError) {
        rollback = try state.workspace.apply(transaction)
      } catch {
        preconditionFailure("a transaction does not fit the state it was made from: \(error)")
      }
      look(state.workspace)
      let mustRing = accept(transaction, rollback, &state, pushes: pushes)
      return (.queued((), ticket: state.issued), mustRing)
    }
    if mustRing { bell.ring() }
    return written
  }

  /// Gives a transaction that was applied its ticket, the newest, and queues it to be written.
  ///
  /// - Returns: whether the bell must be rung for it.
  func accept(
    _ transaction: consuming Transaction, _ rollback: consuming Rollback, _ state: inout State,
    pushes: Bool
  ) -> Bool {
    state.issued += 1
    state.current = state.issued
    let waiting = Waiting(ticket: state.issued, transaction: transaction, rollback: rollback)
    return queue.withLock { queue in
      queue.waiting.append(waiting)
      guard pushes, queue.isIdle else { return false }
      queue.isIdle = false
      return true
    }
  }

  func pending(_ ticket: UInt64) -> UInt64 {
    ticket <= settled.load(ordering: .acquiring) ? 0 : ticket
  }
}
