import HTTP
import Kernel

/// One client of an event loop: where its exchange stands and what still has to be sent or read. It
/// belongs to one loop for life; the loop does all I/O.
final class Connection {
  let socket: ClientSocket
  /// Names this connection in events; never used again for another.
  let token: ConnectionToken
  var exchange: Exchange
  var stage = Stage.open
  /// That of the request which is answered, or was last.
  var method = Method.get
  /// Octets that arrived and wait until answers before them are sent.
  var input: [UInt8] = []
  /// What the client has not taken yet.
  var output: [ArraySlice<UInt8>] = []
  /// Whether reading may bring something; false after it would have blocked, until the poller
  /// tells.
  var isReadable = true
  /// Whether the end of the stream is near, so that a short read is not the last one.
  var isEnding = false
  /// When the client has to have taken the output.
  var writeDeadline = Int.max
  /// Octets taken since that deadline was set.
  var writtenOctets = 0

  enum Stage {
    /// Requests are read and answered.
    case open
    /// An answer is being made elsewhere.
    case working
    /// An answer waits for its ticket, until that time at most.
    case parked(Reply, deadline: Int)
    /// Closed when the output is sent, once the client has had the chance to read it.
    case finishing
    /// Sent all; what the client still sends is read past.
    case draining(octetsLeft: Int, deadline: Int)
    case closed
  }

  init(_ socket: ClientSocket, token: ConnectionToken, limits: Limits, at now: Int) {
    self.socket = socket
    self.token = token
    exchange = Exchange(limits: limits, at: now)
  }

  /// When the loop has to look after the connection though nothing happens.
  var deadline: Int {
    if !output.isEmpty { return writeDeadline }
    return switch stage {
    case .open: exchange.deadline
    case .draining(_, let deadline): deadline
    case .parked(_, let deadline): deadline
    case .working, .finishing, .closed: Int.max
    }
  }

  /// Takes the answer that waits for its ticket, and the time until when it does, and is open again.
  func takeParked() -> (reply: Reply, deadline: Int)? {
    var stage = Stage.open
    swap(&stage, &self.stage)
    if case .parked(let reply, let deadline) = stage { return (reply, deadline) }
    self.stage = stage
    return nil
  }

  /// Whether no request has begun that is not answered in full.
  var isIdle: Bool {
    if case .open = stage { exchange.isIdle && output.isEmpty && input.isEmpty } else { false }
  }
}

/// A place in the loop's table, and how often it had been used before.
struct ConnectionToken: Hashable {
  let slot: UInt32
  let generation: UInt32

  init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  init(poll token: UInt64) {
    slot = UInt32(truncatingIfNeeded: token)
    generation = UInt32(truncatingIfNeeded: token >> 32)
  }

  /// The form in which a poller carries it.
  var poll: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
