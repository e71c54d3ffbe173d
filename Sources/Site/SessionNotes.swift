internal import Synchronization
internal import Todo

/// What is known of sessions in memory only: those that were given out but have no step yet, and
/// the message that a session's next page will show.
final class SessionNotes: Sendable {
  /// Sessions remembered here; of more the oldest are forgotten, at the cost of a new cookie or of
  /// a message.
  static let limit = 10_000

  /// What a session is told once.
  struct Message: Sendable {
    var note: Note
    /// The revision in which what it tells of has happened; pages of earlier ones do not show it.
    var revision: Int
  }

  private struct State {
    var sessions: [SessionID: Session] = [:]
    var order: [SessionID] = []

    /// Changes what is known of a session. One that was not known is from now on.
    mutating func update(_ id: SessionID, _ change: (inout Session) -> Void) {
      let count = sessions.count
      change(&sessions[id, default: Session()])
      if sessions.count == count { return }
      order.append(id)
      if order.count > SessionNotes.limit * 2 {
        for old in order.prefix(SessionNotes.limit) { sessions[old] = nil }
        order.removeFirst(SessionNotes.limit)
      }
    }
  }

  private struct Session {
    var message = Message(note: Note(.unchanged), revision: 0)
    /// Whether the message waits to be shown; else it says nothing.
    var isNew = false
  }

  private let state = Mutex(State())

  /// A new session, known from now on.
  func issue() -> SessionID {
    let id = SessionID.random()
    clear(id)
    return id
  }

  /// Whether the server gave this session out since it started.
  func isIssued(_ id: SessionID) -> Bool {
    state.withLock { $0.sessions[id] != nil }
  }

  /// Keeps a message for the session's next page, in place of an earlier one.
  ///
  /// - Parameters:
  ///   - note: what it says, copied once, to where it is kept.
  ///   - revision: that in which what it tells of has happened.
  func set(_ note: @autoclosure () -> Note, revision: Int = 0, for id: SessionID) {
    state.withLock { state in
      state.update(id) { session in
        session.message.note = note()
        session.message.revision = revision
        session.isNew = true
      }
    }
  }

  /// Takes the session's message away, if there is one.
  func clear(_ id: SessionID) {
    state.withLock { state in
      state.update(id) { $0 = Session() }
    }
  }

  /// Takes the session's message, which is shown once, for a page of a revision. It stays where it
  /// is if the page does not show yet what it tells of.
  func take(_ id: SessionID, at revision: Int) -> Message? {
    state.withLock { state in
      guard let session = state.sessions[id], session.isNew, session.message.revision <= revision
      else { return nil }
      state.sessions[id] = Session()
      return session.message
    }
  }
}
