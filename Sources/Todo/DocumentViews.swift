extension Document {
  /// The items of a view at the positions of the range that exist. An unknown or a deleted list has
  /// none. A view with a query costs O(n); one that is not prepared O(n log n)
  /// (`prepare(for:of:)`).
  public func page(of list: ListID, view: View, _ range: Range<Int>) -> Page {
    guard let home = handle(of: list) else { return Page(items: [], editions: [], total: 0) }
    guard isPrepared(for: view, of: list) else {
      return prepared(for: view, of: list).page(of: list, view: view, range)
    }
    if view.hasQuery {
      let found = found(view.query, in: home, view, range)
      return page(found.handles, total: found.total)
    }
    let (forest, root) = sequence(home, view.sort)
    let tally = view.show.tally
    return page(
      forest.cut(range, tally, root: root), total: forest.count(tally, root: root))
  }

  private func page(_ handles: some Sequence<Handle>, total: Int) -> Page {
    var shown: [Item] = []
    var editions: [UInt64] = []
    shown.reserveCapacity(handles.underestimatedCount)
    editions.reserveCapacity(handles.underestimatedCount)
    for handle in handles {
      let slot = items[Int(handle)]
      shown.append(slot.item)
      editions.append(slot.edition)
    }
    return Page(items: shown, editions: editions, total: total)
  }

  /// An item's position in a view of its list; `nil` if it is not shown there. Costs as `page` does.
  public func index(of item: ItemID, in view: View) -> Int? {
    guard let handle = handle(of: item) else { return nil }
    guard shows(handle, view.show) else { return nil }
    let home = items[Int(handle)].list
    let list = listSlots[Int(home)].list.id
    guard isPrepared(for: view, of: list) else {
      return prepared(for: view, of: list).index(of: item, in: view)
    }
    if view.hasQuery {
      return found(view.query, in: home, view, 0..<Int.max).handles.firstIndex(of: handle)
    }
    return sequence(home, view.sort).forest.rank(of: handle, view.show.tally)
  }

  /// The item that a view shows right before or after an item of the same list, which need not be
  /// shown itself, and in a view that is not sorted may be deleted; `nil` at an end.
  public func neighbor(of item: ItemID, in view: View, _ side: Side) -> ItemID? {
    guard let handle = handle(of: item), items[Int(handle)].isLive || view.sort == .manual else {
      return nil
    }
    let home = items[Int(handle)].list
    let list = listSlots[Int(home)].list.id
    guard isPrepared(for: view, of: list) else {
      return prepared(for: view, of: list).neighbor(of: item, in: view, side)
    }
    let (forest, _) = sequence(home, view.sort)
    let matches = matcher(view.query)
    var neighbor = handle
    repeat {
      switch side {
      case .before: neighbor = forest.previous(before: neighbor, view.show.tally)
      case .after: neighbor = forest.next(after: neighbor, view.show.tally)
      }
      if neighbor == OrderForest.none { return nil }
    } while !(matches?(neighbor) ?? true)
    return itemID(neighbor)
  }

  /// The first item that a view of a list shows.
  public func first(of list: ListID, in view: View) -> ItemID? {
    end(of: list, in: view, .after)
  }

  /// The last item that a view of a list shows.
  public func last(of list: ListID, in view: View) -> ItemID? {
    end(of: list, in: view, .before)
  }

  /// What comes after the start, or before the end.
  private func end(of list: ListID, in view: View, _ side: Side) -> ItemID? {
    guard let handle = handle(of: list) else { return nil }
    guard isPrepared(for: view, of: list) else {
      return prepared(for: view, of: list).end(of: list, in: view, side)
    }
    let (forest, root) = sequence(handle, view.sort)
    let tally = view.show.tally
    let end = side == .after ? forest.first(tally, root: root) : forest.last(tally, root: root)
    guard let id = itemID(end), let matches = matcher(view.query) else { return itemID(end) }
    return matches(end) ? id : neighbor(of: id, in: view, side)
  }

  /// The forest and the root of a prepared order.
  func sequence(_ list: Handle, _ sort: View.Sort) -> (forest: OrderForest, root: Handle) {
    switch sort {
    case .manual: (order, listSlots[Int(list)].root)
    case .title: (byTitle.forest, byTitle.roots[list] ?? OrderForest.none)
    case .created: (byCreation.forest, byCreation.roots[list] ?? OrderForest.none)
    }
  }

  /// Whether an item has a text; `nil` if the text is blank, so that it filters nothing.
  private func matcher(_ query: String) -> ((Handle) -> Bool)? {
    if query.trimmingWhiteSpace.isEmpty { return nil }
    guard let texts, let needle = Needle(query) else { return { _ in false } }
    return { texts.contains(needle, in: $0) }
  }

  private func prepared(for view: View, of list: ListID) -> Document {
    var copy = self
    copy.prepare(for: view, of: list)
    return copy
  }

  func shows(_ handle: Handle, _ show: View.Show) -> Bool {
    let slot = items[Int(handle)]
    guard slot.isLive else { return false }
    return switch show {
    case .all: true
    case .open: !slot.item.done
    case .done: slot.item.done
    case .favorite: slot.item.favorite
    }
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
