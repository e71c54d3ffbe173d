import Kernel
import Synchronization
public import Todo

/// A workspace whose transactions are on disk.
///
/// A transaction is applied at once, in memory, and gets a ticket; a thread of its own writes the
/// lines of all that came meanwhile in one go and makes them durable with one sync; where nothing
/// else is to be done, the thread that made it does so itself (``push(here:)``). Only then may
/// anything leave that shows them: an answer waits until the ticket it was made with is settled, or
/// shows the state before (``readDurable(_:)``). If the disk refuses, every transaction that is not
/// durable is taken back and its ticket has failed. See JournalFormat.swift for the file.
public final class FileStore: Sendable {
  /// The folder, without symbolic links.
  public let folder: String
  let state: Mutex<State>
  let queue: Mutex<Queue>
  let settlements: Mutex<Settlements>
  /// The newest settled ticket.
  let settled = Atomic<UInt64>(0)
  /// Whether any ticket has ever failed.
  let hasFailed = Atomic(false)
  /// Whether a copy of the durable state is there or wanted. Set under the lock of the state.
  let isDurableRead = Atomic(false)
  /// The journal, `nil` once the store is closed or can only be read. Whoever writes takes it for as
  /// long as that takes, so that lines stand in the order of their tickets; nobody waits for it.
  let journal: Mutex<Journal?>
  let compaction = Mutex(CompactionState())
  let bell = Doorbell()
  let options: Options
  let log: @Sendable (String) -> Void
  private let lock: Mutex<OpenFile?>
  private let committer = Mutex<Thread?>(nil)

  /// What the store is to do besides keeping things.
  public struct Options: Sendable {
    /// After how many transactions the journal is compacted; `nil`: when the transactions take
    /// several times the room of what they come to.
    public var compactAfter: Int?
    /// Whether threads of the store do the writing. Without them `commit()` does; the new file of a
    /// compaction is made by one call of it and takes its place in the next.
    package var hasThreads = true
    /// What an append may have taken for the next one to be made by a thread that has more to do, in
    /// nanoseconds.
    package var patience = 2_000_000
    /// When the journal grows by more than its lines need, and by how much.
    package var room = JournalRoom()
    /// Tells the time of new files.
    package var now: @Sendable () -> Timestamp = {
      Timestamp(milliseconds: Int64(Clock.unixMilliseconds()))
    }
    /// Ends the process: what the file holds is unknown, so no answer would be true.
    package var end: @Sendable () -> Void = { endProcess(status: 3) }

    public init(compactAfter: Int? = nil) {
      self.compactAfter = compactAfter
    }
  }

  struct State: Sendable {
    var workspace: Workspace
    /// The newest ticket.
    var issued: UInt64 = 0
    /// The ticket of the last transaction in the workspace; 0 if all are durable.
    var current: UInt64 = 0
    /// What is shown while that one is not durable yet.
    var durable = DurableCopy()
    /// Why nothing is accepted until a restart.
    var stopped: String?
  }

  /// What waits to be written, and whether somebody is there to do it.
  struct Queue: Sendable {
    var waiting: [Waiting] = []
    /// Whether the committer sleeps and nobody writes in its place. Whoever ends that has to write
    /// what waits, or to ring the bell.
    var isIdle = false
    /// Whether a compaction is due or has a new file.
    var compacts = false
    var isClosing = false
  }

  /// An object, since it is handed on from whoever made it to whoever writes it.
  final class Waiting: Sendable {
    let ticket: UInt64
    let transaction: Transaction
    let rollback: Rollback

    init(ticket: UInt64, transaction: Transaction, rollback: Rollback) {
      self.ticket = ticket
      self.transaction = transaction
      self.rollback = rollback
    }
  }

  struct Settlements: Sendable {
    var settled: UInt64 = 0
    /// Those of the settled tickets that failed, in order.
    var failed: [ClosedRange<UInt64>] = []
    var health: String?
    var listener: Listener?
  }

  /// Hears that tickets were settled. An object, which is taken out of its lock at no cost.
  final class Listener: Sendable {
    let hear: @Sendable () -> Void
    init(hear: @escaping @Sendable () -> Void) { self.hear = hear }
  }

  /// Opens the store in a folder, or makes a new one there.
  ///
  /// - Parameters:
  ///   - log: is told in one line what a person should know.
  ///   - firstStart: makes the first transaction of a new store.
  /// - Throws: what stands in the way. Damaged files are left as they are.
  public convenience init(
    folder: String, options: Options = Options(), log: @escaping @Sendable (String) -> Void,
    firstStart: (Workspace) -> Transaction?
  ) throws(StorageError) {
    try self.init(
      folder: folder, fileSystem: RealFileSystem(), options: options, log: log,
      firstStart: firstStart)
  }

  package init(
    folder: String, fileSystem: any FileSystem, options: Options,
    log: @escaping @Sendable (String) -> Void, firstStart: (Workspace) -> Transaction?
  ) throws(StorageError) {
    let opened = try StoreOpening(fileSystem: fileSystem, log: log).open(
      folder, now: options.now(), firstStart: firstStart)
    self.folder = opened.folder.path
    self.options = options
    self.log = log
    state = Mutex(State(workspace: opened.workspace, stopped: opened.readOnly))
    queue = Mutex(Queue(isIdle: !options.hasThreads))
    settlements = Mutex(Settlements(health: opened.readOnly))
    var journal = opened.journal
    journal?.room = options.room
    self.journal = Mutex(journal)
    lock = Mutex(opened.folder.lock)
    if options.hasThreads, journal != nil { try startCommitter() }
  }

  private func startCommitter() throws(StorageError) {
    do throws(SystemError) {
      try committer.withLock { committer throws(SystemError) in
        committer = try Thread { [self] in commitUntilClosed() }
      }
    } catch {
      throw .system(StorageError.Failure("start a thread for", folder, error))
    }
  }

  // MARK: Tickets

  public enum Settlement: Hashable, Sendable {
    /// Not decided yet.
    case pending
    /// On disk.
    case durable
    /// The disk refused, and what the ticket stands for was taken back.
    case failed
  }

  /// What became of a ticket.
  public func settlement(of ticket: UInt64) -> Settlement {
    if ticket > settled.load(ordering: .acquiring) { return .pending }
    if !hasFailed.load(ordering: .acquiring) { return .durable }
    let isAmongFailed = settlements.withLock { $0.failed.contains { $0.contains(ticket) } }
    return isAmongFailed ? .failed : .durable
  }

  /// Sets what is called, by the thread that writes, whenever tickets were settled.
  public func onSettled(_ body: @escaping @Sendable () -> Void) {
    settlements.withLock { $0.listener = Listener(hear: body) }
  }

  /// Why nothing can be written, if so. It is `nil` again when the next write succeeds.
  public var health: String? {
    settlements.withLock { $0.health }
  }

  // MARK: Closing

  /// Writes what is queued, and lets go of the folder. Nothing is accepted afterwards.
  public func close() {
    state.withLock { if $0.stopped == nil { $0.stopped = "the program ends" } }
    queue.withLock { queue in
      queue.isClosing = true
      queue.isIdle = false
    }
    compaction.withLock { $0.isCancelled = true }
    bell.ring()
    if let thread = committer.withLock({ $0.take() }) { thread.join() }
    if !options.hasThreads { commit() }
    endCompaction()
    journal.withLock { journal in
      journal?.giveRoomBack()
      journal = nil
    }
    lock.withLock { $0 = nil }
  }
}
