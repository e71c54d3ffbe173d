/// Every bound of the server, each with its unit in its name. At the limit all works; one past it
/// is refused with the status named here.
public struct Limits: Sendable {
  /// Octets of the request line without its line end; 414 beyond.
  public var requestLineOctets = 8 * 1024
  /// Octets of the whole head with its line ends, and of a trailer section; 431 beyond.
  public var headOctets = 32 * 1024
  /// Field lines of a head, and of a trailer section; 431 beyond.
  public var fieldCount = 100
  /// Octets of a body; 413 beyond, before it arrives if the request says its length.
  public var bodyOctets = 2 * 1024 * 1024
  /// Octets of a body that is sent to ``largeBodyPath``; 413 beyond.
  public var largeBodyOctets = 32 * 1024 * 1024
  /// The path that takes larger bodies than others: where files are sent.
  public var largeBodyPath: String?
  /// Octets of all chunk extensions of a body, which are read past; 400 beyond.
  public var chunkExtensionOctets = 4 * 1024

  /// Connections held at a time; further ones wait in the backlog of the listening socket.
  public var connectionCount = 1024
  /// Connections that the system holds until they are accepted.
  public var backlogCount = 1024
  /// Octets of answers made for a client before it has to take them; the one that goes beyond is made.
  public var outputOctets = 64 * 1024
  /// Octets read past and dropped after a refusal, so that the client gets to read why.
  public var drainOctets = 16 * 1024 * 1024

  /// For a head, from its first octet; 408 beyond.
  public var headMilliseconds = 10_000
  /// For a body that hardly arrives; each further ``bodyOctetsPerSecond`` add a second to it.
  public var bodyStallMilliseconds = 10_000
  /// See ``bodyStallMilliseconds``.
  public var bodyOctetsPerSecond = 4 * 1024
  /// For a body in all; 408 beyond.
  public var bodyMilliseconds = 30_000
  /// Without a request; closed beyond.
  public var idleMilliseconds = 60_000
  /// For a client to take what is sent to it, or at least ``writeOctets`` of it; closed beyond.
  public var writeMilliseconds = 30_000
  /// See ``writeMilliseconds``.
  public var writeOctets = 16 * 1024
  /// For reading past what a refused client still sends.
  public var drainMilliseconds = 5_000
  /// For what is in flight when the server stops.
  public var stopMilliseconds = 10_000
  /// Until accepting is tried again after the system had no descriptor or memory for it.
  public var acceptRetryMilliseconds = 100

  public init() {}

  /// Whether a target is the one that takes larger bodies than others.
  func takesLargeBody(_ target: Target?) -> Bool {
    guard let target, let largeBodyPath else { return false }
    return target.hasPath(largeBodyPath)
  }
}
