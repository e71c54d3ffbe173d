import HTTP
import Kernel
import Synchronization

/// A listener that can be handed from thread to thread.
final class ListenerBox: Sendable {
  let listener: Listener
  init(_ listener: consuming Listener) { self.listener = listener }
}

/// Takes in connections and gives each to the loop that has the fewest.
///
/// While no more are allowed or the system has no room, nothing is watched, so that waiting
/// connections do not keep the loop awake; they stay in the backlog.
struct Acceptor {
  /// When to try again after the system had no room.
  private(set) var retryTime = Int.max
  private let listeners: [ListenerBox]
  private var isWatching = false
  private var reporting = RareReport()

  /// How many connections are taken in before others get their turn.
  private static let acceptsPerTurn = 32

  init(_ listeners: [ListenerBox]) { self.listeners = listeners }

  /// Watches the listeners, or stops to, as there is room.
  mutating func watch(
    _ shared: SharedState, _ poller: inout Poller, firstToken: UInt64, at now: Int
  ) {
    if now >= retryTime { retryTime = Int.max }
    let wants = retryTime == Int.max && shared.hasRoom()
    guard wants != isWatching else { return }
    isWatching = wants
    guard wants else { return ignoreAll(&poller) }
    do throws(SystemError) {
      for (index, box) in listeners.enumerated() {
        try poller.add(
          box.listener.descriptor, token: firstToken + UInt64(index), .readingLevel)
      }
    } catch {
      ignoreAll(&poller)
      isWatching = false
      rest(shared, after: error, at: now)
    }
  }

  private func ignoreAll(_ poller: inout Poller) {
    for box in listeners { poller.remove(box.listener.descriptor) }
  }

  /// Accepts nothing for a while, until the system may have room again.
  private mutating func rest(_ shared: SharedState, after error: SystemError, at now: Int) {
    reporting.say(
      "No further connection can be accepted for now: \(error.reason).", to: shared.report,
      at: now)
    retryTime = now + shared.limits.acceptRetryMilliseconds
  }

  /// Takes in what waits at a listener.
  mutating func accept(_ shared: SharedState, at now: Int, index: Int) {
    for _ in 0..<Self.acceptsPerTurn where shared.hasRoom() {
      switch listeners[index].listener.accept() {
      case .connection(let descriptor, let address):
        shared.hand(ClientSocket(descriptor, from: address))
      case .none: return
      case .lost: continue
      case .exhausted(let error): return rest(shared, after: error, at: now)
      }
    }
  }
}
