extension Document {
  /// The items of all lists that have a text in title or detail, in the order of the lists and of
  /// their items. The text counts as one phrase, without the white space at its ends, and without
  /// regard to case, diacritics and Unicode normal form; a blank one finds nothing. O(n), and much
  /// slower, unless prepared (`prepareSearch(for:)`).
  public func search(_ text: String, _ range: Range<Int>) -> Finds {
    guard let needle = Needle(text) else { return Finds(items: [], total: 0) }
    guard let matches = matches(of: needle) else {
      var copy = self
      copy.prepareSearch(for: text)
      return copy.search(text, range)
    }
    let found = found(matches, in: nil, View(), range)
    return Finds(items: found.handles.map(find), total: found.total)
  }

  /// Which items have a text, if that is known.
  func matches(of needle: Needle) -> Matches? {
    matches.first { $0.needle == needle && $0.count == items.count }
  }

  /// The items of some matches at some positions of the order of a view of a list, or of all lists,
  /// and how many there are in all. The order of the view must be prepared.
  func found(
    _ matches: Matches, in list: Handle?, _ view: View, _ range: Range<Int>
  ) -> (handles: [Handle], total: Int) {
    let lists = list.map { [$0] } ?? liveLists
    let tally = view.show.tally
    let total = lists.reduce(0) { $0 + matches.count(tally, in: $1) }
    let range = range.clamped(to: 0..<total)
    if range.isEmpty { return ([], total) }
    // Many matches are met soon on a walk through the order; few are looked up there one by one.
    let size = lists.reduce(0) { size, list in
      let (forest, root) = sequence(list, view.sort)
      return size + forest.count(tally, root: root)
    }
    let walk = size / total * min(range.upperBound, total - range.lowerBound)
    if Self.cost(of: matches, total) < walk {
      let shown = inOrder(matches, lists: list, view)
      return (shown[range].map(\.handle), total)
    }
    if range.lowerBound > total - range.upperBound {
      let mirrored = total - range.upperBound..<total - range.lowerBound
      return (walked(matches, lists.reversed(), view, mirrored, .before).reversed(), total)
    }
    return (walked(matches, lists, view, range, .after), total)
  }

  /// What it costs to look up where so many of the matches stand, in steps of a walk.
  static func cost(of matches: Matches, _ shown: Int) -> Int { matches.total / 8 + shown * 8 }

  /// The matches at some positions on the way through the orders of lists, forwards or backwards.
  private func walked(
    _ matches: Matches, _ lists: [Handle], _ view: View, _ range: Range<Int>, _ side: Side
  ) -> [Handle] {
    let tally = view.show.tally
    var found: [Handle] = []
    var position = 0
    for list in lists where position < range.upperBound {
      let count = matches.count(tally, in: list)
      guard position + count > range.lowerBound else {
        position += count
        continue
      }
      let (forest, root) = sequence(list, view.sort)
      forest.forEach(tally, root: root, side) {
        guard matches.contains($0) else { return true }
        if position >= range.lowerBound { found.append($0) }
        position += 1
        return position < range.upperBound
      }
    }
    return found
  }

  /// All matches that a view of a list shows, or of all lists, in their order, with what they are
  /// ordered by.
  func inOrder(
    _ matches: Matches, lists list: Handle?, _ view: View
  ) -> [(key: Int, handle: Handle)] {
    var shown: [(key: Int, handle: Handle)] = []
    for handle in matches.handles where shows(handle, view.show) {
      let home = items.list(handle)
      guard list ?? home == home else { continue }
      let rank = sequence(home, view.sort).forest.rank(of: handle, .all)
      shown.append((listOrder.rank(of: home, .all) << 32 | rank, handle))
    }
    shown.sort { $0.key < $1.key }
    return shown
  }

  /// The favourites of all lists, in the order of the lists and of their items. O(number of lists)
  /// more.
  public func favorites(_ range: Range<Int>) -> Finds {
    var total = 0
    var found: [Handle] = []
    for list in liveLists {
      let root = listSlots[Int(list)].root
      let count = order.count(.favorite, root: root)
      let part = range.clamped(to: total..<total + count)
      if !part.isEmpty {
        let cut = part.lowerBound - total..<part.upperBound - total
        found += order.cut(cut, .favorite, root: root)
      }
      total += count
    }
    return Finds(items: found.map(find), total: total)
  }

  /// What is deleted, the newest deletion first; what was created and taken back is among it.
  public func deleted(_ range: Range<Int>) -> DeletedPage {
    let entries = deletions.newestFirst(range).map { subject -> DeletedPage.Entry in
      switch subject {
      case .item(let handle):
        let slot = items[handle]
        return .item(items.item(handle), from: listSlots[Int(slot.list)].list.id)
      case .list(let handle): return .list(listSlots[Int(handle)].list)
      }
    }
    return DeletedPage(entries: entries, total: deletions.count)
  }

  private func find(_ handle: Handle) -> (item: Item, list: ListID) {
    let slot = items[handle]
    return (items.item(handle), listSlots[Int(slot.list)].list.id)
  }

  /// The lists that are not deleted, in their order.
  private var liveLists: [Handle] {
    var lists: [Handle] = []
    var list = listOrder.first(.live, root: listRoot)
    while list != OrderForest.none {
      lists.append(list)
      list = listOrder.next(after: list, .live)
    }
    return lists
  }
}
