/// One side of a connection as a value: octets and time go in, what is to be done comes out.
///
/// It reads one request at a time. After ``Event/request(_:)`` or ``Event/refusal(_:head:)`` the
/// caller answers, in whatever time that takes, and then gives the rest of the octets; so answers
/// leave in the order of the requests.
///
/// Times are milliseconds of any clock that only goes forward.
///
/// ```swift
/// var exchange = Exchange(limits: Limits(), at: 0)
/// let encoder = ResponseEncoder(date: HTTPDate(seconds: 784_111_777))
/// let arrived = Array("GET /hello?name=Ann HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
/// var rest = arrived.indices
/// var answers: [UInt8] = []
///
/// func answer(_ response: Response) {
///   let connection = exchange.connection(closing: false)
///   encoder.encodeHead(of: response, connection: connection, into: &answers)
///   if !exchange.wantsNoBody { answers += response.body.octets }
/// }
/// reading: while !rest.isEmpty {
///   switch exchange.receive(arrived, &rest, at: 0) {
///   case .request(let request):
///     let name = Form(query: request.target.query).last("name") ?? "you"
///     answer(Response(.ok, type: MediaType.plainText, body: Body("Hello, \(name)!")))
///     exchange.restart(at: 0)  // Another request may follow.
///   case .refusal(let problem, _):
///     answer(Response(problem.status))
///     break reading  // And close, once all is sent.
///   case .sendContinue: answers += ResponseEncoder.interim
///   case .wait, .close: break
///   }
/// }
/// ```
public struct Exchange: Sendable {
  /// When ``expire()`` is due if nothing arrives until then.
  public private(set) var deadline: Int
  private let limits: Limits
  private var parser: RequestParser
  private var stage = Stage.idle
  /// What is to become of the connection after the present request.
  package private(set) var persistence = Persistence.none

  private enum Stage {
    case idle
    case head
    case body(since: Int)
    case refused
  }

  /// What the present request says about the connection after it.
  package enum Persistence: Sendable {
    case none
    /// HTTP/1.1 without `close`.
    case implied
    /// HTTP/1.0 with `keep-alive`, which has to be answered in kind.
    case asked
    case refused

    /// RFC 9112, section 9.3.
    init(_ fields: FieldSection, _ version: Request.Version) {
      var closes = false
      var keeps = false
      fields.forEachValue(of: "Connection") { value in
        closes = closes || Octets.list(value, has: "close")
        keeps = keeps || Octets.list(value, has: "keep-alive")
      }
      self =
        switch version {
        case _ where closes: .refused
        case .http11: .implied
        case .http10: keeps ? .asked : .refused
        }
    }

    /// See ``Exchange/connection(closing:)``.
    package func connection(closing: Bool) -> Connection {
      if closing { return .close }
      return switch self {
      case .implied: .keep
      case .asked: .keepAsAsked
      case .none, .refused: .close
      }
    }
  }

  /// What is to be done next.
  public enum Event {
    /// Read more; all octets were taken.
    case wait
    /// Send `100 Continue`, for the client waits for it, then read more.
    case sendContinue
    /// Answer the request.
    case request(Request)
    /// Answer with the problem's page, then read past what still comes, then close.
    case refusal(RequestProblem, head: Request?)
    /// Close; nobody waits for an answer.
    case close
  }

  /// An exchange that has not begun; the first request has to begin within the idle time.
  public init(limits: Limits, at now: Int) {
    self.limits = limits
    parser = RequestParser(limits: limits)
    deadline = now + limits.idleMilliseconds
  }

  /// Whether no part of a request has arrived that is still to be answered.
  public var isIdle: Bool { parser.isIdle }

  /// The request line as it came, as far as it did; for the log.
  public var requestLine: [UInt8] { parser.requestLine }

  /// Whether the present request, as far as it came, is one whose answer has no body: HEAD.
  public var wantsNoBody: Bool { requestLine.starts(with: "HEAD ".utf8) }

  /// Takes octets until there is something to do.
  ///
  /// - Parameters:
  ///   - octets: what has arrived, among other things.
  ///   - range: where it stands; what is taken is cut off at its start.
  ///   - now: the time.
  public mutating func receive(
    _ octets: [UInt8], _ range: inout Range<Int>, at now: Int
  ) -> Event {
    do throws(RequestProblem) {
      while true {
        switch try parser.read(octets, &range) {
        case .complete(let request):
          stage = .idle
          persistence = parser.persistence
          return .request(request)
        case .head:
          stage = .body(since: now)
          deadline = now + limits.bodyStallMilliseconds
          if range.isEmpty, let head = parser.pendingHead, Self.expectsContinue(head) {
            return .sendContinue
          }
        case .incomplete:
          extendDeadline(at: now)
          return .wait
        }
      }
    } catch {
      return refuse(error)
    }
  }

  /// The client will send nothing more.
  public mutating func receiveEnd() -> Event {
    isIdle ? .close : refuse(.malformed(.incomplete))
  }

  /// The deadline has passed.
  public mutating func expire() -> Event {
    isIdle ? .close : refuse(.timedOut)
  }

  /// The present request was answered; the next one may take the time that is allowed.
  public mutating func restart(at now: Int) {
    deadline = now + limits.idleMilliseconds
  }

  /// What the head of the answer has to say about the connection, and whether it persists.
  ///
  /// - Parameter closing: the server wants it closed.
  public func connection(closing: Bool) -> Connection {
    persistence.connection(closing: closing)
  }

  /// What becomes of a connection after an answer, as its `Connection` field says.
  public enum Connection {
    /// Kept, which goes without saying.
    case keep
    /// Kept, and said so.
    case keepAsAsked
    case close
  }

  private mutating func refuse(_ problem: RequestProblem) -> Event {
    stage = .refused
    persistence = .refused
    return .refusal(problem, head: parser.pendingHead)
  }

  /// A head has its time from its first octet on, however slowly it comes; a body gets more the
  /// more of it arrives, within bounds.
  private mutating func extendDeadline(at now: Int) {
    switch stage {
    case .idle where !parser.isIdle:
      stage = .head
      deadline = now + limits.headMilliseconds
    case .body(let since):
      let earned = parser.bodyOctets * 1000 / limits.bodyOctetsPerSecond
      deadline = since + min(limits.bodyStallMilliseconds + earned, limits.bodyMilliseconds)
    case .idle, .head, .refused: break
    }
  }

  /// RFC 9110, section 10.1.1: not in HTTP/1.0.
  private static func expectsContinue(_ head: Request) -> Bool {
    guard head.version == .http11 else { return false }
    var expects = false
    head.fields.forEachValue(of: "Expect") { value in
      expects = expects || Octets.list(value, has: "100-continue")
    }
    return expects
  }
}
