/// Signatures of the folded texts of some items, which as a rule say that an item lacks a text
/// without looking at its own.
///
/// They are a table of bits: an item is a column, and every three bytes that follow one another in
/// its folded title or detail choose a row, where its bit is set. Who has a text has the bits of all
/// its rows, so the rows of a text, laid over one another, leave those that may have it.
struct SignatureGroup: Sendable {
  /// How many items a full one has.
  static let size = 512

  /// Whether an item has something, a bit for each.
  typealias Bits = SIMD8<UInt64>

  /// The rows, eight words each. How many there are is a power of two.
  private var rows: [UInt64]
  private var texts: [Text] = []
  /// Bytes of all folded texts.
  private var bytes = 0

  private static let fewestRows = 256
  /// As many as `Needle.row(of:)` tells apart.
  private static let mostRows = 4_096

  /// What is known of an item's texts.
  private struct Text {
    /// Bytes of them, folded.
    var count: Int32
    var trace: FoldingTrace
  }

  /// How many items there are.
  var count: Int { texts.count }

  /// A group without items.
  ///
  /// - Parameter other: one whose items have texts of about the same length.
  init(after other: SignatureGroup?) {
    rows = [UInt64](repeating: 0, count: other?.rows.count ?? Self.fewestRows * 2 * 8)
  }

  // MARK: Changing

  /// Sets the signature of an item, which may be the next one.
  ///
  /// - Parameters:
  ///   - text: its folded texts, a zero byte between them.
  ///   - trace: what came when they were folded.
  mutating func set(_ index: Int, _ text: [UInt8], _ trace: FoldingTrace) {
    let new = Text(count: Int32(text.count), trace: trace)
    if index == texts.count {
      texts.append(new)
    } else {
      unsign(index)
      bytes -= Int(texts[index].count)
      texts[index] = new
    }
    bytes += text.count
    // With too few rows most bits would be set.
    let wanted = min(bytes * 2 / max(texts.count, 32), Self.mostRows)
    while rows.count / 8 < wanted { rows += rows }
    sign(index, text.span)
  }

  /// Forgets the last item.
  mutating func forgetLast() {
    unsign(texts.count - 1)
    bytes -= Int(texts.removeLast().count)
  }

  private mutating func sign(_ index: Int, _ text: Span<UInt8>) {
    let (lane, bit) = (index >> 6, 1 << UInt64(index & 63) as UInt64)
    let mask = rows.count / 8 - 1
    var rows = rows.mutableSpan
    var three: UInt32 = 0
    for place in text.indices {
      three = three >> 8 | UInt32(text[place]) << 16
      guard let row = Needle.row(of: three) else { continue }
      rows[(row & mask) << 3 | lane] |= bit
    }
  }

  private mutating func unsign(_ index: Int) {
    let keep = ~(1 << UInt64(index & 63) as UInt64)
    var rows = self.rows.mutableSpan
    var place = index >> 6
    while place < rows.count {
      rows[place] &= keep
      place += 8
    }
  }

  // MARK: Looking

  /// What comes when the texts of an item are folded.
  func trace(of index: Int) -> FoldingTrace { texts[index].trace }

  /// The items that have the bits of a text.
  func candidates(_ needle: Needle) -> Bits {
    let mask = rows.count / 8 - 1
    let rows = self.rows.span
    var bits = present
    for row in needle.rows {
      let row = rows.extracting((row & mask) << 3..<(row & mask) << 3 + 8)
      bits &= Bits(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])
      let half = bits.lowHalf | bits.highHalf
      if half[0] | half[1] | half[2] | half[3] == 0 { break }
    }
    return bits
  }

  /// All items.
  private var present: Bits {
    var bits = Bits.zero
    for lane in 0..<8 where texts.count > lane * 64 {
      let count = texts.count - lane * 64
      bits[lane] = count >= 64 ? .max : 1 << UInt64(count) - 1
    }
    return bits
  }
}
