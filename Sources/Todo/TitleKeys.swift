/// The folded titles of some items, to sort them by without folding one for each comparison.
struct TitleKeys {
  /// The first eight bytes of a title, the first one highest, so that they compare as the title
  /// does; zero bytes follow a shorter one, which comes first.
  private var beginnings: [UInt64] = []
  /// All titles, one after the other.
  private var bytes: [UInt8] = []
  /// Where each one begins, and where the last one ends.
  private var starts = [0]

  /// Adds the title of the next item.
  mutating func append(_ title: String) {
    let start = bytes.count
    Folding.append(title.utf8.span, to: &bytes)
    var beginning: UInt64 = 0
    for place in start..<start + 8 {
      beginning = beginning << 8 | (place < bytes.count ? UInt64(bytes[place]) : 0)
    }
    beginnings.append(beginning)
    starts.append(bytes.count)
  }

  /// Whether the first item's title comes first; `nil` if the titles fold to the same.
  func precedes(_ a: Int, _ b: Int) -> Bool? {
    if beginnings[a] != beginnings[b] { return beginnings[a] < beginnings[b] }
    let ours = bytes.span.extracting(starts[a]..<starts[a + 1])
    let theirs = bytes.span.extracting(starts[b]..<starts[b + 1])
    let common = min(ours.count, theirs.count)
    var place = min(8, common)
    while place < common {
      if ours[place] != theirs[place] { return ours[place] < theirs[place] }
      place += 1
    }
    return ours.count == theirs.count ? nil : ours.count < theirs.count
  }
}
