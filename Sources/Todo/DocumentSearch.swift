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
    guard let matches = matcher(text) else { return Finds(items: [], total: 0) }
    var found = Cut<(item: Item, list: ListID)>(range)
    for root in liveRoots {
      var handle = order.first(.live, root: root)
      while handle != OrderForest.none {
        if matches(handle) { found.take { find(handle) } }
        handle = order.next(after: handle, .live)
      }
    }
    return Finds(items: found.elements, total: found.total)
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
