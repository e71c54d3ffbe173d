import HTTP
import Kernel
import Synchronization

// What is done for one connection when something happens to it.
extension EventLoop {
  /// How many reads or writes a connection gets before others get their turn.
  private static let roundsPerTurn = 4
  /// How many requests that came together are answered with one write. A client that does not wait for
  /// answers, or does not want them, costs others no more than these.
  private static let answersPerRound = 8

  /// Does for a connection what can be done without waiting.
  mutating func serve(_ connection: Connection) {
    for _ in 0..<Self.roundsPerTurn {
      if !connection.output.isEmpty {
        sendRest(connection)
        guard connection.output.isEmpty else { break }
      }
      guard advance(connection) else { break }
      if case .closed = connection.stage { return }
    }
    switch connection.stage {
    case .closed: return
    case .open, .draining:
      let hasMore = connection.isReadable || !connection.input.isEmpty
      if hasMore && connection.output.isEmpty { unfinished.append(connection.token) }
    case .parked(let reply, _):
      if connection.isEnding, reply.patience != nil { return release(connection, reply) }
    case .working, .finishing: break
    }
    note(connection.deadline)
  }

  /// Reads and answers a bufferful; false if there is nothing more to do for now.
  private mutating func advance(_ connection: Connection) -> Bool {
    switch connection.stage {
    case .working, .parked, .finishing, .closed: return false
    case .draining(let octetsLeft, let deadline):
      guard connection.isReadable else { return false }
      drain(connection, octetsLeft: octetsLeft, deadline: deadline)
    case .open:
      if !connection.input.isEmpty {
        let input = connection.input
        connection.input = []
        process(input, input.indices, of: connection)
      } else {
        guard connection.isReadable else { return false }
        read(connection)
      }
    }
    return true
  }

  private mutating func read(_ connection: Connection) {
    switch StreamSocket.receive(from: connection.socket.descriptor, into: &buffer) {
    case .moved(let count):
      // A short read took all there was: the poller tells when there is more.
      if count < buffer.count && !connection.isEnding { connection.isReadable = false }
      process(buffer, 0..<count, of: connection)
    case .blocked: connection.isReadable = false
    case .ended:
      connection.isReadable = false
      perform(connection.exchange.receiveEnd(), for: connection)
      send(connection)
    case .failed: close(connection)
    }
  }

  /// Answers the requests in octets, until there is none, one that has to wait, or the round is over.
  private mutating func process(_ octets: [UInt8], _ range: Range<Int>, of connection: Connection) {
    var range = range
    var answersLeft = Self.answersPerRound
    while case .open = connection.stage, answersLeft > 0, output.count < limits.outputOctets {
      let event = connection.exchange.receive(octets, &range, at: now)
      if case .wait = event { break }
      perform(event, for: connection)
      answersLeft -= 1
    }
    switch connection.stage {
    case .open, .working, .parked: if !range.isEmpty { connection.input = Array(octets[range]) }
    case .finishing, .draining, .closed: break
    }
    send(connection)
  }

  private mutating func perform(_ event: Exchange.Event, for connection: Connection) {
    switch event {
    case .wait: break
    case .sendContinue: output.gathered += ResponseEncoder.interim
    case .request(let request):
      connection.method = request.method
      deliver(handler.respond(to: request), to: connection)
    case .refusal(let problem, let head):
      let response = handler.refuse(problem, head: head)
      // Also of a request whose head is broken: what follows the head of an answer to HEAD would be
      // taken for another answer.
      connection.method = connection.exchange.wantsNoBody ? .head : .get
      answer(Reply(response), to: connection)
    case .close: close(connection)
    }
  }

  /// Lets an answer go, or keeps it until its ticket is settled.
  ///
  /// - Parameter attempts: how often another answer may be made because a ticket failed. That one may
  ///   wait for a ticket as well, but not without end.
  mutating func deliver(_ reply: Reply, to connection: Connection, attempts: Int = 4) {
    if let work = reply.work { return start(work, for: connection) }
    if reply.after == 0 { return answer(reply, to: connection) }
    guard attempts > 0 else { return answer(unsaved, to: connection) }
    switch settlement(reply.after) {
    case .durable: answer(reply, to: connection)
    case .pending: park(reply, for: connection)
    case .failed:
      guard let otherwise = reply.otherwise else { return answer(unsaved, to: connection) }
      let other = otherwise()
      mustPush = true
      deliver(other, to: connection, attempts: attempts - 1)
    }
  }

