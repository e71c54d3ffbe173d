/// The whole state that a journal replays to: the document, every session's history, the forms that
/// were sent already, and the revision.
///
/// It changes by transactions alone. `perform`, `step` and `skip` only make them; `apply` is the same
/// whether a transaction is new or comes from the journal, so replay cannot differ from what was
/// live.
///
/// ```swift
/// var workspace = Workspace()
/// var journal: [Transaction] = []
/// let me = SessionID.random()
/// let now = Timestamp(milliseconds: 1_764_000_000_000)
///
/// func perform(_ command: some Command) throws {
///   guard let made = try workspace.perform(command, session: me, time: now) else { return }
///   try workspace.apply(made)
///   journal.append(made)
/// }
/// let home = CreateList(name: try Title("Home"), time: now)
/// let milk = CreateItem(title: try Title("Buy milk"), list: home.id, time: now)
/// try perform(home)
/// try perform(milk)
/// try perform(RemoveItem(milk.id))
/// if case .transaction(let undo) = workspace.step(.undo, session: me, time: now) {
///   try workspace.apply(undo)  // The item is back at its place,
///   journal.append(undo)       // and the journal says how.
/// }
/// ```
public struct Workspace: Sendable {
  public internal(set) var document: Document
  var histories: Sessions
  var tokens: OnceTokens

  /// The revision of the last transaction; 0 before the first.
  public var revision: Int { document.revision }

  /// Counts what happened in memory, transactions and their rollbacks alike. It never goes back: as
  /// long as it is the same, so is everything else here. It means nothing to another process.
  public private(set) var edition: UInt64 = 0

  /// Nothing at all: no list, no session.
  public init() {
    self.init(document: Document(), histories: Sessions(), tokens: OnceTokens())
  }

  init(document: Document, histories: Sessions, tokens: OnceTokens) {
    self.document = document
    self.histories = histories
    self.tokens = tokens
  }

  /// What is known of a session; `nil` if it did nothing yet or was forgotten.
  public func session(_ id: SessionID) -> Session? {
    histories[id]
  }

  /// Whether `session(_:)` knows anything of it.
  public func knows(_ id: SessionID) -> Bool {
    histories.knows(id)
  }

  /// Every session, the longest unused first.
  public var sessions: [Session] { histories.all }

  /// The form sent before with this token by that session or, without a session, by whichever.
  public func once(_ token: String, session: SessionID?) -> OnceToken? {
    tokens.find(token, session: session)
  }

  /// Every token that still counts, the oldest first.
  public var onceTokens: [OnceToken] { tokens.all }

  /// Forgets what was only made ready: a copy that is not read that way need not hold it.
  package mutating func forgetDerived() { document.forgetDerived() }

  /// Makes ready what a view needs to be read fast (`Document.prepare(for:of:)`).
  public mutating func prepare(for view: View, of list: ListID) {
    document.prepare(for: view, of: list)
  }

  /// Does a part of that (`Document.prepareSome(for:of:)`).
  public mutating func prepareSome(for view: View, of list: ListID) -> Bool {
    document.prepareSome(for: view, of: list)
  }

  /// Makes ready what a search needs to be fast (`Document.prepareSearch(for:)`).
  public mutating func prepareSearch(for text: String) {
    document.prepareSearch(for: text)
  }

  /// Does a part of that (`Document.prepareSomeSearch(for:)`).
  public mutating func prepareSomeSearch(for text: String) -> Bool {
    document.prepareSomeSearch(for: text)
  }
}

// MARK: - Making transactions

extension Workspace {
  /// The transaction that does what a command asks for, not yet applied; `nil` if all is already as
  /// asked for.
  public func perform(
    _ command: some Command, session: SessionID?, time: Timestamp, once: Once? = nil
  ) throws(Refusal) -> Transaction? {
    var changes = try command.changes(in: document)
    if changes.isEmpty { return nil }
    let label = command.label(for: changes, in: document)
    noteCompletion(in: &changes, at: time)
    return Transaction(
      revision: revision + 1, time: time, session: session, action: .perform(label),
      changes: changes, once: once)
  }

  /// Puts behind each change that marks an item done or open one that notes when that was: part of
  /// the step, whatever command it comes from. No command marks many.
  private func noteCompletion(in changes: inout [Change], at time: Timestamp) {
    var position = changes.count
    while position > 0 {
      if let completion = completion(of: changes.span, position - 1, at: time) {
        if position == changes.count {
          changes.append(completion)
        } else {
          changes.insert(completion, at: position)
        }
      }
      position -= 1
    }
  }

  /// What notes when the item was done that a change marks done or open; `nil` of other changes.
  private func completion(
    of changes: Span<Change>, _ position: Int, at time: Timestamp
  ) -> Change? {
    guard
      case .setProperty(let id, Property.done.erased, _, .flag(let isDone)) = changes[position],
      let present = document.completed(id)
    else { return nil }
    let completed = isDone ? time : nil
    if present == completed { return nil }
    return .setProperty(
      id, Property.completed.erased, from: .time(present), to: .time(completed))
  }

