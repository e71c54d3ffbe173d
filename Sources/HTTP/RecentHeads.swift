/// The fields of a head, read and found right, and what the parser has to know of them.
final class HeadFields: Sendable {
  let fields: FieldSection
  /// The value of `Host`; nil only of HTTP/1.0.
  let host: String?
  let framing: Framing
  let persistence: Exchange.Persistence
  let findings = Findings()

  init(
    fields: FieldSection, host: String?, framing: Framing, persistence: Exchange.Persistence
  ) {
    self.fields = fields
    self.host = host
    self.framing = framing
    self.persistence = persistence
  }
}

/// The fields that came last on a connection. A client sends the same ones in most of its requests,
/// octet by octet: with a comparison all is known of them that was found out before.
///
/// Two of them, for a browser sends a form and asks for a page in turns.
struct RecentHeads: Sendable {
  private var last: HeadFields?
  private var other: HeadFields?

  /// Longer ones are read each time, so that connections that have nothing to do hold little.
  static let largestOctets = 2048

  /// What is known of the fields that stand at the start of a part of a run and fill it up to an
  /// empty line; nil if they were not seen of late.
  mutating func find(in run: Span<UInt8>, _ part: Range<Int>) -> HeadFields? {
    if last?.fields.begin(run, part) == true { return last }
    guard other?.fields.begin(run, part) == true else { return nil }
    swap(&last, &other)
    return last
  }

  /// Keeps the fields of a head for the next ones, in place of those that were not seen for longest.
  ///
  /// - Returns: a section that nobody needs any more, so that its memory can be used again.
  mutating func keep(_ head: HeadFields) -> FieldSection {
    guard head.fields.octets.count <= Self.largestOctets else { return FieldSection() }
    let unused = other.take()?.fields ?? FieldSection()
    other = last.take()
    last = head
    return unused
  }
}
