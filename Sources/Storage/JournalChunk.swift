import Kernel
import Todo

/// Some whole lines of a journal, taken apart, and what stands behind the last of them. It is never
/// copied: what it holds is read where it is.
final class JournalChunk: Sendable {
  let lines: [TakenLine]
  /// What the lines of the snapshot say, in their order.
  let entries: [SnapshotEntry]
  /// What the lines of transactions say, in their order.
  let transactions: [JournalLine]
  /// The items of lines that bring new ones, and what else these lines say.
  let newItems: NewItems
  let newEntries: [NewItemReader.Entry]
  /// How many bytes without a newline follow the last line; only at the end of the file.
  let rest: Int

  /// Takes lines apart; but for the first one of a file each says by itself what it is.
  init(_ raw: RawChunk) {
    var taken = TakenLines(raw.bytes, expected: raw.linesEnd / 320 + 1)
    var start = 0
    while start < raw.linesEnd,
      let newline = raw.bytes.position(of: UInt8(ascii: "\n"), from: start, to: raw.linesEnd)
    {
      let offset = raw.offset + start
      let content = offset == 0 ? taken.header(to: newline) : taken.content(start, newline)
      taken.lines.append(
        TakenLine(offset: offset, end: raw.offset + newline + 1, content: content))
      start = newline + 1
    }
    lines = taken.lines
    entries = taken.entries
    transactions = taken.transactions
    (newItems, newEntries) = taken.news.finish()
    rest = raw.bytes.count - raw.linesEnd
  }
}

/// What becomes a chunk.
private struct TakenLines {
  var lines: [TakenLine] = []
  var entries: [SnapshotEntry] = []
  var transactions: [JournalLine] = []
  /// The lines by which new items come.
  var news: NewItemReader
  private let expected: Int
  private var line: LineReader

  init(_ bytes: [UInt8], expected: Int) {
    self.expected = expected
    news = NewItemReader(expected: expected)
    lines.reserveCapacity(expected)
    line = LineReader(bytes, from: 0, to: 0)
  }

  mutating func header(to end: Int) -> TakenLine.Content {
    line.begin(from: 0, to: end)
    do throws(FormatError) {
      return .header(try line.header())
    } catch {
      return .wrong(error.reason)
    }
  }

  mutating func content(_ start: Int, _ end: Int) -> TakenLine.Content {
    line.begin(from: start, to: end)
    do throws(FormatError) {
      try line.verifyChecksum()
    } catch {
      return .unsealed(error.reason)
    }
    do throws(FormatError) {
      return line.begins(with: SnapshotEntry.start) ? try entry() : try transaction()
    } catch {
      return .wrong(error.reason)
    }
  }

  private mutating func entry() throws(FormatError) -> TakenLine.Content {
    if let index = news.readEntry(line) { return .newItem(index) }
    if entries.isEmpty { entries.reserveCapacity(expected) }
    entries.append(try SnapshotEntry(sealed: &line))
    return .entry(entries.count - 1)
  }

  private mutating func transaction() throws(FormatError) -> TakenLine.Content {
    let start = try line.lineStart()
    if let index = news.read(line, behind: start) { return .newItem(index) }
    if transactions.isEmpty { transactions.reserveCapacity(expected) }
    transactions.append(try line.line(behind: start))
    return .transaction(transactions.count - 1)
  }
}

/// What one line is, whatever stands around it.
struct TakenLine: Sendable {
  /// Where it begins in the file.
  let offset: Int
  /// The offset behind its newline.
  let end: Int
  let content: Content

  enum Content: Sendable {
    /// The first line of a file can be nothing else.
    case header(HeaderLine)
    /// The index of what it says among the entries of its chunk.
    case entry(Int)
    /// The index of what it says among the transactions of its chunk.
    case transaction(Int)
    /// The index of its item among the new ones of its chunk.
    case newItem(Int)
    /// The checksum does not fit, or is not there.
    case unsealed(FormatError.Reason)
    /// Its checksum fits, and it says what this program does not write.
    case wrong(FormatError.Reason)
  }
}

/// Bytes of a file as they are.
struct RawChunk: Sendable {
  let bytes: [UInt8]
  /// Where they begin in the file.
  let offset: Int
  /// The position behind the last newline.
  let linesEnd: Int
  /// Whether nothing follows them.
  let isLast: Bool
}

/// Cuts a file into chunks of whole lines.
struct ChunkSource: Sendable {
  private let file: OpenFile
  /// The offset at which reading ends, whatever comes behind it.
  private let limit: Int
  /// The offset of what was not given yet.
  private var offset = 0

  /// How much is read at a time; more when a line is longer. It stays in the processor's cache.
  private static let size = 256 << 10

  init(_ file: OpenFile, to limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// The next chunk. The half line at its end is read once more with the one after it.
  mutating func next() throws(SystemError) -> RawChunk {
    var wanted = Self.size
    while true {
      let bytes = try file.read(at: offset, count: min(wanted, limit - offset))
      let isLast = bytes.count < wanted
      let newline = bytes.lastPosition(of: UInt8(ascii: "\n"))
      if isLast || newline != nil {
        let linesEnd = newline.map { $0 + 1 } ?? 0
        defer { offset += linesEnd }
        return RawChunk(bytes: bytes, offset: offset, linesEnd: linesEnd, isLast: isLast)
      }
      wanted *= 2
    }
  }
}
