extension Document {
  /// The items of a view at the positions of the range that exist. An unknown or a deleted list has
  /// none.
  public func page(of list: ListID, view: View, _ range: Range<Int>) -> Page {
    guard let handle = listHandles[list] else { return Page(items: [], total: 0) }
    let root = listSlots[Int(handle)].root
    if let handles = selection(root, view) {
      let range = range.clamped(to: 0..<handles.count)
      return Page(items: handles[range].map { items[Int($0)].item }, total: handles.count)
    }
    let tally = view.show.tally
    return Page(
      items: order.cut(range, tally, root: root).map { items[Int($0)].item },
      total: order.count(tally, root: root))
  }

  /// An item's position in a view of its list; `nil` if it is not shown there.
  public func index(of item: ItemID, in view: View) -> Int? {
    guard let handle = itemHandles[item] else { return nil }
    let root = listSlots[Int(items[Int(handle)].list)].root
    if let handles = selection(root, view) { return handles.firstIndex(of: handle) }
    guard shows(handle, view.show) else { return nil }
    return order.rank(of: handle, view.show.tally)
  }

  /// The item that a view shows right before or after an item of the same list, which need not be
  /// shown itself unless the view is sorted; `nil` at an end.
  public func neighbor(of item: ItemID, in view: View, _ side: Side) -> ItemID? {
    guard let handle = itemHandles[item] else { return nil }
    let root = listSlots[Int(items[Int(handle)].list)].root
    if view.sort != .manual {
      guard let handles = selection(root, view), let index = handles.firstIndex(of: handle) else {
        return nil
      }
      let neighbor = side == .before ? index - 1 : index + 1
      return handles.indices.contains(neighbor) ? itemID(handles[neighbor]) : nil
    }
    let match = Matcher(view.query)
    var neighbor = handle
    repeat {
      neighbor =
        side == .before
        ? order.previous(before: neighbor, view.show.tally)
        : order.next(after: neighbor, view.show.tally)
    } while neighbor != OrderForest.none
      && match.map { !$0.matches(items[Int(neighbor)].item) } ?? false
    return itemID(neighbor)
  }

  /// The first item that a view of a list shows.
  public func first(of list: ListID, in view: View) -> ItemID? {
    page(of: list, view: view, 0..<1).items.first?.id
  }

  /// The last item that a view of a list shows.
  public func last(of list: ListID, in view: View) -> ItemID? {
    let total = page(of: list, view: view, 0..<0).total
    return total == 0 ? nil : page(of: list, view: view, total - 1..<total).items.last?.id
  }

  /// The items of all lists that have a text in title or detail, in the order of the lists and of
  /// their items. The text counts as one phrase, without the white space at its ends, and without
  /// regard to case, diacritics and Unicode normal form; a blank one finds nothing.
  public func search(_ text: String, _ range: Range<Int>) -> Finds {
    guard let matcher = Matcher(text) else { return Finds(items: [], total: 0) }
    var found: [Handle] = []
    for root in liveRoots {
      var handle = order.first(.live, root: root)
      while handle != OrderForest.none {
        if matcher.matches(items[Int(handle)].item) { found.append(handle) }
        handle = order.next(after: handle, .live)
      }
    }
    let range = range.clamped(to: 0..<found.count)
    return Finds(items: found[range].map(find), total: found.count)
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

  private func shows(_ handle: Handle, _ show: View.Show) -> Bool {
    let slot = items[Int(handle)]
    guard slot.isLive else { return false }
    return switch show {
    case .all: true
    case .open: !slot.item.done
    case .done: slot.item.done
    case .favorite: slot.item.favorite
    }
  }

  /// What a view shows that no tree is ordered for; `nil` if the list's own tree is.
  private func selection(_ root: Handle, _ view: View) -> [Handle]? {
    let matcher = Matcher(view.query)
    if matcher == nil && view.sort == .manual { return nil }
    let tally = view.show.tally
    var handles = order.cut(0..<order.count(tally, root: root), tally, root: root)
    if let matcher { handles.removeAll { !matcher.matches(items[Int($0)].item) } }
    switch view.sort {
    case .manual: break
    case .created: handles.sort { items[Int($0)].item.ordinal > items[Int($1)].item.ordinal }
    case .title:
      let keyed = handles.map { (key: Folding.fold(items[Int($0)].item.title), handle: $0) }
      handles = keyed.sorted { a, b in
        if a.key != b.key { return a.key.lexicographicallyPrecedes(b.key) }
        return items[Int(a.handle)].item.ordinal < items[Int(b.handle)].item.ordinal
      }.map(\.handle)
    }
    return handles
  }
}

extension View.Show {
  var tally: OrderForest.Tally {
    switch self {
    case .all: .live
    case .open: .open
    case .done: .done
    case .favorite: .favorite
    }
  }
}

/// Finds a text in items.
struct Matcher {
  private let needle: [UInt8]

  /// `nil` if the text is blank.
  init?(_ text: String) {
    needle = Folding.fold(text.trimmingWhiteSpace)
    if needle.isEmpty { return nil }
  }

  func matches(_ item: Item) -> Bool {
    contains(Folding.fold(item.title)) || contains(Folding.fold(item.detail))
  }

  private func contains(_ text: [UInt8]) -> Bool {
    guard text.count >= needle.count else { return false }
    return (0...text.count - needle.count).contains { text[$0...].starts(with: needle) }
  }
}
