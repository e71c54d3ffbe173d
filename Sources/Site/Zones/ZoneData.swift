package import Todo

/// When the clocks of a time zone were and will be put forward or back: a file of the system's
/// database (TZif, RFC 9636), version 2 or later.
///
/// The file has, each with its own header, what old readers want (skipped here), then the same in
/// 64 bits: the points in time at which an offset begins, for each the number of its kind, the
/// kinds, and, after the data, a line with the rule for the time after the last of them.
package struct ZoneData: Sendable {
  /// Bytes of a file; the longest one of the database has about 3,600.
  static let limit = 1 << 16

  /// Seconds since 1970 at which an offset begins, ascending.
  private let starts: [Int]
  /// The offset that begins there, in seconds east of UTC.
  private let offsets: [Int]
  /// The offset before the first of them.
  private let first: Int
  /// What holds from the last of them on.
  private let rule: ZoneRule?

  /// Reads a file; `nil` if it is none of those, is damaged, or counts leap seconds, which no
  /// clock of this program does.
  package init?(_ bytes: [UInt8]) {
    var reader = ZoneReader(bytes)
    guard let old = reader.header(), reader.skip(old.length(ofTime: 4)),
      let header = reader.header(), header.kinds > 0, header.leaps == 0
    else { return nil }
    guard let starts = reader.numbers(header.times, size: 8),
      let indices = reader.numbers(header.times, size: 1)
    else { return nil }
    var kinds: [Int] = []
    for _ in 0..<header.kinds {
      // Then whether it is summer time, and where the abbreviation is.
      guard let offset = reader.number(size: 4), ZoneRule.offsets.contains(offset), reader.skip(2)
      else { return nil }
      kinds.append(offset)
    }
    let isAscending = zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }
    guard isAscending, indices.allSatisfy(kinds.indices.contains),
      reader.skip(header.letters + header.standard + header.universal), let line = reader.line()
    else { return nil }
    if line.isEmpty {
      rule = nil
    } else {
      guard let rule = ZoneRule(line) else { return nil }
      self.rule = rule
    }
    self.starts = starts
    offsets = indices.map { kinds[$0] }
    first = kinds[0]
  }

  /// Seconds east of UTC at a point in time.
  package func offset(at time: Timestamp) -> Int {
    let (quotient, rest) = time.milliseconds.quotientAndRemainder(dividingBy: 1_000)
    return offset(atSecond: Int(quotient) - (rest < 0 ? 1 : 0))
  }

  private func offset(atSecond time: Int) -> Int {
    guard let last = starts.last, time < last else {
      return rule?.offset(at: time) ?? offsets.last ?? first
    }
    // How many begin at that time or before.
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : offsets[low - 1]
  }
}

/// Goes through the bytes of a TZif file; never beyond their end.
private struct ZoneReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The six counts of a header (RFC 9636, section 3.1).
  struct Header {
    let universal, standard, leaps, times, kinds, letters: Int

    /// Bytes of the data that follow.
    func length(ofTime size: Int) -> Int {
      times * (size + 1) + kinds * 6 + letters + leaps * (size + 4) + standard + universal
    }
  }

  mutating func header() -> Header? {
    guard rest.starts(with: "TZif".utf8), rest.dropFirst(4).first ?? 0 >= UInt8(ascii: "2"),
      skip(20), let counts = numbers(6, size: 4),
      counts.allSatisfy((0...ZoneData.limit).contains)
    else { return nil }
    return Header(
      universal: counts[0], standard: counts[1], leaps: counts[2], times: counts[3],
      kinds: counts[4], letters: counts[5])
  }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= rest.count else { return false }
    rest = rest.dropFirst(count)
    return true
  }

  /// Numbers with a sign, or, of one byte, without; the most significant byte comes first.
  mutating func numbers(_ count: Int, size: Int) -> [Int]? {
    guard count * size <= rest.count else { return nil }
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count {
      guard let number = number(size: size) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  mutating func number(size: Int) -> Int? {
    let bytes = rest.prefix(size)
    guard skip(size) else { return nil }
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if size == 1 { return Int(value) }
    let unused = 64 - size * 8
    return Int(Int64(bitPattern: value << unused) >> unused)
  }

  /// The line between two line feeds with which the file ends.
  func line() -> ArraySlice<UInt8>? {
    guard rest.first == 10, rest.count > 1, rest.last == 10 else { return nil }
    let line = rest.dropFirst().dropLast()
    return line.contains(10) ? nil : line
  }
}
