/// The fields of a message in their order: a header or a trailer section (RFC 9110, section 6.5).
///
/// Kept as the octets that stand on the wire, so that a section read is one copy and a section
/// written is another; text is made when a field is asked for. One that was read has a table of the
/// places of every name and value. One that is written has none: only clients and tests ask for its
/// fields.
public struct FieldSection: Sendable {
  /// `name: value` lines, each with its line end.
  package private(set) var octets: [UInt8] = []
  private var lines: [Line] = []
  /// How many of the octets the table is of.
  private var tabledOctets = 0

  /// A bit for each name there is; that of another name may be the same. Most names that are asked
  /// for are not there.
  private var names: UInt64 = 0

  /// Where the name and the value of one field stand in ``octets``.
  private struct Line: Sendable {
    var name: Range<Int32>
    var value: Range<Int32>
  }

  /// A section without fields.
  public init() {}

  /// The number of field lines.
  public var count: Int { tabled.lines.count }

  /// The number of field lines in the table.
  var tabledCount: Int { lines.count }

  /// The section with all its lines in the table.
  private var tabled: FieldSection {
    var section = self
    let run = octets.span
    while section.tabledOctets < run.count {
      let start = section.tabledOctets
      let end = run.index(of: Octets.lineFeed, from: start, to: run.count)
      if let (name, value) = FieldLine.split(run, start..<end - 1) {
        section.note(Self.bit(of: run, name), name, value)
      }
      section.tabledOctets = end + 1
    }
    return section
  }

  private var isTabled: Bool { tabledOctets == octets.count }

