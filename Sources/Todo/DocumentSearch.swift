extension Document {
  /// The items of all lists that have a text in title or detail, in the order of the lists and of
  /// their items. The text counts as one phrase, without the white space at its ends, and without
  /// regard to case, diacritics and Unicode normal form; a blank one finds nothing. O(n), and much
  /// slower unless prepared (`prepareSearch()`).
  public func search(_ text: String, _ range: Range<Int>) -> Finds {
    if text.trimmingWhiteSpace.isEmpty { return Finds(items: [], total: 0) }
    guard isSearchPrepared else {
      var copy = self
      copy.prepareSearch()
      return copy.search(text, range)
    }
    let found = found(text, in: nil, View(), range)
    return Finds(items: found.handles.map(find), total: found.total)
  }

  /// The items with a text at some positions of the order of a view of a list, or of all lists, and
  /// how many there are in all. The folded texts, and the order of the view, must be prepared.
  func found(
    _ text: String, in list: Handle?, _ view: View, _ range: Range<Int>
  ) -> (handles: [Handle], total: Int) {
    guard let texts, let needle = Needle(text) else { return ([], 0) }
    let tally = view.show.tally
    let forest = list.map { sequence($0, view.sort).forest } ?? order
    let roots = list.map { [sequence($0, view.sort).root] } ?? liveRoots
    let size = roots.reduce(0) { $0 + forest.count(tally, root: $1) }
    var found: [Handle] = []
    if size < items.count / 2 {
      for root in roots {
        forest.forEach(tally, root: root) {
          if texts.contains(needle, in: $0) { found.append($0) }
          return true
        }
      }
      return (Array(found[range.clamped(to: found.indices)]), found.count)
    }
    // Reading all texts as they lie is faster than reading them in the order of the view.
    let hits = texts.hits(needle)
    let shown = hits.handles.filter {
      shows($0, view.show) && list ?? items[Int($0)].list == items[Int($0)].list
    }
    let range = range.clamped(to: shown.indices)
    if shown.count < size / 16 { return (Array(inOrder(shown, forest)[range]), shown.count) }
    // Many are found soon, so the order is followed no further than needed.
    var position = 0
    for root in roots where position < range.upperBound {
      forest.forEach(tally, root: root) {
        guard hits.contains($0) else { return true }
        if position >= range.lowerBound { found.append($0) }
        position += 1
        return position < range.upperBound
      }
    }
    return (found, shown.count)
  }

  /// Some items in the order of a forest and, if they are of several lists, of those.
  private func inOrder(_ handles: [Handle], _ forest: OrderForest) -> [Handle] {
    let keyed = handles.map { handle in
      let list = listOrder.rank(of: items[Int(handle)].list, .all)
      return (key: list << 32 | forest.rank(of: handle, .all), handle: handle)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.handle)
  }

  /// The favourites of all lists, in the order of the lists and of their items. O(number of lists)
  /// more.
  public func favorites(_ range: Range<Int>) -> Finds {
    var total = 0
    var found: [Handle] = []
    for root in liveRoots {
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
        let slot = items[Int(handle)]
        return .item(slot.item, from: listSlots[Int(slot.list)].list.id)
      case .list(let handle): return .list(listSlots[Int(handle)].list)
      }
    }
    return DeletedPage(entries: entries, total: deletions.count)
  }

  private func find(_ handle: Handle) -> (item: Item, list: ListID) {
    let slot = items[Int(handle)]
    return (slot.item, listSlots[Int(slot.list)].list.id)
  }

  /// The roots of the lists that are not deleted, in their order.
  private var liveRoots: [Handle] {
    var roots: [Handle] = []
    var list = listOrder.first(.live, root: listRoot)
    while list != OrderForest.none {
      roots.append(listSlots[Int(list)].root)
      list = listOrder.next(after: list, .live)
    }
    return roots
  }
}
