import HTTP
import Kernel
import Synchronization

/// Carries connections on a thread of its own: waits for any of them, and does what their exchanges
/// say.
///
/// Nothing here blocks but the poller and, where nobody else asks for anything, a short write to the
/// disk. A turn takes the clock once; a request on a kept connection costs one read and one write.
///
/// A value that its thread owns, so that no access to it has to be watched.
struct EventLoop: ~Copyable {
  let shared: SharedState
  let mailbox: Mailbox
  // Those of the shared state, at hand here: they need not be held anew for each call.
  let handler: any Handler
  let settlement: @Sendable (UInt64) -> Settlement
  let limits: Limits
  /// Milliseconds of the monotonic clock, as of this turn.
  var now: Int
  var connections = ConnectionTable()
  var output = OutputBuffer()
  var encoder: ResponseEncoder
  var log = AccessLog()
  /// What all connections read into, one after the other.
  var buffer = [UInt8](repeating: 0, count: 64 * 1024)
  /// Connections that had more to do than a turn allows.
  var unfinished: [ConnectionToken] = []
  /// Connections whose answers wait for tickets.
  var parked: [ConnectionToken] = []
  /// Those whose tickets are being looked at; nothing else, but its memory is used again.
  var looked: [ConnectionToken] = []
  var mayHaveSettled = false
  /// Whether answers may wait for what nobody writes yet.
  var mustPush = false
  var isStopping = false
  private var poller: Poller
  private var acceptor: Acceptor?
  private var events: [PollEvent] = []
  /// No connection is due earlier; it may be later.
  private var nextDeadline = Int.max
  private var nextDate = Int.min
  private var reporting = RareReport()
  private var stopDeadline = Int.max

  private static let wakeUpToken = UInt64.max
  /// Listeners have the tokens from here on, their index added.
  private static let firstListenerToken = UInt64.max - 256

  /// - Parameter listeners: what this loop accepts connections from, for itself and all others.
  init(
    shared: SharedState, index: Int, listeners: [ListenerBox]
  ) throws(SystemError) {
    let poller = try Poller()
    let mailbox = shared.mailboxes[index]
    try poller.add(mailbox.wakeUp.receiver, token: Self.wakeUpToken, .readingLevel)
    self.poller = poller
    self.mailbox = mailbox
    self.shared = shared
    handler = shared.handler
    settlement = shared.settlement
    limits = shared.limits
    now = Clock.monotonicMilliseconds()
    encoder = ResponseEncoder(date: HTTPDate(seconds: 0))
    if !listeners.isEmpty { acceptor = Acceptor(listeners) }
  }

  /// Runs until the server is stopped and all connections are done with.
  mutating func run() {
    while !isDone {
      acceptor?.watch(shared, &poller, firstToken: Self.firstListenerToken, at: now)
      do {
        try poller.wait(milliseconds: timeout, into: &events)
      } catch {
        shared.report("\(error)")
        return
      }
      now = Clock.monotonicMilliseconds()
      if now >= nextDate { setDate() }
      turn()
      let lines = log.take()
      if !lines.isEmpty { shared.accessLog?(lines) }
    }
    for connection in connections.all { close(connection) }
  }

  private mutating func turn() {
    for event in events {
      if event.token == Self.wakeUpToken {
        readMail()
      } else if event.token >= Self.firstListenerToken {
        acceptor?.accept(shared, at: now, index: Int(event.token - Self.firstListenerToken))
      } else if let connection = connections[ConnectionToken(poll: event.token)] {
        if event.isReadable { connection.isReadable = true }
        if event.isEnding { connection.isEnding = true }
        serve(connection)
      }
    }
    let isAlone = events.count == 1 && unfinished.isEmpty
    if !unfinished.isEmpty { serveUnfinished() }
    if mustPush { push(isAlone: isAlone && unfinished.isEmpty) }
    if mayHaveSettled { settle() }
    if now >= nextDeadline { expire() }
    // What those whose answers went asked for next.
    if mustPush { push(isAlone: false) }
  }

  private mutating func serveUnfinished() {
    let tokens = unfinished
    unfinished.removeAll(keepingCapacity: true)
    for token in tokens {
      if let connection = connections[token] { serve(connection) }
    }
  }

  private mutating func readMail() {
    let mail = mailbox.take()
    for socket in mail.connections { open(socket) }
    for (reply, token) in mail.replies { take(reply, for: token) }
    if mail.ticketsSettled { mayHaveSettled = true }
    if mail.isStopping && !isStopping { beginStopping() }
  }

  private mutating func open(_ socket: ClientSocket) {
    let connection = connections.add { [limits, now] in
      Connection(socket, token: $0, limits: limits, at: now)
    }
    do {
      try poller.add(socket.descriptor, token: connection.token.poll, .streamEdge)
      note(connection.deadline)
      if isStopping { close(connection) } else { serve(connection) }
    } catch {
      reporting.say("\(error)", to: shared.report, at: now)
      close(connection)
    }
  }

  /// Lets go of a connection; its descriptor is closed when the last reference to it is gone.
  mutating func close(_ connection: Connection) {
    if case .closed = connection.stage { return }
    connection.stage = .closed
    connections.remove(connection.token)
    mailbox.connectionCount.subtract(1, ordering: .relaxed)
    shared.connectionClosed()
  }

  /// Makes sure that the loop turns when a deadline has come.
  mutating func note(_ deadline: Int) {
    if deadline < nextDeadline { nextDeadline = deadline }
  }

  /// Until when a client that starts to be drained now may go on sending.
  var drainDeadline: Int {
    now + min(limits.drainMilliseconds, isStopping ? 500 : Int.max)
  }

  private mutating func expire() {
    nextDeadline = Int.max
    for connection in connections.all {
      if connection.deadline <= now { expire(connection) }
      if case .closed = connection.stage { continue }
      note(connection.deadline)
    }
  }

  /// Stops accepting, closes what is idle, and gives the rest its time.
  private mutating func beginStopping() {
    isStopping = true
    acceptor = nil
    stopDeadline = now + limits.stopMilliseconds
    for connection in connections.all {
      if connection.isIdle { close(connection) }
      if case .parked(let reply, _) = connection.stage, reply.patience != nil {
        release(connection, reply)
      }
      if case .draining(let octetsLeft, _) = connection.stage {
        connection.stage = .draining(octetsLeft: octetsLeft, deadline: drainDeadline)
        note(drainDeadline)
      }
    }
  }

  private var isDone: Bool {
    isStopping && (connections.count == 0 || now >= stopDeadline)
  }

  private var timeout: Int? {
    if !unfinished.isEmpty || mayHaveSettled { return 0 }
    let due = min(nextDeadline, stopDeadline, acceptor?.retryTime ?? Int.max)
    return due == Int.max ? nil : due - now
  }

  /// The wall clock is read once a second, just after its second began.
  private mutating func setDate() {
    let time = Clock.unixMilliseconds()
    let date = HTTPDate(seconds: time / 1000)
    encoder.setDate(date)
    log.setDate(date)
    nextDate = now + 1000 - time % 1000
  }
}
