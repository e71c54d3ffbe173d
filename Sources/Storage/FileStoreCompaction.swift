import Kernel
import Synchronization
import Todo

/// A compaction that is under way, and when the next one is due.
struct CompactionState: ~Copyable, Sendable {
  var isCancelled = false
  var thread: Thread?
  /// What a compaction that begins is to write. Its thread takes it, and lets go of it in the end:
  /// what the copy alone still holds by then is no work for anybody else.
  var state: Workspace?
  /// What a running compaction came to; the committer takes it.
  var result: Result<Replacement, StorageError>?
  /// The transactions and bytes of the journal when the last attempt failed: the next one is not made
  /// before as much has come again.
  var skipped = (transactions: 0, bytes: 0)
}

// Compaction: another thread makes the new file while requests are served and lines are written;
// the committer puts it in the journal's place between two batches.
extension FileStore {
  /// A journal this small is never worth compacting, in bytes.
  private static let floor = 4 << 20
  /// How many times the room of its snapshot a journal's transactions may take.
  private static let factor = 4

  /// Starts a compaction if it is time, or ends one whose file is there.
  ///
  /// - Parameter copy: the state that the last batch led to, if it was copied.
  func compactIfDue(_ journal: inout Journal, _ copy: Workspace?) {
    if let result = compaction.withLock({ $0.takeResult() }) {
      return finish(result, &journal)
    }
    guard isDue(journal) else { return }
    guard var state = durableState(at: journal, copy) else {
      // More waits already. The batch with it is taken together with the state that it leads to.
      return queue.withLock { $0.compacts = true }
    }
    state.forgetDerived()
    compaction.withLock { $0.state = state }
    let work = Compaction(of: journal, time: options.now()) { [self] in
      compaction.withLock { $0.isCancelled }
    }
    if options.hasThreads {
      start(journal) { [self] in result(of: work) }
    } else {
      let result = result(of: work)
      compaction.withLock { $0.result = result }
    }
  }

  /// The state that the lines of the journal come to, up to its end and no further; `nil` if there is
  /// only one with transactions that are not on disk, and may never be.
  ///
  /// The revisions tell. Whoever calls this has the journal, so no batch is under way: each that was
  /// taken is on disk, and its last number is the journal's, or was taken back, and what stood on it
  /// as well. So the present state has the journal's number exactly if nothing waits. The copy was
  /// made when the batch was taken, under the lock under which transactions are applied and queued:
  /// it has that batch and no more, and the journal's number exactly if the batch is on disk.
  private func durableState(at journal: Journal, _ copy: Workspace?) -> Workspace? {
    if let copy, copy.revision == journal.revision { return copy }
    return state.withLock { $0.workspace.revision == journal.revision ? $0.workspace : nil }
  }

  private func result(of work: Compaction) -> Result<Replacement, StorageError> {
    guard let state = compaction.withLock({ $0.state.take() }) else { return .failure(.cancelled) }
    do throws(StorageError) {
      return .success(try work.prepare(with: state))
    } catch {
      return .failure(error)
    }
  }

  func isDue(_ journal: Journal) -> Bool {
    // As a rule it is not, whatever else there is to know; and who must move writes a new file anyway.
    guard hasGrown(journal, since: (0, 0)), !journal.mustMove else { return false }
    let (skipped, isBusy) = compaction.withLock { ($0.skipped, $0.thread != nil || $0.isCancelled) }
    if isBusy || state.withLock({ $0.stopped != nil }) { return false }
    return hasGrown(journal, since: skipped)
  }

  /// Whether enough came since the journal had so many transactions, and so many bytes of them.
  private func hasGrown(
    _ journal: Journal, since start: (transactions: Int, bytes: Int)
  ) -> Bool {
    if let limit = options.compactAfter {
      return journal.transactions - start.transactions >= limit
    }
    let bytes = journal.end - journal.snapshotEnd
    return bytes - start.bytes > max(Self.floor, Self.factor * journal.snapshotEnd)
  }

  /// Lets a thread of its own do a part of a compaction.
  private func start(
    _ journal: Journal, _ body: @escaping @Sendable () -> Result<Replacement, StorageError>
  ) {
    do throws(SystemError) {
      try compaction.withLock { compaction throws(SystemError) in
        compaction.thread = try Thread { [self] in
          Thread.giveWay()
          let result = body()
          self.compaction.withLock { $0.result = result }
          queue.withLock { queue in
            queue.compacts = true
            queue.isIdle = false
          }
          bell.ring()
        }
      }
    } catch {
      _ = compaction.withLock { $0.state.take() }
      skip(journal, "no compaction: \(error)")
    }
  }

  private func finish(_ result: Result<Replacement, StorageError>, _ journal: inout Journal) {
    joinThread()
    switch result {
    case .failure(.cancelled): return
    case .failure(let reason): skip(journal, "no compaction: \(reason)")
    case .success(let replacement):
      // A journal that is not to be trusted any more stays as it is.
      if state.withLock({ $0.stopped != nil }) { return journal.discardNewFile() }
      if options.hasThreads, replacement.isFarBehind(journal) {
        return start(journal) { [journal] in replacement.catchingUp(with: journal) }
      }
      do throws(Journal.AdoptFailure) {
        let replaced = journal.file
        try journal.adopt(replacement)
        compaction.withLock { $0.skipped = (0, 0) }
        letGo(of: replaced)
      } catch {
        switch error {
        case .kept(let reason): skip(journal, "no compaction: \(reason)")
        case .unknown(let reason): stop([], journal, reason)
        }
      }
    }
  }

  /// Has a thread of its own close a file that has lost its name: with that all its bytes go, which
  /// takes a tenth of a second for some hundred megabytes.
  private func letGo(of file: OpenFile) {
    guard options.hasThreads else { return }
    do throws(SystemError) {
      _ = try Thread { [self] in
        // Whoever has the journal at present has the file as well.
        withExtendedLifetime(file) { journal.withLock { _ in } }
      }
    } catch {
      // Then whoever has the journal closes it.
    }
  }

  private func skip(_ journal: Journal, _ message: String) {
    log(message)
    journal.discardNewFile()
    compaction.withLock {
      $0.skipped = (journal.transactions, journal.end - journal.snapshotEnd)
    }
  }

  private func joinThread() {
    if let thread = compaction.withLock({ $0.thread.take() }) { thread.join() }
  }

  /// Waits for a compaction that was told to give up.
  func endCompaction() {
    joinThread()
    guard case .success = compaction.withLock({ $0.takeResult() }) else { return }
    journal.withLock { $0?.discardNewFile() }
  }
}

extension CompactionState {
  fileprivate mutating func takeResult() -> Result<Replacement, StorageError>? {
    defer { result = nil }
    return result
  }
}
