public import HTTP

/// What answers requests. Called by all event loops at once, and never to wait: a loop that waits
/// holds up every connection it carries.
public protocol Handler: Sendable {
  /// Answers a request that arrived whole.
  func respond(to request: Request) -> Reply

  /// Makes the page for a request that is refused before it could be handled.
  ///
  /// - Parameter head: the request without its body, if its head had been read when the problem
  /// showed.
  /// - Returns: the answer, whose status is that of the problem.
  func refuse(_ problem: RequestProblem, head: Request?) -> Response
}

extension Handler {
  /// A refusal in plain text.
  public func refuse(_ problem: RequestProblem, head: Request?) -> Response {
    let detail =
      if case .malformed(let reason) = problem { reason.rawValue } else { problem.status.reason }
    return Response(
      problem.status, type: MediaType.plainText, body: Body("\(problem.status)\n\n\(detail)\n"))
  }
}

/// An answer, and what has to be on disk before it may leave. An object, since it is handed on as it
/// is from who makes it to where it waits.
public final class Reply: Sendable {
  public let response: Response
  /// A ticket of the store; the answer leaves when it is durable, and whoever is to send it sees to
  /// it that it will be. Zero: at once.
  public let after: UInt64
  /// Makes the answer instead if the ticket failed, or does not come in time.
  public let otherwise: (@Sendable () -> Reply)?
  /// For how long the answer waits for a ticket that may never come, in milliseconds; without, until
  /// the ticket is settled. The wait ends as well when the server stops, or the client goes.
  public let patience: Int?
  /// Makes the answer in place of this one, on a thread where it may take its time.
  public let work: (@Sendable () -> Reply)?

  /// An answer that may leave at once.
  public init(_ response: Response) {
    self.response = response
    after = 0
    otherwise = nil
    patience = nil
    work = nil
  }

  /// An answer that leaves when a ticket is durable.
  public init(
    _ response: Response, after: UInt64, patience: Int? = nil,
    otherwise: @escaping @Sendable () -> Reply
  ) {
    self.response = response
    self.after = after
    self.otherwise = otherwise
    self.patience = patience
    work = nil
  }

  private init(working work: @escaping @Sendable () -> Reply) {
    response = Response(.serviceUnavailable)
    after = 0
    otherwise = nil
    patience = nil
    self.work = work
  }

  /// An answer that takes long to make. The loop goes on with other connections meanwhile.
  public static func working(_ work: @escaping @Sendable () -> Reply) -> Reply {
    Reply(working: work)
  }

  /// The answer, for who has no loop to hold up: makes it and waits for its ticket.
  ///
  /// - Parameters:
  ///   - settlement: what became of a ticket.
  ///   - pause: waits a little.
  public func awaited(settlement: (UInt64) -> Settlement, pause: () -> Void) -> Response {
    var reply = self
    while true {
      if let work = reply.work {
        reply = work()
        continue
      }
      if reply.after == 0 { return reply.response }
      switch settlement(reply.after) {
      case .durable: return reply.response
      case .failed:
        guard let otherwise = reply.otherwise else { return reply.response }
        reply = otherwise()
      case .pending: pause()
      }
    }
  }
}

/// What became of a ticket.
public enum Settlement: Hashable, Sendable {
  /// Not known yet.
  case pending
  /// On disk.
  case durable
  /// Never to be on disk.
  case failed
}
