import Kernel
import Synchronization

/// The part of an event loop that other threads may touch.
final class Mailbox: Sendable {
  /// Whether answers wait for tickets, so that the loop wants to hear when tickets settle.
  let waitsForTickets = Atomic(false)
  /// The connections given to the loop and not closed yet.
  let connectionCount = Atomic(0)
  let wakeUp: WakeUp
  private let mail = Mutex(Mail())

  /// What waits for the loop.
  struct Mail {
    var connections: [ClientSocket] = []
    /// Answers that took long to make.
    var replies: [(reply: Reply, connection: ConnectionToken)] = []
    var isStopping = false
    var ticketsSettled = false
  }

  init() throws(SystemError) { wakeUp = try WakeUp() }

  /// Leaves something for the loop and wakes it.
  func post(_ change: (inout Mail) -> Void) {
    mail.withLock { change(&$0) }
    wakeUp.signal()
  }

  /// Takes what waits; that the server stops goes on being said.
  func take() -> Mail {
    wakeUp.clear()
    return mail.withLock { mail in
      let taken = mail
      mail.connections = []
      mail.replies = []
      mail.ticketsSettled = false
      return taken
    }
  }
}

/// A connected socket, closed when nobody holds it any more.
final class ClientSocket: Sendable {
  let descriptor: Descriptor
  let address: SocketAddress?

  init(_ descriptor: consuming Descriptor, from address: SocketAddress?) {
    self.descriptor = descriptor
    self.address = address
  }
}
