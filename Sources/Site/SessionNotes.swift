internal import Synchronization
internal import Todo

/// What is known of sessions in memory only: those that were given out but have no step yet, and
/// the message that a session's next page will show.
final class SessionNotes: Sendable {
  /// Sessions remembered here; of more the oldest are forgotten, at the cost of a new cookie or of
  /// a message.
  static let limit = 10_000

  private struct State {
    var issued: [SessionID: Message?] = [:]
    var order: [SessionID] = []
  }

  /// What a session is told once.
  struct Message: Sendable {
    let note: Note
    /// The revision in which what it tells of has happened; pages of earlier ones do not show it.
    var revision = 0
  }

  private let state = Mutex(State())

  /// A new session, known from now on.
  func issue() -> SessionID {
    let id = SessionID.random()
    set(nil, for: id)
    return id
  }

  /// Whether the server gave this session out since it started.
  func isIssued(_ id: SessionID) -> Bool {
    state.withLock { $0.issued[id] != nil }
  }

  /// Keeps a message for the session's next page, in place of an earlier one.
  func set(_ message: consuming Message?, for id: SessionID) {
    var message = message
    state.withLock { state in
      if state.issued.updateValue(message.take(), forKey: id) == nil {
        state.order.append(id)
        if state.order.count > Self.limit * 2 {
          for old in state.order.prefix(Self.limit) { state.issued[old] = nil }
          state.order.removeFirst(Self.limit)
        }
      }
    }
  }

  /// Takes the session's message, which is shown once, for a page of a revision. It stays where it
  /// is if the page does not show yet what it tells of.
  func take(_ id: SessionID, at revision: Int) -> Message? {
    state.withLock { state in
      guard let message = state.issued[id] ?? nil, message.revision <= revision else { return nil }
      state.issued[id] = .some(nil)
      return message
    }
  }
}
