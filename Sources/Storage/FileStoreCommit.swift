import Kernel
import Synchronization
import Todo

// The writing side of the store: one thread takes what is queued, writes it, syncs it, and settles
// its tickets.
extension FileStore {
  /// The committer's life.
  func commitUntilClosed() {
    while waitForWork() { commit() }
  }

  /// Waits until something is queued or a compaction has a new file; `false` when the store is
  /// closing and nothing is left.
  private func waitForWork() -> Bool {
    while true {
      let answer: Bool? = queue.withLock { queue in
        if !queue.waiting.isEmpty { return true }
        if queue.isClosing { return false }
        if compaction.withLock({ $0.result != nil }) { return true }
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
      let batch = queue.withLock { queue in
        defer { queue.waiting = [] }
        return queue.waiting
      }
      if !batch.isEmpty, !commit(batch, to: &open) {
        journal = nil
        return
      }
      compactIfDue(&open)
      journal = open
    }
  }

  /// Writes a batch and settles it; `false` if nothing may be written any more.
  private func commit(_ batch: [Waiting], to journal: inout Journal) -> Bool {
    guard move(&journal, before: batch) else { return true }
    var writer = LineWriter()
    for waiting in batch { writer.line(waiting.transaction, synced: journal.revision) }
    let last = batch[batch.count - 1]
    do throws(Journal.AppendFailure) {
      try journal.append(
        writer.bytes, lastRevision: last.transaction.revision, count: batch.count)
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
    guard journal.mustMove else { return true }
    do throws(Journal.AdoptFailure) {
      try journal.move(now: options.now())
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
      let later = queue.withLock { queue in
        defer { queue.waiting = [] }
        return queue.waiting
      }
      for waiting in (batch + later).reversed() { state.workspace.rollBack(waiting.rollback) }
      state.current = 0
      if forGood { state.stopped = reason }
      let newest = state.issued
      settle { settlements in
        settlements.fail(through: newest)
        settlements.health = reason
      }
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
    settlements.withLock { $0.onSettled }?()
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
