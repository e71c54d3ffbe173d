internal import Templating
internal import Todo

/// The rows of a page, those of items that did not change taken from when it was last rendered.
struct RowRun {
  private let old: [PageCache.Row]
  /// How far the rows stand from where they stood: one change moves all rows behind it by one.
  private var shift = 0
  private(set) var rows: [PageCache.Row] = []

  /// Where a row is looked for, counted from where it should stand.
  private static let distances: InlineArray<5, Int> = [0, 1, -1, 2, -2]

  init(_ old: [PageCache.Row], count: Int) {
    self.old = old
    rows.reserveCapacity(count)
  }

  /// Adds the row of an item, rendered only if it is not known.
  mutating func add(
    _ item: ItemID, edition: UInt64, ends: PageCache.Ends, render: () -> HTML
  ) {
    let expected = rows.count + shift
    for position in Self.distances.indices {
      let distance = Self.distances[position]
      let index = expected + distance
      guard old.indices.contains(index), old[index].item == item else { continue }
      shift += distance
      guard old[index].edition == edition, old[index].ends == ends else { break }
      rows.append(old[index])
      return
    }
    rows.append(PageCache.Row(item: item, edition: edition, ends: ends, html: render()))
  }
}
