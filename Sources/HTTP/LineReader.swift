/// Finds the line ends in octets that arrive in pieces: CRLF and nothing else.
///
/// No octet is looked at again when another piece of its line comes, and a line is refused as soon as
/// the octet arrives that cannot be right.
struct LineReader: Sendable {
  private var sawCarriageReturn = false

  /// Whether half of a line end was taken.
  var isAtLineEnd: Bool { sawCarriageReturn }

  /// Takes content and line end, as far as they are there.
  ///
  /// - Parameters:
  ///   - range: what has arrived; what is taken is cut off at its start.
  ///   - room: the most octets of content that the line may still have.
  ///   - isContent: the octets that a line may hold.
  ///   - tooLong: what is thrown when there are more.
  ///   - malformed: what is thrown for any other octet.
  /// - Returns: where the content stands, and whether the line ended behind it.
  /// - Throws: `tooLong`, `malformed` or a wrong line end; the content before it is taken.
  @inline(__always)
  mutating func next(
    _ octets: [UInt8], _ range: inout Range<Int>, room: Int, tooLong: RequestProblem,
    malformed: RequestProblem.Reason, isContent: (UInt8) -> Bool
  ) throws(RequestProblem) -> (content: Range<Int>, ended: Bool) {
    let start = range.lowerBound
    if sawCarriageReturn { return (start..<start, try endLine(octets, &range)) }
    let run = octets.span
    // One octet more than there is room for is looked at, to know whether it is content.
    let end = range.count > room ? start + room + 1 : range.upperBound
    // As a rule all is printable up to the line end.
    var index = run.firstUnprintable(from: start, to: end)
    while index < end, isContent(run[index]) { index += 1 }
    range = index..<range.upperBound
    if index - start > room { throw tooLong }
    if range.isEmpty { return (start..<index, false) }
    let octet = run[index]
    guard octet == Octets.carriageReturn else {
      throw .malformed(octet == Octets.lineFeed ? .lineEnd : malformed)
    }
    sawCarriageReturn = true
    range = index + 1..<range.upperBound
    return (start..<index, try endLine(octets, &range))
  }

  private mutating func endLine(
    _ octets: [UInt8], _ range: inout Range<Int>
  ) throws(RequestProblem) -> Bool {
    if range.isEmpty { return false }
    guard octets[range.lowerBound] == Octets.lineFeed else { throw .malformed(.lineEnd) }
    range = range.lowerBound + 1..<range.upperBound
    sawCarriageReturn = false
    return true
  }
}

/// Splits a field line (RFC 9112, section 5).
enum FieldLine {
  /// Where name and value stand, without the white space around the value; nil if there is no
  /// colon, or if what is before it is not a token: empty, followed by white space, or a folded
  /// line.
  static func split(
    _ octets: Span<UInt8>, _ line: Range<Int>
  ) -> (name: Range<Int>, value: Range<Int>)? {
    var colon = line.lowerBound
    while colon < line.upperBound, Octets.isToken(octets[colon]) { colon += 1 }
    guard colon > line.lowerBound, colon < line.upperBound, octets[colon] == UInt8(ascii: ":")
    else { return nil }
    return (line.lowerBound..<colon, octets.trimmed(colon + 1, line.upperBound))
  }
}
