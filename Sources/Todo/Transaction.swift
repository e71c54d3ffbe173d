/// One revision of the store: what one accepted form did, all or nothing. It is one line of the
/// journal.
public struct Transaction: Sendable {
  public enum Action: Sendable {
    /// A command: a new step of the session's history.
    case perform(Label)
    /// Steps of the session's history taken back or done again.
    case step(Direction, steps: Int)
    /// The next step in that direction dropped from the history, undone or redone by nobody.
    case skip(Direction, step: Int)
  }

  /// The revision that this makes: the one before it plus 1.
  public let revision: Int
  public let time: Timestamp
  /// Whose history it belongs to; `nil` for what the program itself does at its first start.
  public let session: SessionID?
  public let action: Action
  /// What happened to the document, in order; of an undo the inverses as they were applied.
  public let changes: [Change]
  /// The form's one-time token, so that the same form sent again creates nothing.
  public let once: Once?

  public init(
    revision: Int, time: Timestamp, session: SessionID?, action: Action, changes: [Change],
    once: Once? = nil
  ) {
    self.revision = revision
    self.time = time
    self.session = session
    self.action = action
    self.changes = changes
    self.once = once
  }
}

/// A form's one-time token and where the form led to.
public struct Once: Hashable, Sendable {
  public let token: String
  /// The path that answers the same form sent again.
  public let location: String

  public init(token: String, location: String) {
    self.token = token
    self.location = location
  }
}
