internal import Templating
internal import Todo

/// Some rows of a page one after the other, as they were rendered.
struct RowBlock: Sendable {
  struct Row: Sendable {
    let item: ItemID
    let edition: UInt64
    let ends: Ends
    /// Where its markup ends in that of the block.
    var end = 0

    /// Whether the markup is the same.
    func isSame(as other: Row) -> Bool {
      item == other.item && edition == other.edition && ends == other.ends
    }
  }

  /// Whether a row is the first or the last one, and so cannot be moved on.
  struct Ends: OptionSet, Sendable {
    let rawValue: UInt8
    static let first = Ends(rawValue: 1)
    static let last = Ends(rawValue: 2)
  }

  /// Rows of a block; but for the last block of a page, which has the rest. So many that a block
  /// is big enough to be sent as it is, and small enough to be made anew when one of them changes.
  static let size = 16

  let rows: [Row]
  let html: HTML

  /// The place of a row's markup.
  func piece(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : rows[index - 1].end)..<rows[index].end
  }
}

/// The rows of a page, those of items that did not change taken from when it was last rendered.
struct RowRun {
  private let old: [RowBlock]
  /// How far the rows stand from where they stood: one change moves all rows behind it by one.
  private var shift = 0

  /// Where a row is looked for, counted from where it should stand.
  private static let distances: InlineArray<5, Int> = [0, 1, -1, 2, -2]
  /// What a block has room for at first.
  private static let capacity = RowBlock.size * 1024

  init(_ old: [RowBlock]) {
    self.old = old
  }

  /// Gives the blocks of a page with these rows.
  ///
  /// - Parameter render: adds the markup of the row with this index.
  mutating func blocks(
    _ rows: [RowBlock.Row], render: (Int, inout HTMLBuilder) -> Void
  ) -> [RowBlock] {
    var blocks: [RowBlock] = []
    blocks.reserveCapacity(rows.count / RowBlock.size + 1)
    for start in stride(from: 0, to: rows.count, by: RowBlock.size) {
      let wanted = rows[start..<min(start + RowBlock.size, rows.count)]
      if let block = known(wanted, at: blocks.count) {
        blocks.append(block)
      } else {
        blocks.append(make(wanted, render))
      }
    }
    return blocks
  }

  /// The block at an index, if it has just these rows.
  private func known(_ wanted: ArraySlice<RowBlock.Row>, at index: Int) -> RowBlock? {
    guard index < old.count, old[index].rows.count == wanted.count else { return nil }
    let rows = old[index].rows
    for (position, row) in wanted.enumerated() where !rows[position].isSame(as: row) { return nil }
    return old[index]
  }

  private mutating func make(
    _ wanted: ArraySlice<RowBlock.Row>, _ render: (Int, inout HTMLBuilder) -> Void
  ) -> RowBlock {
    var builder = HTMLBuilder(capacity: Self.capacity)
    var rows = Array(wanted)
    for position in rows.indices {
      let index = wanted.startIndex + position
      if let (block, place) = find(rows[position], near: index + shift) {
        builder.append(old[block].html, old[block].piece(place))
      } else {
        render(index, &builder)
      }
      rows[position].end = builder.count
    }
    return RowBlock(rows: rows, html: builder.finish())
  }

  /// Where a row of the same markup is, if it is near.
  private mutating func find(_ row: RowBlock.Row, near expected: Int) -> (block: Int, place: Int)? {
    for position in Self.distances.indices {
      let distance = Self.distances[position]
      let (block, place) = (expected + distance).quotientAndRemainder(dividingBy: RowBlock.size)
      guard place >= 0, block >= 0, block < old.count, place < old[block].rows.count,
        old[block].rows[place].item == row.item
      else { continue }
      shift += distance
      return old[block].rows[place].isSame(as: row) ? (block, place) : nil
    }
    return nil
  }
}
