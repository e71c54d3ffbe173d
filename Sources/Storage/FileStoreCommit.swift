import Kernel
import Synchronization
import Todo

// The writing side of the store: one thread at a time takes what is queued, writes it, syncs it, and
// settles its tickets. As a rule that is the committer.
extension FileStore {
  /// The committer's life.
  func commitUntilClosed() {
    while waitForWork() {
      // Where processors are scarce, those who wait for one have more to write: one sync for all of
      // it costs less than two. Where none are, this takes no time.
      Thread.yield()
      commit()
    }
  }

  /// Waits until something is queued or a compaction has a new file; `false` when the store is
  /// closing and nothing is left.
  private func waitForWork() -> Bool {
    while true {
      let answer: Bool? = queue.withLock { queue in
        if !queue.waiting.isEmpty { return true }
        if queue.isClosing { return false }
        if queue.compacts { return true }
        queue.isIdle = true
        return nil
      }
      if let answer { return answer }
      bell.wait()
    }
  }

  /// Writes everything that is queued, in one go. Without threads this is called by hand.
  package func commit() {
    journal.withLock { journal in
      guard var open = journal else { return }
      let (batch, state) = takeBatch(copies: takeCompacts() && isDue(open))
      if !batch.isEmpty, !commit(batch, leadingTo: state, to: &open) {
        journal = nil
        return
      }
      compactIfDue(&open, state)
      journal = open
    }
    if !options.hasThreads { queue.withLock { $0.isIdle = true } }
  }

  private func takeCompacts() -> Bool {
    queue.withLock { queue in
      defer { queue.compacts = false }
      return queue.compacts
    }
  }

  // MARK: In place of the committer

  /// Has everything written that is queued.
  ///
  /// - Parameter here: whether the calling thread may wait for the disk. It then writes in place of
  ///   the committer, whose waking and answer take as long as the sync of a fast disk, and all
  ///   tickets are settled when this returns; unless somebody writes already, there is more to do
  ///   than to append, or the disk was slow the last time.
  public func push(here: Bool) {
    let isMine = queue.withLock { queue in
      guard queue.isIdle, !queue.waiting.isEmpty else { return false }
      queue.isIdle = false
      return true
    }
    guard isMine else { return }
    if here { commitHere() }
    let isDone = queue.withLock { queue in
      queue.isIdle = queue.waiting.isEmpty && !queue.compacts && !queue.isClosing
      return queue.isIdle
    }
    if !isDone { bell.ring() }
  }

  /// Writes what is queued, if that is all there is to do and will not take long.
  private func commitHere() {
    _ = journal.withLockIfAvailable { journal in
      guard var open = journal, !open.mustMove, open.lastAppend < options.patience else { return }
      let (batch, state) = takeBatch()
      guard commit(batch, leadingTo: state, to: &open) else {
        journal = nil
        return
      }
      if isDue(open) { queue.withLock { $0.compacts = true } }
      journal = open
    }
  }

  /// Writes a batch and settles it; `false` if nothing may be written any more.
  private func commit(
    _ batch: [Waiting], leadingTo state: Workspace?, to journal: inout Journal
  ) -> Bool {
    guard move(&journal, before: batch) else { return true }
    var writer = LineWriter()
    writer.reserve(batch.count * 512)
    for waiting in batch { writer.line(waiting.transaction, synced: journal.revision) }
    let last = batch[batch.count - 1]
    do throws(Journal.AppendFailure) {
      try journal.append(
        writer.bytes, lastRevision: last.transaction.revision, count: batch.count)
      show(state)
      succeed(last.ticket)
    } catch {
      switch error {
      case .notWritten(let reason): fail(batch, "cannot write \(journal.path): \(reason)")
      case .notSynced(let reason): stop(batch, journal, reason)
      case .notCutBack(let reason):
        abandon(journal, reason)
        return false
      }
    }
    return true
  }

  /// Brings a journal that is not to be trusted to a new file; `false`, and the batch has failed, if
  /// that does not work.
  private func move(_ journal: inout Journal, before batch: [Waiting]) -> Bool {
    guard let state = journal.toMove else { return true }
    do throws(Journal.AdoptFailure) {
      try journal.move(state, now: options.now())
      return true
    } catch {
      switch error {
      case .kept(let reason): fail(batch, "\(reason)")
      case .unknown(let reason): stop(batch, journal, reason)
      }
      return false
    }
  }

  // MARK: Outcomes

  private func succeed(_ ticket: UInt64) {
    settle { settlements in
      settlements.settled = ticket
      settlements.health = nil
    }
    settled.store(ticket, ordering: .releasing)
    announce()
  }

  /// Takes back everything that is not durable: the batch and what was made after it, since that
  /// stands on it.
  private func fail(_ batch: [Waiting], _ reason: String, forGood: Bool = false) {
    log(reason)
    state.withLock { state in
      let later = queue.withLock { $0.take() }
      for waiting in (batch + later).reversed() { state.workspace.rollBack(waiting.rollback) }
      state.current = 0
      state.durable.workspace = nil
      if forGood { state.stopped = reason }
      let newest = state.issued
      settle { settlements in
        settlements.fail(through: newest)
        settlements.health = reason
      }
      hasFailed.store(true, ordering: .releasing)
      settled.store(newest, ordering: .releasing)
    }
    announce()
  }

  /// No more writes until a restart.
  func stop(_ batch: [Waiting], _ journal: Journal, _ reason: SystemError) {
    journal.leaveDistrust(reason, log: log)
    fail(
      batch,
      "\(journal.path) could not be made durable (\(reason)): nothing is accepted until a restart",
      forGood: true)
  }

  /// What the file holds is unknown: to say that it worked could be false, and so could the
  /// opposite. Ends the process; the next start reads what is there.
  private func abandon(_ journal: Journal, _ reason: SystemError) {
    let message =
      "a failed write could not be cut off \(journal.path) (\(reason)): the program ends, since "
      + "what the file holds is unknown"
    log(message)
    state.withLock { $0.stopped = message }
    options.end()
  }

  private func settle(_ body: (inout Settlements) -> Void) {
    settlements.withLock { body(&$0) }
  }

  private func announce() {
    settlements.withLock { $0.listener }?.hear()
  }
}

extension FileStore.Queue {
  /// Everything that waits, in order of the tickets; nothing is left.
  mutating func take() -> [FileStore.Waiting] {
    defer { waiting = [] }
    return waiting
  }
}

extension FileStore.Settlements {
  /// Everything up to the ticket that was not settled has failed.
  fileprivate mutating func fail(through ticket: UInt64) {
    guard ticket > settled else { return }
    if let last = failed.last, last.upperBound == settled {
      failed[failed.count - 1] = last.lowerBound...ticket
    } else {
      failed.append(settled + 1...ticket)
    }
    settled = ticket
  }
}
