/// A form's one-time token that was used.
public struct OnceToken: Sendable {
  /// Who sent the form.
  public let session: SessionID
  public let once: Once
  /// When the form was sent.
  public let time: Timestamp

  public init(session: SessionID, once: Once, time: Timestamp) {
    self.session = session
    self.once = once
    self.time = time
  }
}

/// The one-time tokens of the last day, of at most 100,000 forms.
struct OnceTokens: Sendable {
  /// How long a token counts, by the time of the transactions.
  static let lifetime: Int64 = 24 * 60 * 60 * 1_000
  static let limit = 100_000

  /// The oldest first; those before `start` no longer count.
  private var queue: [OnceToken?] = []
  private var start = 0
  /// The sessions that used a token: as a rule one.
  private var used: [String: [OnceToken]] = [:]

  init() {}

  var all: [OnceToken] { queue[start...].compactMap { $0 } }

  func find(_ token: String, session: SessionID?) -> OnceToken? {
    guard let entries = used[token] else { return nil }
    return session == nil ? entries.first : entries.first { $0.session == session }
  }

  struct Reversal: Sendable {
    let expired: [OnceToken]
    let added: Bool
  }

  /// Notes the token of a transaction and forgets those that are too old by then.
  mutating func note(_ transaction: Transaction) -> Reversal {
    note(transaction.once, session: transaction.session, time: transaction.time)
  }

  /// The same of one with these parts.
  mutating func note(_ once: Once?, session: SessionID?, time: Timestamp) -> Reversal {
    var expired: [OnceToken] = []
    let oldest = time.milliseconds - Self.lifetime
    while start < queue.count, let first = queue[start],
      first.time.milliseconds < oldest || queue.count - start >= Self.limit
    {
      forget(first)
      queue[start] = nil
      start += 1
      expired.append(first)
    }
    if start > 64, start > queue.count / 2 {
      queue.removeFirst(start)
      start = 0
    }
    guard let once, let session else { return Reversal(expired: expired, added: false) }
    add(OnceToken(session: session, once: once, time: time))
    return Reversal(expired: expired, added: true)
  }

  mutating func add(_ token: OnceToken) {
    queue.append(token)
    used[token.once.token, default: []].append(token)
  }

  mutating func takeBack(_ reversal: Reversal) {
    if reversal.added, let last = queue.popLast(), let last { forget(last, isNewest: true) }
    guard !reversal.expired.isEmpty else { return }
    queue.replaceSubrange(0..<start, with: reversal.expired)
    start = 0
    for token in reversal.expired.reversed() {
      used[token.once.token, default: []].insert(token, at: 0)
    }
  }

  private mutating func forget(_ token: OnceToken, isNewest: Bool = false) {
    if isNewest {
      used[token.once.token]?.removeLast()
    } else {
      used[token.once.token]?.removeFirst()
    }
    if used[token.once.token]?.isEmpty ?? false { used[token.once.token] = nil }
  }
}
