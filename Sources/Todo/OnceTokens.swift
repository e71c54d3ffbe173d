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

  /// The oldest first; those before `start`, fewer than a chunk, no longer count.
  private var queue = ChunkedArray<OnceToken?>()
  private var start = 0
  /// Finds the numbers of tokens, which are counted up and begin again at zero.
  private var table = HandleTable()
  /// The number of the first place of the queue.
  private var firstNumber = 0

  private static let numbers = 1 << 30

  init() {}

  var all: [OnceToken] { (start..<queue.count).compactMap { queue[$0] } }

  /// The use of a token by a session, or the first one by any.
  func find(_ token: String, session: SessionID?) -> OnceToken? {
    var oldest: Int?
    // The table has the uses of a token in no order.
    _ = table.find(Self.key(token)) { number in
      let place = place(number)
      guard let use = queue[place], use.once.token == token,
        session == nil || use.session == session
      else { return false }
      oldest = min(oldest ?? place, place)
      return false
    }
    return oldest.flatMap { queue[$0] }
  }

  private func place(_ number: HandleTable.Handle) -> Int {
    (Int(number) - firstNumber) & (Self.numbers - 1)
  }

  private func number(_ place: Int) -> HandleTable.Handle {
    HandleTable.Handle((firstNumber + place) & (Self.numbers - 1))
  }

  /// By what the table finds a token. Anybody can send any, and nobody can choose equal keys.
  private static func key(_ token: String) -> ID<OnceToken> {
    var hasher = Hasher()
    hasher.combine(token)
    return ID(high: UInt64(bitPattern: Int64(hasher.finalize())), low: 0)
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
      table.remove(Self.key(first.once.token), number(start))
      queue[start] = nil
      start += 1
      expired.append(first)
    }
    while start >= ChunkedArray<OnceToken?>.size {
      queue.removeFirstChunk()
      moveStart(by: -ChunkedArray<OnceToken?>.size)
    }
    guard let once, let session else { return Reversal(expired: expired, added: false) }
    add(OnceToken(session: session, once: once, time: time))
    return Reversal(expired: expired, added: true)
  }

  mutating func add(_ token: OnceToken) {
    table.add(Self.key(token.once.token), number(queue.count))
    queue.append(token)
  }

  mutating func takeBack(_ reversal: Reversal) {
    if reversal.added, let last = queue.removeLast() {
      table.remove(Self.key(last.once.token), number(queue.count))
    }
    while start < reversal.expired.count {
      queue.addFirstChunk(repeating: nil)
      moveStart(by: ChunkedArray<OnceToken?>.size)
    }
    for token in reversal.expired.reversed() {
      start -= 1
      queue[start] = token
      table.add(Self.key(token.once.token), number(start))
    }
  }

  /// Notes that all places moved. What is there keeps its number.
  private mutating func moveStart(by distance: Int) {
    start += distance
    firstNumber = (firstNumber - distance) & (Self.numbers - 1)
  }
}