  /// What stepping through a history comes to.
  public enum StepOutcome: Sendable {
    /// The transaction that makes the steps, not yet applied.
    case transaction(Transaction)
    /// There is no step in that direction.
    case nothing
    /// This step, or one before it on the way, would overwrite what others did since; no step of
    /// them is made.
    case conflict(Conflict, Step)
  }

  /// Steps through a session's history, to its end if there are fewer steps.
  public func step(
    _ direction: Direction, steps: Int = 1, session id: SessionID, time: Timestamp
  ) -> StepOutcome {
    let stack = histories[id]?.history.stack(direction) ?? Steps()
    let wanted = stack.suffix(max(0, steps))
    if wanted.isEmpty { return .nothing }
    var check = ConflictCheck(document: document)
    var made: [Change] = []
    for step in wanted.reversed() {
      let changes = direction == .undo ? step.changes.inverse : step.changes
      for change in changes {
        if let reason = check.check(change) {
          return .conflict(Conflict(change: change, reason: reason), step)
        }
      }
      made += changes
    }
    return .transaction(
      Transaction(
        revision: revision + 1, time: time, session: id,
        action: .step(direction, steps: wanted.count), changes: made))
  }

  /// The transaction that drops the next step from a session's history, if it is that one; `nil` if
  /// it is not (any more).
  public func skip(
    _ direction: Direction, step: Int, session id: SessionID, time: Timestamp
  ) -> Transaction? {
    guard histories[id]?.history.next(direction)?.revision == step else { return nil }
    return Transaction(
      revision: revision + 1, time: time, session: id, action: .skip(direction, step: step),
      changes: [])
  }
}

// MARK: - Applying transactions

/// Why a transaction cannot be applied. Only one that was not made from this very state can fail.
public enum TransactionError: Error, Hashable, Sendable {
  /// It does not follow the last one.
  case wrongRevision(expected: Int, found: Int)
  /// The change at this position of it makes no sense.
  case change(Int, ChangeError)
  /// It steps through a history that is not that long, or skips another step than the next.
  case noSuchStep
}

/// How to take back an applied transaction.
public struct Rollback: Sendable {
  /// The revision that the transaction made.
  public let revision: Int
  let reversals: [Reversal]
  let history: Sessions.Reversal?
  let tokens: OnceTokens.Reversal
}

extension Workspace {
  /// Applies a transaction; one that cannot be applied alters nothing.
  @discardableResult
  public mutating func apply(_ transaction: Transaction) throws(TransactionError) -> Rollback {
    try begin(transaction)
    var reversals: [Reversal] = []
    reversals.reserveCapacity(transaction.changes.count)
    let changes = transaction.changes.span
    for position in changes.indices {
      do throws(ChangeError) {
        reversals.append(try document.perform(changes, at: position))
      } catch {
        takeBack(reversals)
        throw .change(position, error)
      }
    }
    return Rollback(
      revision: transaction.revision, reversals: reversals, history: histories.note(transaction),
      tokens: tokens.note(transaction))
  }

  /// Applies a transaction that is never taken back, as one of a journal. After an error a part of it
  /// may be applied, so that the workspace is of no more use.
  public mutating func replay(_ transaction: borrowing Transaction) throws(TransactionError) {
    try begin(transaction)
    let changes = transaction.changes.span
    for position in changes.indices {
      do throws(ChangeError) {
        _ = try document.perform(changes, at: position)
      } catch {
        throw .change(position, error)
      }
    }
    _ = histories.note(transaction)
    _ = tokens.note(transaction)
  }

  private mutating func begin(_ transaction: borrowing Transaction) throws(TransactionError) {
    guard transaction.revision == revision + 1 else {
      throw .wrongRevision(expected: revision + 1, found: transaction.revision)
    }
    guard histories.allows(transaction) else { throw .noSuchStep }
    took(transaction.revision)
  }

  /// Notes that a transaction is applied.
  mutating func took(_ revision: Int) {
    edition += 1
    document.revision = revision
  }

  /// Takes the last transaction back that is not taken back yet: afterwards everything is exactly as
  /// if it had never been applied.
  public mutating func rollBack(_ rollback: Rollback) {
    precondition(rollback.revision == revision, "transactions are taken back newest first")
    edition += 1
    tokens.takeBack(rollback.tokens)
    if let history = rollback.history { histories.takeBack(history) }
    takeBack(rollback.reversals)
  }

  private mutating func takeBack(_ reversals: [Reversal]) {
    for reversal in reversals.reversed() { document.takeBack(reversal) }
    document.revision -= 1
  }
}
