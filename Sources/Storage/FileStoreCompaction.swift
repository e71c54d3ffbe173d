import Kernel
import Synchronization
import Todo

/// A compaction that is under way, and when the next one is due.
struct CompactionState: ~Copyable, Sendable {
  var isCancelled = false
  var thread: Thread?
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
  func compactIfDue(_ journal: inout Journal) {
    if let result = compaction.withLock({ $0.takeResult() }) {
      return finish(result, &journal)
    }
    guard isDue(journal) else { return }
    let work = Compaction(of: journal, time: options.now()) { [self] in
      compaction.withLock { $0.isCancelled }
    }
    if options.hasThreads {
      start(journal) { work.result }
    } else {
      let result = work.result
      compaction.withLock { $0.result = result }
    }
  }

  func isDue(_ journal: Journal) -> Bool {
    let (skipped, isBusy) = compaction.withLock { ($0.skipped, $0.thread != nil || $0.isCancelled) }
    if isBusy || state.withLock({ $0.stopped != nil }) { return false }
    if let limit = options.compactAfter {
      return journal.transactions - skipped.transactions >= limit
    }
    let bytes = journal.end - journal.snapshotEnd
    return bytes - skipped.bytes > max(Self.floor, Self.factor * journal.snapshotEnd)
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
        try journal.adopt(replacement)
        compaction.withLock { $0.skipped = (0, 0) }
      } catch {
        switch error {
        case .kept(let reason): skip(journal, "no compaction: \(reason)")
        case .unknown(let reason): stop([], journal, reason)
        }
      }
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

extension Compaction {
  fileprivate var result: Result<Replacement, StorageError> {
    do throws(StorageError) {
      return .success(try prepare())
    } catch {
      return .failure(error)
    }
  }
}
