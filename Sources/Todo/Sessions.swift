/// The histories of the sessions that were used last.
struct Sessions: Sendable {
  /// How many are remembered.
  static let limit = 1_000

  private var sessions: [SessionID: Session] = [:]

  init() {}

  init(_ sessions: [SessionID: Session]) {
    self.sessions = sessions
  }

  subscript(id: SessionID) -> Session? { sessions[id] }

  func knows(_ id: SessionID) -> Bool { sessions.index(forKey: id) != nil }

  /// The longest unused first.
  var all: [Session] {
    sessions.values.sorted { ($0.lastUsed, $0.id) < ($1.lastUsed, $1.id) }
  }

  /// How to take back what a transaction did to a history. It holds the differences only, so that a
  /// history of a thousand steps is never copied.
  struct Reversal: Sendable {
    let session: SessionID
    /// `nil` if the session is new.
    let lastUsed: Int?
    let forgotten: Session?
    let step: StepReversal

    enum StepReversal: Sendable {
      case pushed(History.Pushed)
      case moved(Direction, steps: Int)
      case skipped(Direction, Step)
    }
  }

  /// Whether the history has the steps that a transaction goes or skips.
  func allows(_ transaction: Transaction) -> Bool {
    switch transaction.action {
    case .perform: return true
    case .step(let direction, let steps):
      return steps > 0 && history(of: transaction)?.stack(direction).count ?? 0 >= steps
    case .skip(let direction, let step):
      return history(of: transaction)?.next(direction)?.revision == step
    }
  }

  private func history(of transaction: Transaction) -> History? {
    transaction.session.flatMap { sessions[$0] }?.history
  }

  /// Notes a transaction that it allows in its session's history.
  mutating func note(_ transaction: Transaction) -> Reversal? {
    guard let id = transaction.session else { return nil }
    var lastUsed: Int?
    var forgotten: Session?
    let index: Dictionary<SessionID, Session>.Index
    if let known = sessions.index(forKey: id) {
      index = known
      lastUsed = sessions.values[index].lastUsed
    } else {
      if sessions.count >= Self.limit { forgotten = forgetLongestUnused() }
      sessions[id] = Session(id: id, lastUsed: transaction.revision)
      guard let new = sessions.index(forKey: id) else { return nil }
      index = new
    }
    sessions.values[index].lastUsed = transaction.revision
    let step: Reversal.StepReversal
    switch transaction.action {
    case .perform(let label):
      let new = Step(
        revision: transaction.revision, label: label, changes: transaction.changes,
        time: transaction.time)
      step = .pushed(sessions.values[index].history.push(new))
    case .step(let direction, let steps):
      sessions.values[index].history.move(direction, steps: steps)
      step = .moved(direction, steps: steps)
    case .skip(let direction, let revision):
      let skipped = sessions.values[index].history.skip(direction, revision: revision)
      guard let skipped else { return nil }
      step = .skipped(direction, skipped)
    }
    return Reversal(session: id, lastUsed: lastUsed, forgotten: forgotten, step: step)
  }

  mutating func takeBack(_ reversal: Reversal) {
    let id = reversal.session
    switch reversal.step {
    case .pushed(let pushed): sessions[id]?.history.takeBack(pushed)
    case .moved(let direction, let steps):
      sessions[id]?.history.move(direction.opposite, steps: steps)
    case .skipped(let direction, let step): sessions[id]?.history.putBack(direction, step)
    }
    if let lastUsed = reversal.lastUsed {
      sessions[id]?.lastUsed = lastUsed
    } else {
      sessions[id] = nil
    }
    if let forgotten = reversal.forgotten { sessions[forgotten.id] = forgotten }
  }

  private mutating func forgetLongestUnused() -> Session? {
    let oldest = sessions.values.min { ($0.lastUsed, $0.id) < ($1.lastUsed, $1.id) }
    return oldest.flatMap { sessions.removeValue(forKey: $0.id) }
  }
}
