internal import Synchronization
public import Todo

/// The state as it is on disk, while newer ones are on their way there.
///
/// Whoever shows the newest state has to wait for a sync, and where many write there is always one
/// under way. So the state that a batch leads to is copied when the batch is taken, and may be shown
/// once that is durable, until the next one is. While a copy lives, the first transaction that
/// changes something copies it; so copies are made only while somebody reads between two syncs.
struct DurableCopy: Sendable {
  /// `nil`: no copy was made with the last batch.
  var workspace: Workspace?
  /// For how many more batches copies are made.
  private var batchesLeft = 0

  /// How many batches are copied after somebody read.
  private static let batches = 16

  /// Gives the copy, if there is one, and has further ones made.
  mutating func read() -> Workspace? {
    batchesLeft = Self.batches
    return workspace
  }

  /// Whether the state that a batch leads to is to be copied.
  mutating func wantsNext() -> Bool {
    guard batchesLeft > 0 else { return false }
    batchesLeft -= 1
    return true
  }
}

extension FileStore {
  /// Looks at the newest state that is on disk, or at the present one if no copy of that is at hand.
  /// So a reader sees all that was settled before, and as a rule waits for nothing.
  ///
  /// - Parameter body: may run under the store's lock, so it does nothing that can wait.
  /// - Returns: what the closure returned, and the ticket that must be durable before anybody sees
  ///   it; 0 if nothing has to be waited for.
  @inlinable
  public func readDurable<R: Sendable>(_ body: (Workspace) -> R) -> (result: R, ticket: UInt64) {
    var result: R?
    let ticket = lookAtDurable { result = body($0) }
    guard let result else { preconditionFailure("nobody has looked at the state") }
    return (result, ticket)
  }

  @usableFromInline
  func lookAtDurable(_ body: (Workspace) -> Void) -> UInt64 {
    let (copy, ticket) = state.withLock { state -> (Workspace?, UInt64) in
      let ticket = pending(state.current)
      if ticket != 0 {
        isDurableRead.store(true, ordering: .relaxed)
        if let copy = state.durable.read() { return (copy, 0) }
      }
      body(state.workspace)
      return (nil, ticket)
    }
    if let copy { body(copy) }
    return ticket
  }

  /// Takes what is queued and, if somebody may want to see it, the state that it leads to.
  ///
  /// - Parameter copies: whether the state is wanted in any case.
  func takeBatch(copies: Bool = false) -> (batch: [Waiting], state: Workspace?) {
    // As a rule nobody reads: then whoever makes transactions need not be disturbed.
    guard copies || isDurableRead.load(ordering: .relaxed) else {
      return (queue.withLock { $0.take() }, nil)
    }
    return state.withLock { state in
      let batch = queue.withLock { $0.take() }
      if batch.isEmpty { return (batch, nil) }
      if state.durable.wantsNext() { return (batch, state.workspace) }
      isDurableRead.store(state.durable.workspace != nil, ordering: .relaxed)
      return (batch, copies ? state.workspace : nil)
    }
  }

  /// Shows the state that a durable batch led to in place of the one before; without one, none.
  ///
  /// Done before the batch is settled: whoever was told that it is finds nothing older.
  func show(_ workspace: Workspace?) {
    guard isDurableRead.load(ordering: .relaxed) else { return }
    var workspace = workspace
    // The copy before is let go of without the lock.
    state.withLock { swap(&$0.durable.workspace, &workspace) }
  }

  /// Drops the copy if it lacks what was made ready since.
  func dropDurable(unless isReady: (Document) -> Bool) {
    let isStale = state.withLock { $0.durable.workspace.map { !isReady($0.document) } ?? false }
    if isStale { show(nil) }
  }
}
