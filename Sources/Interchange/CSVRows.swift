/// The rows of a table. Commas part the cells; semicolons or tabs do if the first line has them
/// instead. Lines end in CRLF, LF or CR; the last one may lack its end.
struct CSVRows {
  struct Row {
    let cells: [[UInt8]]
    /// The line on which it begins, from 1.
    let line: Int
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var index = 0
  private var line = 1
  private let meter: ReadingMeter?

  init(_ bytes: [UInt8], _ meter: ReadingMeter? = nil) {
    self.bytes = bytes
    self.meter = meter
    meter?.begin(bytes.count)
    let head = bytes.prefix { $0 != .lineFeed && $0 != .carriageReturn }
    let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), .tab]
    let counts = candidates.map { mark in head.reduce(0) { $0 + ($1 == mark ? 1 : 0) } }
    let best = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    separator = counts[best] > counts[0] ? candidates[best] : candidates[0]
  }

  /// The next row; `nil` after the last one.
  mutating func next() throws(ImportError) -> Row? {
    guard index < bytes.count else { return nil }
    meter?.note(index)
    let start = line
    var cells: [[UInt8]] = []
    while true {
      cells.append(try cell())
      guard index < bytes.count else { break }
      let mark = bytes[index]
      index += 1
      if mark == separator { continue }
      if mark == .carriageReturn, index < bytes.count, bytes[index] == .lineFeed { index += 1 }
      line += 1
      break
    }
    return Row(cells: cells, line: start)
  }

  private mutating func cell() throws(ImportError) -> [UInt8] {
    guard index < bytes.count, bytes[index] == .quote else {
      let start = index
      while index < bytes.count, !isEnd(bytes[index]) { index += 1 }
      return Array(bytes[start..<index])
    }
    let start = index
    var cell: [UInt8] = []
    index += 1
    while true {
      guard index < bytes.count else {
        throw ImportError(.unexpectedEnd, at: start, of: bytes)
      }
      let byte = bytes[index]
      index += 1
      if byte == .lineFeed { line += 1 }
      guard byte == .quote else {
        cell.append(byte)
        continue
      }
      guard index < bytes.count, !isEnd(bytes[index]) else { return cell }
      guard bytes[index] == .quote else { throw ImportError(.unexpected, at: index, of: bytes) }
      cell.append(.quote)
      index += 1
    }
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == .lineFeed || byte == .carriageReturn
  }
}