  /// Keeps an answer until its ticket is settled.
  private mutating func park(_ reply: Reply, for connection: Connection) {
    if reply.patience != nil, isStopping {
      // Whoever waits for what may never come does not hold up the end.
      return answer(reply.otherwise?() ?? unsaved, to: connection)
    }
    connection.stage = .parked(reply, deadline: reply.patience.map { now + $0 } ?? Int.max)
    parked.append(connection.token)
    mustPush = true
    // Said before the ticket is looked at once more, so that no settling is missed. As long as others
    // wait it goes on being said.
    if parked.count == 1 {
      mailbox.waitsForTickets.store(true, ordering: .sequentiallyConsistent)
    }
    mayHaveSettled = true
  }

  /// Has an answer made elsewhere.
  private mutating func start(
    _ work: @escaping @Sendable () -> Reply, for connection: Connection
  ) {
    connection.stage = .working
    let token = connection.token
    shared.workers.perform { [mailbox] in
      let reply = work()
      mailbox.post { $0.replies.append((reply, token)) }
    }
  }

  /// Takes an answer that was made elsewhere; nobody may wait for it any more.
  mutating func take(_ reply: Reply, for token: ConnectionToken) {
    guard let connection = connections[token], case .working = connection.stage else { return }
    connection.stage = .open
    deliver(reply, to: connection)
    send(connection)
    serve(connection)
  }

  /// For a handler that does not say what to answer when its ticket failed.
  var unsaved: Reply {
    Reply(
      Response(
        .serviceUnavailable, type: MediaType.plainText, body: Body("The change was not saved.\n")))
  }

  /// Puts an answer behind what is to be sent. It waits for no ticket any more.
  mutating func answer(_ reply: Reply, to connection: Connection) {
    let persistence = connection.exchange.persistence.connection(closing: isStopping)
    encoder.encodeHead(of: reply.response, connection: persistence, into: &output.gathered)
    let sendsBody = ResponseEncoder.sendsBody(reply.response.status, to: connection.method)
    if sendsBody {
      for fragment in reply.response.body.fragments { output.append(fragment) }
    }
    if shared.accessLog != nil {
      log.note(
        client: connection.socket.address, requestLine: connection.exchange.requestLine,
        status: reply.response.status,
        count: sendsBody ? reply.response.body.count : 0)
    }
    if case .close = persistence {
      connection.stage = .finishing
    } else {
      connection.exchange.restart(at: now)
    }
  }

  /// Sends what was gathered for a connection; what the client does not take now, it keeps.
  mutating func send(_ connection: Connection) {
    if !output.isEmpty {
      let (rest, transfer) = output.send(to: connection.socket)
      if case .closed = connection.stage { return }
      if case .failed = transfer { return close(connection) }
      if !rest.isEmpty {
        connection.output = rest
        connection.writtenOctets = 0
        connection.writeDeadline = now + limits.writeMilliseconds
        return
      }
    }
    finishIfSent(connection)
  }

  /// Sends more of what the client had not taken.
  private mutating func sendRest(_ connection: Connection) {
    // Taken out meanwhile, so that no look at it has to be watched.
    var output: [ArraySlice<UInt8>] = []
    swap(&output, &connection.output)
    let transfer = output.send(to: connection.socket)
    swap(&output, &connection.output)
    switch transfer {
    case .moved(let count):
      connection.writtenOctets += count
      if connection.writtenOctets >= limits.writeOctets {
        connection.writtenOctets = 0
        connection.writeDeadline = now + limits.writeMilliseconds
      }
    case .blocked: break
    case .ended, .failed: return close(connection)
    }
    finishIfSent(connection)
  }

  private mutating func finishIfSent(_ connection: Connection) {
    guard case .finishing = connection.stage, connection.output.isEmpty else { return }
    // Closing with octets unread would reset the connection and could take the answer from the
    // client.
    StreamSocket.finishSending(connection.socket.descriptor)
    connection.stage = .draining(octetsLeft: limits.drainOctets, deadline: drainDeadline)
  }

  private mutating func drain(_ connection: Connection, octetsLeft: Int, deadline: Int) {
    switch StreamSocket.receive(from: connection.socket.descriptor, into: &buffer) {
    case .moved(let count) where count <= octetsLeft:
      connection.stage = .draining(octetsLeft: octetsLeft - count, deadline: deadline)
    case .blocked: connection.isReadable = false
    case .moved, .ended, .failed: close(connection)
    }
  }

  /// The time of a connection is up.
  mutating func expire(_ connection: Connection) {
    if connection.output.isEmpty, case .parked(let reply, _) = connection.stage {
      return release(connection, reply)
    }
    guard connection.output.isEmpty, case .open = connection.stage else {
      return close(connection)
    }
    perform(connection.exchange.expire(), for: connection)
    send(connection)
    serve(connection)
  }
}
