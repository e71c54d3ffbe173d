/// Undoes the chunked coding of a body that arrives in pieces (RFC 9112, section 7.1).
///
/// Chunk extensions and trailers are checked and dropped; both are bounded.
struct ChunkReader: Sendable {
  private var phase = Phase.size
  private var size = 0
  private var digits = 0
  private var extensionOctets = 0
  private var trailerOctets = 0
  private var trailerCount = 0
  private var line: [UInt8] = []
  private var reader = LineReader()

  private enum Phase {
    case size
    case sizeLine
    case data
    case dataEnd
    case trailer
  }

  /// Takes what has arrived and adds the data in it to the body.
  ///
  /// - Parameters:
  ///   - range: what is taken is cut off at its start.
  /// - Returns: whether the body is complete.
  mutating func read(
    _ octets: [UInt8], _ range: inout Range<Int>, into body: inout BodyCollector, _ limits: Limits
  ) throws(RequestProblem) -> Bool {
    while !range.isEmpty {
      switch phase {
      case .size: try readSize(octets, &range, limit: body.limit - body.count)
      case .sizeLine: try readSizeLine(octets, &range, limits)
      case .data: readData(octets, &range, into: &body)
      case .dataEnd: try readDataEnd(octets, &range)
      case .trailer: if try readTrailer(octets, &range, limits) { return true }
      }
    }
    return false
  }

  private mutating func readSize(
    _ octets: [UInt8], _ range: inout Range<Int>, limit: Int
  ) throws(RequestProblem) {
    guard let digit = Octets.hexValue(octets[range.lowerBound]) else {
      guard digits > 0 else { throw .malformed(.chunk) }
      phase = .sizeLine
      return
    }
    digits += 1
    // Sixteen digits hold any number that a machine counts with; more are leading zeros for no
    // reason.
    guard digits <= 16 else { throw .malformed(.chunk) }
    size = size << 4 | Int(digit)
    guard size <= limit else { throw .bodyTooLarge }
    range = range.lowerBound + 1..<range.upperBound
  }

  /// What follows the size: extensions, which start with a semicolon, and the line end.
  private mutating func readSizeLine(
    _ octets: [UInt8], _ range: inout Range<Int>, _ limits: Limits
  ) throws(RequestProblem) {
    let (content, ended) = try reader.next(
      octets, &range, room: limits.chunkExtensionOctets - extensionOctets,
      tooLong: .malformed(.chunk), malformed: .chunk, isContent: Octets.isFieldContent)
    extensionOctets += content.count
    line.append(contentsOf: octets[content])
    guard ended else { return }
    guard ChunkExtensions.areValid(line) else { throw .malformed(.chunk) }
    line.removeAll(keepingCapacity: true)
    phase = size == 0 ? .trailer : .data
  }

  private mutating func readData(
    _ octets: [UInt8], _ range: inout Range<Int>, into body: inout BodyCollector
  ) {
    let count = min(size, range.count)
    body.take(octets, range.prefix(count))
    range = range.lowerBound + count..<range.upperBound
    size -= count
    if size == 0 { phase = .dataEnd }
  }

  private mutating func readDataEnd(
    _ octets: [UInt8], _ range: inout Range<Int>
  ) throws(RequestProblem) {
    let (_, ended) = try reader.next(
      octets, &range, room: 0, tooLong: .malformed(.chunk), malformed: .chunk,
      isContent: { _ in false })
    if ended {
      phase = .size
      digits = 0
    }
  }

  private mutating func readTrailer(
    _ octets: [UInt8], _ range: inout Range<Int>, _ limits: Limits
  ) throws(RequestProblem) -> Bool {
    let (content, ended) = try reader.next(
      octets, &range, room: max(0, limits.headOctets - trailerOctets), tooLong: .headTooLarge,
      malformed: .fieldLine, isContent: Octets.isFieldContent)
    trailerOctets += content.count
    line.append(contentsOf: octets[content])
    guard ended else { return false }
    if line.isEmpty { return true }
    trailerOctets += 2
    trailerCount += 1
    guard trailerCount <= limits.fieldCount else { throw .headTooLarge }
    guard FieldLine.split(line.span, line.indices) != nil else { throw .malformed(.fieldLine) }
    line.removeAll(keepingCapacity: true)
    return false
  }
}
