import HTTP
import Kernel
import Synchronization

/// What all loops of a server share.
final class SharedState: Sendable {
  let handler: any Handler
  let settlement: @Sendable (UInt64) -> Settlement
  let push: @Sendable (_ here: Bool) -> Void
  let limits: Limits
  let accessLog: (@Sendable ([UInt8]) -> Void)?
  let report: @Sendable (String) -> Void
  /// One for each loop; the first one is that of the loop that accepts.
  let mailboxes: [Mailbox]
  /// Make the answers that take long.
  let workers = Workers(limit: 2)
  private let connectionCount = Atomic(0)
  private let acceptorWaits = Atomic(false)
  /// When the last connection was let go of, by the monotonic clock.
  private let idleSince = Atomic(Clock.monotonicMilliseconds())

  init(
    handler: any Handler, configuration: ServerConfiguration,
    settlement: @escaping @Sendable (UInt64) -> Settlement,
    push: @escaping @Sendable (_ here: Bool) -> Void
  ) throws(SystemError) {
    self.handler = handler
    self.settlement = settlement
    self.push = push
    limits = Self.limits(configuration.limits)
    accessLog = configuration.accessLog
    report = configuration.report
    var mailboxes: [Mailbox] = []
    for _ in 0..<max(1, configuration.loopCount ?? Thread.hardwareCount) {
      mailboxes.append(try Mailbox())
    }
    self.mailboxes = mailboxes
  }

  /// No more connections than there are descriptors for, some left for all else that the program opens.
  private static func limits(_ limits: Limits) -> Limits {
    let others = 64
    var limits = limits
    let descriptors = DescriptorLimit.raise(to: limits.connectionCount + others)
    limits.connectionCount = min(limits.connectionCount, max(16, descriptors - others))
    return limits
  }

  /// Whether one more connection is allowed; if not, the accepting loop is woken when one is.
  func hasRoom() -> Bool {
    if connectionCount.load(ordering: .sequentiallyConsistent) < limits.connectionCount {
      return true
    }
    acceptorWaits.store(true, ordering: .sequentiallyConsistent)
    // One may have been closed between the two looks.
    return connectionCount.load(ordering: .sequentiallyConsistent) < limits.connectionCount
  }

  /// Gives a connection to the loop that has the fewest.
  func hand(_ socket: ClientSocket) {
    connectionCount.add(1, ordering: .sequentiallyConsistent)
    var fewest = mailboxes[0]
    for mailbox in mailboxes.dropFirst()
    where mailbox.connectionCount.load(ordering: .relaxed)
      < fewest.connectionCount.load(ordering: .relaxed)
    {
      fewest = mailbox
    }
    fewest.connectionCount.add(1, ordering: .relaxed)
    fewest.post { $0.connections.append(socket) }
  }

  /// How long there has been no connection; `nil` while there is one.
  var idleMilliseconds: Int? {
    let since = idleSince.load(ordering: .sequentiallyConsistent)
    guard connectionCount.load(ordering: .sequentiallyConsistent) == 0 else { return nil }
    return Clock.monotonicMilliseconds() - since
  }

  /// A loop has let go of a connection.
  func connectionClosed() {
    idleSince.store(Clock.monotonicMilliseconds(), ordering: .sequentiallyConsistent)
    connectionCount.subtract(1, ordering: .sequentiallyConsistent)
    if acceptorWaits.load(ordering: .sequentiallyConsistent) {
      acceptorWaits.store(false, ordering: .sequentiallyConsistent)
      mailboxes[0].wakeUp.signal()
    }
  }
}