  /// The value of the first field of a name, whose case does not matter; nil if there is none.
  ///
  /// Octets that are not UTF-8 become U+FFFD.
  public subscript(name: String) -> String? {
    firstValue(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The values of all fields of a name, in their order.
  public func values(of name: String) -> [String] {
    var values: [String] = []
    forEachValue(of: name) { values.append(String(decoding: $0, as: UTF8.self)) }
    return values
  }

  /// Adds a field at the end.
  ///
  /// A value cannot end its line: control characters in it become spaces, so nothing that comes
  /// from outside can start another field. The name has to be a token, chosen by the program.
  public mutating func append(_ name: String, _ value: String) {
    assert(!name.isEmpty && name.utf8.allSatisfy(Octets.isToken), "a field name is a token")
    append(name) { $0.append(text: value) }
  }

  /// Adds a field at the end whose value a function appends.
  package mutating func append(_ name: String, writing value: (inout [UInt8]) -> Void) {
    reserve()
    let name = name.utf8.span
    octets.append(addingCapacity: name.count + 2) { octets in
      for index in name.indices { octets.append(name[index]) }
      octets.append(UInt8(ascii: ":"))
      octets.append(Octets.space)
    }
    let start = octets.count
    value(&octets)
    let end = octets.count
    let rest = octets.span.firstUnprintable(from: start, to: end)
    for index in rest..<end where !Octets.isFieldContent(octets[index]) {
      octets[index] = Octets.space
    }
    endLine()
  }

  /// Adds a `Set-Cookie` field at the end.
  ///
  /// - Parameter number: not negative.
  public mutating func append(_ cookie: NumberCookie, _ number: Int) {
    reserve()
    octets += cookie.before
    octets.append(decimal: number)
    octets += cookie.after
  }

  /// Room for the fields of most answers.
  private mutating func reserve() {
    if octets.capacity == 0 { octets.reserveCapacity(256) }
  }

  private mutating func endLine() {
    octets.append(Octets.carriageReturn)
    octets.append(Octets.lineFeed)
  }

  /// Adds all fields of another section at the end.
  public mutating func append(contentsOf other: FieldSection) {
    reserve()
    octets.append(contentsOf: other.octets)
  }

  /// Whether there is a field of a name.
  package func has(_ name: String) -> Bool { firstValue(of: name) != nil }

  /// The octets of the first field of a name, without white space at their ends.
  package func firstValue(of name: String) -> ArraySlice<UInt8>? {
    guard isTabled else { return tabled.firstValue(of: name) }
    return index(of: name, from: 0).map { octets[bounds(lines[$0].value)] }
  }

  /// Calls a function with the octets of every field of a name.
  package func forEachValue(of name: String, _ body: (ArraySlice<UInt8>) -> Void) {
    guard isTabled else { return tabled.forEachValue(of: name, body) }
    var next = index(of: name, from: 0)
    while let index = next {
      body(octets[bounds(lines[index].value)])
      next = self.index(of: name, from: index + 1)
    }
  }

  /// The index of the first line of a name, from an index on.
  private func index(of name: String, from start: Int) -> Int? {
    let name = name.utf8.span
    if names & Self.bit(of: name, 0..<name.count) == 0 { return nil }
    let octets = octets.span
    let lines = lines.span
    var index = start
    while index < lines.count {
      let known = lines[index].name
      if known.count == name.count,
        octets.hasIgnoringCase(name, from: Int(known.lowerBound), to: Int(known.upperBound))
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// The bit of a name, whose case does not matter: a mix of its length and of what it ends in.
  private static func bit(of octets: Span<UInt8>, _ name: Range<Int>) -> UInt64 {
    guard let last = name.last else { return 1 }
    return 1 << UInt64((name.count &* 5 &+ Int(octets[last] | 0x20)) & 63)
  }

  /// Whether these lines stand at the start of a part of a run and fill it up to an empty line.
  func begin(_ run: Span<UInt8>, _ part: Range<Int>) -> Bool {
    let end = part.lowerBound + octets.count
    return end + 2 <= part.upperBound && run[end] == Octets.carriageReturn
      && run[end + 1] == Octets.lineFeed && run.has(octets.span, from: part.lowerBound, to: end)
  }

  private func bounds(_ range: Range<Int32>) -> Range<Int> {
    Int(range.lowerBound)..<Int(range.upperBound)
  }
}

// What the parser builds a section with, as the octets arrive.
extension FieldSection {
  /// Forgets all fields. Keeps the memory if nothing else uses it, so that the requests of a connection
  /// share it, but not that of an unusually large section.
  package mutating func removeAll() {
    if octets.capacity > 4096 { octets = [] }
    octets.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    tabledOctets = 0
    names = 0
  }

  /// Adds octets of a line that has not ended.
  package mutating func appendOctets(_ run: ArraySlice<UInt8>) {
    octets.append(contentsOf: run)
  }

  /// Ends the present line and records the field that it holds.
  package mutating func endLine(name: Range<Int>, value: Range<Int>) {
    note(Self.bit(of: octets.span, name), name, value)
    endLine()
    tabledOctets = octets.count
  }

  /// Adds the octets of whole lines whose fields were recorded.
  mutating func appendLines(_ run: ArraySlice<UInt8>) {
    octets.append(contentsOf: run)
    tabledOctets = octets.count
  }

  /// Records the field of a line whose octets are to be added with those of others.
  ///
  /// - Parameter shift: how much further on it will stand in ``octets`` than in what is given.
  mutating func addLine(
    _ run: Span<UInt8>, name: Range<Int>, value: Range<Int>, shift: Int
  ) {
    note(
      Self.bit(of: run, name), name.lowerBound + shift..<name.upperBound + shift,
      value.lowerBound + shift..<value.upperBound + shift)
  }

  private mutating func note(_ bit: UInt64, _ name: Range<Int>, _ value: Range<Int>) {
    names |= bit
    lines.append(
      Line(
        name: Int32(name.lowerBound)..<Int32(name.upperBound),
        value: Int32(value.lowerBound)..<Int32(value.upperBound)))
  }

  /// What the recorded line of an index holds.
  package func line(at index: Int) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    let line = tabled.lines[index]
    return (octets[bounds(line.name)], octets[bounds(line.value)])
  }
}

extension FieldSection: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }
}

extension FieldSection: CustomStringConvertible {
  /// The lines as they stand on the wire.
  public var description: String { String(decoding: octets, as: UTF8.self) }
}
