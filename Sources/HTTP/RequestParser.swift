/// Reads requests out of octets that arrive in pieces, one after the other (RFC 9112).
///
/// A value that does no I/O: what it makes of a stream does not depend on where the stream is cut.
/// It is strict, for what two parsers could read differently lets an attacker speak to the second
/// one.
package struct RequestParser: Sendable {
  private let limits: Limits
  private var phase = Phase.start
  private var reader = LineReader()
  private var emptyLines = 0
  /// The request line of the present request, or of the one before until another starts.
  private var line: [UInt8] = []
  private var headOctets = 0
  private var fields = FieldSection()
  private var lineStart = 0
  private var recent = RecentHeads()
  /// The present request, from its line on.
  private var request: Request?
  private var isHeadRead = false
  /// What the present request, or the one before, says about the connection after it.
  private(set) var persistence = Exchange.Persistence.none
  private var bodyRest = 0
  private var chunks = ChunkReader()
  private var body = BodyCollector()

  private enum Phase: Sendable {
    /// Nothing of a request has arrived.
    case start
    case requestLine
    case fields
    case body
    case chunks
    case failed(RequestProblem)
  }

  /// What came of the octets given.
  package enum Event {
    /// All were taken, and more are needed.
    case incomplete
    /// A head was read and its body is to come. Told once for a request, before its body is read.
    case head
    /// A request is whole. What follows it was not taken.
    case complete(Request)
  }

  package init(limits: Limits) {
    self.limits = limits
  }

  /// Whether nothing of a request has arrived; empty lines before it do not count.
  package var isIdle: Bool {
    switch phase {
    case .start: true
    case .requestLine: line.isEmpty
    default: false
    }
  }

  /// The request without its body, once its head is read.
  package var pendingHead: Request? { isHeadRead ? request : nil }

  /// Octets of the body that have arrived, without the chunked coding.
  package var bodyOctets: Int { body.count }

  /// The request line as it came, as far as it did; for the log.
  package var requestLine: [UInt8] { line }

  /// Takes octets until an event.
  ///
  /// - Parameter range: what is taken is cut off at its start.
  /// - Throws: why the request is refused. Nothing can be read after that.
  package mutating func read(
    _ octets: [UInt8], _ range: inout Range<Int>
  ) throws(RequestProblem) -> Event {
    do throws(RequestProblem) {
      while !range.isEmpty {
        switch phase {
        case .start: startRequest()
        case .requestLine: try readRequestLine(octets, &range)
        case .fields:
          if let known = readKnownFields(octets, &range) { return try finishHead(known) }
          readWholeFields(octets, &range)
          if !range.isEmpty, try readField(octets, &range) { return try finishHead() }
        case .body: if readBody(octets, &range) { return finish() }
        case .chunks:
          if try chunks.read(octets, &range, into: &body, limits) { return finish() }
        case .failed(let problem): throw problem
        }
      }
      return .incomplete
    } catch {
      phase = .failed(error)
      throw error
    }
  }

  /// Forgets the request before.
  private mutating func startRequest() {
    line.removeAll(keepingCapacity: true)
    fields.removeAll()
    lineStart = 0
    phase = .requestLine
  }

  private mutating func readRequestLine(
    _ octets: [UInt8], _ range: inout Range<Int>
  ) throws(RequestProblem) {
    let start = range.lowerBound
    let (content, ended): (Range<Int>, Bool)
    do throws(RequestProblem) {
      (content, ended) = try reader.next(
        octets, &range, room: limits.requestLineOctets - line.count, tooLong: .targetTooLong,
        malformed: .requestLine, isContent: { $0 >= 0x20 && $0 < 0x7F })
    } catch {
      // The log shows the line up to what is wrong with it.
      let taken = octets[start..<range.lowerBound]
      line.append(contentsOf: taken.prefix { $0 != Octets.carriageReturn })
      throw error
    }
    line.append(contentsOf: octets[content])
    guard ended else { return }
    if line.isEmpty {
      // Old clients send a line end behind the body of a form; a stream of them is no request.
      emptyLines += 1
      guard emptyLines <= 2 else { throw .malformed(.requestLine) }
      return
    }
    try RequestLine.read(line, into: &request)
    headOctets = line.count + 2
    guard headOctets + 2 <= limits.headOctets else { throw .headTooLarge }
    phase = .fields
  }

  /// Takes all fields and the end of the head, if nothing of them was read yet and they are those of
  /// a head before.
  private mutating func readKnownFields(
    _ octets: [UInt8], _ range: inout Range<Int>
  ) -> HeadFields? {
    guard fields.octets.isEmpty, !reader.isAtLineEnd, request?.version == .http11,
      let known = recent.find(in: octets.span, range)
    else { return nil }
    let count = known.fields.octets.count
    guard headOctets + count + 2 <= limits.headOctets else { return nil }
    range = range.lowerBound + count + 2..<range.upperBound
    return known
  }

  /// Takes the field lines that have arrived whole and are as nearly all are: printable ASCII. At the
  /// first other one it stops, and leaves to `readField` what is to be said about that.
  private mutating func readWholeFields(_ octets: [UInt8], _ range: inout Range<Int>) {
    // Not in the middle of a line.
    guard fields.octets.count == lineStart, !reader.isAtLineEnd else { return }
    let run = octets.span
    let start = range.lowerBound
    let shift = lineStart - start
    var next = start
    while fields.tabledCount < limits.fieldCount {
      let end = run.firstUnprintable(from: next, to: range.upperBound)
      guard end > next, end + 1 < range.upperBound, run[end] == Octets.carriageReturn,
        run[end + 1] == Octets.lineFeed, headOctets + end - next + 4 <= limits.headOctets,
        let (name, value) = FieldLine.split(run, next..<end)
      else { break }
      fields.addLine(run, name: name, value: value, shift: shift)
      headOctets += end - next + 2
      next = end + 2
    }
    if next == start { return }
    fields.appendLines(octets[start..<next])
    lineStart = fields.octets.count
    range = next..<range.upperBound
  }

  /// Takes a part of a field line; true at the end of the head.
  private mutating func readField(
    _ octets: [UInt8], _ range: inout Range<Int>
  ) throws(RequestProblem) -> Bool {
    // Behind this line there are to be two line ends, its own and that of the empty line.
    let room = max(0, limits.headOctets - headOctets - 4)
    let (content, ended) = try reader.next(
      octets, &range, room: room, tooLong: .headTooLarge, malformed: .fieldLine,
      isContent: Octets.isFieldContent)
    headOctets += content.count
    fields.appendOctets(octets[content])
    guard ended else { return false }
    headOctets += 2
    let bounds = lineStart..<fields.octets.count
    if bounds.isEmpty { return true }
    guard fields.tabledCount < limits.fieldCount else { throw .headTooLarge }
    guard let (name, value) = FieldLine.split(fields.octets.span, bounds) else {
      throw .malformed(.fieldLine)
    }
    fields.endLine(name: name, value: value)
    lineStart = fields.octets.count
    return false
  }

  /// Looks at the fields that were read, whether a head may have these.
  private mutating func finishHead() throws(RequestProblem) -> Event {
    let version = request?.version ?? .http11
    let host = try host(version)
    take(fields, host)
    let read = HeadFields(
      fields: fields, host: host, framing: try Framing.read(fields, version),
      persistence: Exchange.Persistence(fields, version))
    if version == .http11 {
      request?.findings = read.findings
      fields = recent.keep(read)
    }
    return try beginBody(read)
  }

  /// Takes fields that were found right before.
  private mutating func finishHead(_ known: HeadFields) throws(RequestProblem) -> Event {
    take(known.fields, known.host)
    request?.findings = known.findings
    return try beginBody(known)
  }

  /// Gives the request its fields. A refusal from here on is answered as who sent them wants it.
  private mutating func take(_ fields: FieldSection, _ host: String?) {
    request?.fields = fields
    // The authority of an absolute target counts before the field.
    if let host, request?.host.isEmpty == true { request?.host = host }
    isHeadRead = true
  }

  private mutating func beginBody(_ read: HeadFields) throws(RequestProblem) -> Event {
    persistence = read.persistence
    if case .length(0) = read.framing { return finish() }
    switch read.framing {
    case .length(let length):
      try body.begin(read.fields, to: request?.target, length: length, limits: limits)
      phase = .body
      bodyRest = length
    case .chunked:
      try body.begin(read.fields, to: request?.target, length: 0, limits: limits)
      phase = .chunks
      chunks = ChunkReader()
    }
    return .head
  }

  /// Exactly one valid `Host`, which HTTP/1.0 may leave out.
  private func host(_ version: Request.Version) throws(RequestProblem) -> String? {
    var host: ArraySlice<UInt8>?
    var count = 0
    fields.forEachValue(of: "Host") {
      host = $0
      count += 1
    }
    guard let host else {
      guard version == .http10 else { throw .malformed(.host) }
      return nil
    }
    guard count == 1, Authority.isValid(host.span) else { throw .malformed(.host) }
    return String(decoding: host, as: UTF8.self)
  }

  /// Takes a part of a body of known length; true at its end.
  private mutating func readBody(_ octets: [UInt8], _ range: inout Range<Int>) -> Bool {
    let count = min(bodyRest, range.count)
    body.take(octets, range.prefix(count))
    range = range.lowerBound + count..<range.upperBound
    bodyRest -= count
    return bodyRest == 0
  }

  private mutating func finish() -> Event {
    phase = .start
    emptyLines = 0
    isHeadRead = false
    guard var request = request.take() else { return .incomplete }
    body.finish(&request)
    return .complete(request)
  }
}
