internal import Kernel

/// Asks over loopback, with many connections of which each waits for its answer before it asks
/// again, on the calling thread.
struct LoadGenerator {
  var port: UInt16
  var connections = 64
  var seconds = 2.0
  /// The status that every answer must have.
  var status = 200
  /// The `n`-th request.
  let request: (Int) -> [UInt8]

  /// What came of it.
  struct Outcome {
    var requests = 0
    var nanoseconds = 0
    /// Processor time of the rest of the process: of a server in it.
    var serverNanoseconds = 0
    /// Of each request, in nanoseconds, in order of size.
    var latencies: [Int] = []

    var perSecond: Double { Double(requests) / Double(nanoseconds) * 1e9 }
    var serverMicroseconds: Double { Double(serverNanoseconds) / 1_000 / Double(requests) }

    /// The latency in microseconds that this share of the requests did not exceed.
    func percentile(_ share: Double) -> Double {
      guard !latencies.isEmpty else { return 0 }
      let index = min(latencies.count - 1, Int(Double(latencies.count) * share))
      return Double(latencies[index]) / 1_000
    }
  }

  func run() throws(BenchError) -> Outcome {
    do throws(SystemError) {
      var load = try Load(self)
      return try load.run()
    } catch {
      throw BenchError("the server cannot be asked: \(error)")
    }
  }
}

/// A run of the load generator.
private struct Load: ~Copyable {
  private let generator: LoadGenerator
  private var poller: Poller
  private let clients: [LoadClient]
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  private var outcome = LoadGenerator.Outcome()
  private var asked = 0

  init(_ generator: LoadGenerator) throws(SystemError) {
    var clients: [LoadClient] = []
    for _ in 0..<generator.connections {
      clients.append(
        LoadClient(try StreamSocket.connect(to: .ipv4Loopback(port: generator.port))))
    }
    poller = try Poller()
    self.clients = clients
    self.generator = generator
    outcome.latencies.reserveCapacity(1 << 20)
  }

  mutating func run() throws(SystemError) -> LoadGenerator.Outcome {
    for (token, client) in clients.enumerated() {
      try poller.add(client.socket, token: UInt64(token), .streamEdge)
    }
    let start = Clock.monotonicNanoseconds()
    let end = start + Int(generator.seconds * 1e9)
    let others = -Clock.processNanoseconds() + Clock.threadNanoseconds()
    for client in clients { try ask(client) }
    var waiting = clients.count
    var events: [PollEvent] = []
    while waiting > 0 {
      try poller.wait(milliseconds: 5_000, into: &events)
      guard !events.isEmpty else { throw SystemError("recv", code: 110) }
      for event in events {
        let client = clients[Int(event.token)]
        while try receive(client) {
          if Clock.monotonicNanoseconds() >= end {
            waiting -= 1
            break
          }
          try ask(client)
        }
      }
    }
    outcome.nanoseconds = Clock.monotonicNanoseconds() - start
    outcome.serverNanoseconds =
      others + Clock.processNanoseconds() - Clock.threadNanoseconds()
    outcome.latencies.sort()
    return outcome
  }

  private mutating func ask(_ client: LoadClient) throws(SystemError) {
    let request = generator.request(asked)
    asked += 1
    client.begin(at: Clock.monotonicNanoseconds())
    // A request is far smaller than what a socket holds.
    if case .failed(let error) = StreamSocket.send([request[...]], to: client.socket) {
      throw error
    }
  }

  /// Takes what has come; true if the answer is whole.
  private mutating func receive(_ client: LoadClient) throws(SystemError) -> Bool {
    guard client.isWaiting else { return false }
    while true {
      switch StreamSocket.receive(from: client.socket, into: &buffer) {
      case .blocked: return false
      case .failed(let error): throw error
      case .ended: throw SystemError("recv", code: 104)
      case .moved(let count):
        guard client.take(buffer, count, status: generator.status) else { continue }
        outcome.requests += 1
        outcome.latencies.append(Clock.monotonicNanoseconds() - client.started)
        return true
      }
    }
  }
}

/// One connection of the load generator.
private final class LoadClient {
  let socket: Descriptor
  private(set) var started = 0
  private(set) var isWaiting = false
  private var head: [UInt8] = []
  private var bodyLeft: Int?

  init(_ socket: consuming Descriptor) {
    self.socket = socket
  }

  func begin(at time: Int) {
    started = time
    isWaiting = true
    bodyLeft = nil
    head.removeAll(keepingCapacity: true)
  }

  /// Takes octets; true if the answer is whole.
  func take(_ octets: [UInt8], _ count: Int, status: Int) -> Bool {
    if let left = bodyLeft {
      bodyLeft = left - count
    } else {
      head += octets[..<count]
      guard let end = ResponseHead.end(head) else { return false }
      let found = ResponseHead.status(head)
      precondition(
        found == status, "an answer is \(found): \(String(decoding: head, as: UTF8.self))")
      bodyLeft = ResponseHead.contentLength(head, before: end) - (head.count - end)
    }
    guard bodyLeft == 0 else { return false }
    isWaiting = false
    return true
  }
}

/// The little that a client has to know of a response.
private enum ResponseHead {
  /// The offset behind the empty line.
  static func end(_ octets: [UInt8]) -> Int? {
    var start = 0
    while let line = octets.position(of: UInt8(ascii: "\n"), from: start, to: octets.count) {
      if line - start <= 1 { return line + 1 }
      start = line + 1
    }
    return nil
  }

  static func status(_ octets: [UInt8]) -> Int {
    octets[9..<12].reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  static func contentLength(_ octets: [UInt8], before end: Int) -> Int {
    var start = 0
    while let line = octets.position(of: UInt8(ascii: "\n"), from: start, to: end) {
      if octets.has("Content-Length: ", at: start, before: line) {
        return octets[(start + 16)..<line].reduce(0) { $1 > 32 ? $0 * 10 + Int($1) - 48 : $0 }
      }
      start = line + 1
    }
    return 0
  }
}
