/// The histories of the sessions that were used last.
struct Sessions: Sendable {
  /// How many are remembered.
  static let limit = 1_000

  /// In no order; the table says where each is.
  private var sessions: [Session] = []
  private var table = HandleTable()

  subscript(id: SessionID) -> Session? { index(of: id).map { sessions[$0] } }

  func knows(_ id: SessionID) -> Bool { index(of: id) != nil }

  private func index(of id: SessionID) -> Int? {
    table.find(id) { sessions[Int($0)].id == id }.map { Int($0) }
  }

  /// The longest unused first.
  var all: [Session] {
    sessions.sorted { ($0.lastUsed, $0.id) < ($1.lastUsed, $1.id) }
  }

  /// Adds one that is not known.
  mutating func add(_ session: Session) {
    table.add(session.id, HandleTable.Handle(sessions.count))
    sessions.append(session)
  }

  private mutating func remove(_ index: Int) -> Session {
    let last = sessions.count - 1
    table.remove(sessions[index].id, HandleTable.Handle(index))
    if index < last {
      let moving = sessions[last].id
      table.remove(moving, HandleTable.Handle(last))
      table.add(moving, HandleTable.Handle(index))
      sessions.swapAt(index, last)
    }
    return sessions.removeLast()
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
  func allows(_ transaction: borrowing Transaction) -> Bool {
    switch transaction.action {
    case .perform: return true
    case .step(let direction, let steps):
      guard let index = index(of: transaction) else { return false }
      return steps > 0 && sessions[index].history.count(direction) >= steps
    case .skip(let direction, let step):
      guard let index = index(of: transaction) else { return false }
      return sessions[index].history.nextRevision(direction) == step
    }
  }

  private func index(of transaction: borrowing Transaction) -> Int? {
    guard let id = transaction.session else { return nil }
    return index(of: id)
  }

  /// Notes a transaction that it allows in its session's history.
  mutating func note(_ transaction: Transaction) -> Reversal? {
    guard let id = transaction.session else { return nil }
    var lastUsed: Int?
    var forgotten: Session?
    let index: Int
    if let known = self.index(of: id) {
      index = known
      lastUsed = sessions[index].lastUsed
    } else {
      if sessions.count >= Self.limit { forgotten = forgetLongestUnused() }
      index = sessions.count
      add(Session(id: id, lastUsed: transaction.revision))
    }
    sessions[index].lastUsed = transaction.revision
    let step: Reversal.StepReversal
    switch transaction.action {
    case .perform(let label):
      let new = Step(
        revision: transaction.revision, label: label, changes: transaction.changes,
        time: transaction.time)
      step = .pushed(sessions[index].history.push(new))
    case .step(let direction, let steps):
      sessions[index].history.move(direction, steps: steps)
      step = .moved(direction, steps: steps)
    case .skip(let direction, let revision):
      let skipped = sessions[index].history.skip(direction, revision: revision)
      guard let skipped else { return nil }
      step = .skipped(direction, skipped)
    }
    return Reversal(session: id, lastUsed: lastUsed, forgotten: forgotten, step: step)
  }

  mutating func takeBack(_ reversal: Reversal) {
    guard let index = index(of: reversal.session) else { return }
    if let lastUsed = reversal.lastUsed {
      sessions[index].lastUsed = lastUsed
      takeBack(reversal.step, of: &sessions[index].history)
    } else {
      _ = remove(index)
    }
    if let forgotten = reversal.forgotten { add(forgotten) }
  }

  private func takeBack(_ step: Reversal.StepReversal, of history: inout History) {
    switch step {
    case .pushed(let pushed): history.takeBack(pushed)
    case .moved(let direction, let steps): history.move(direction.opposite, steps: steps)
    case .skipped(let direction, let step): history.putBack(direction, step)
    }
  }

  private mutating func forgetLongestUnused() -> Session? {
    let oldest = sessions.indices.min {
      (sessions[$0].lastUsed, sessions[$0].id) < (sessions[$1].lastUsed, sessions[$1].id)
    }
    return oldest.map { remove($0) }
  }
}
