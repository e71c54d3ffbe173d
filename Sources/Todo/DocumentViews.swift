extension Document {
  /// The items of a view at the positions of the range that exist. An unknown or a deleted list has
  /// none. One that is not prepared costs O(n log n) (`prepare(for:of:)`).
  public func page(of list: ListID, view: View, _ range: Range<Int>) -> Page {
    let (handles, total) = handles(of: list, view: view, range)
    return Page(items: handles.map { items.item($0) }, total: total)
  }

  /// The same by reference; the references are good for this document only.
  public func cut(of list: ListID, view: View, _ range: Range<Int>) -> Cut {
    let (handles, total) = handles(of: list, view: view, range)
    let entries = handles.map { handle in
      Cut.Entry(
        id: items.id(handle), edition: items[handle].edition, handle: handle)
    }
    return Cut(entries: entries, total: total)
  }

  /// Gives what a row shows of an item of a cut of this document: its title in UTF-8, where that is
  /// kept.
  public func withSummary<Result>(
    of entry: Cut.Entry, _ body: (ItemSummary, Span<UInt8>) -> Result
  ) -> Result {
    items.withTitle(entry.handle) { title in
      body(ItemSummary(items[entry.handle].item), title)
    }
  }

  private func handles(
    of list: ListID, view: View, _ range: Range<Int>
  ) -> (handles: [Handle], total: Int) {
    guard let home = handle(of: list) else { return ([], 0) }
    guard isPrepared(for: view, of: list) else {
      return prepared(for: view, of: list).handles(of: list, view: view, range)
    }
    if view.hasQuery {
      guard let matches = matches(view) else { return ([], 0) }
      return found(matches, in: home, view, range)
    }
    let (forest, root) = sequence(home, view.sort)
    let tally = view.show.tally
    return (forest.cut(range, tally, root: root), forest.count(tally, root: root))
  }

  /// An item's position in a view of its list; `nil` if it is not shown there. Costs as `page` does.
  public func index(of item: ItemID, in view: View) -> Int? {
    guard let handle = handle(of: item) else { return nil }
    guard shows(handle, view.show) else { return nil }
    let home = items.list(handle)
    let list = listSlots[Int(home)].list.id
    guard isPrepared(for: view, of: list) else {
      return prepared(for: view, of: list).index(of: item, in: view)
    }
    let (forest, root) = sequence(home, view.sort)
    guard view.hasQuery else { return forest.rank(of: handle, view.show.tally) }
    guard let matches = matches(view), matches.contains(handle) else { return nil }
    let shown = matches.count(view.show.tally, in: home)
    if Self.cost(of: matches, shown) < forest.rank(of: handle, view.show.tally) {
      let rank = forest.rank(of: handle, .all)
      return inOrder(matches, lists: home, view).prefix { $0.key & 0xFFFF_FFFF < rank }.count
    }
    var index = 0
    forest.forEach(view.show.tally, root: root) {
      if $0 == handle { return false }
      if matches.contains($0) { index += 1 }
      return true
    }
    return index
  }

  /// The item that a view shows right before or after an item of the same list, which need not be
  /// shown itself, and in a view that is not sorted may be deleted; `nil` at an end.
  public func neighbor(of item: ItemID, in view: View, _ side: Side) -> ItemID? {
    guard let handle = handle(of: item), items.isLive(handle) || view.sort == .manual else {
      return nil
    }
    let home = items.list(handle)
    let list = listSlots[Int(home)].list.id
    guard isPrepared(for: view, of: list) else {
      return prepared(for: view, of: list).neighbor(of: item, in: view, side)
    }
    let (forest, root) = sequence(home, view.sort)
    let tally = view.show.tally
    guard view.hasQuery else {
      return itemID(
        side == .before
          ? forest.previous(before: handle, tally) : forest.next(after: handle, tally))
    }
    guard let matches = matches(view) else { return nil }
    let shown = matches.count(tally, in: home)
    if shown == 0 { return nil }
    if Self.cost(of: matches, shown) < forest.count(tally, root: root) / shown {
      let rank = forest.rank(of: handle, .all)
      let found = inOrder(matches, lists: home, view)
      let neighbor =
        side == .before
        ? found.last { $0.key & 0xFFFF_FFFF < rank }
        : found.first { $0.key & 0xFFFF_FFFF > rank }
      return neighbor.flatMap { itemID($0.handle) }
    }
    var neighbor = handle
    repeat {
      switch side {
      case .before: neighbor = forest.previous(before: neighbor, tally)
      case .after: neighbor = forest.next(after: neighbor, tally)
      }
      if neighbor == OrderForest.none { return nil }
    } while !matches.contains(neighbor)
    return itemID(neighbor)
  }

  /// The first item that a view of a list shows.
  public func first(of list: ListID, in view: View) -> ItemID? {
    handles(of: list, view: view, 0..<1).handles.first.flatMap(itemID)
  }

  /// The last item that a view of a list shows.
  public func last(of list: ListID, in view: View) -> ItemID? {
    let total = handles(of: list, view: view, 0..<0).total
    return handles(of: list, view: view, max(0, total - 1)..<total).handles.first.flatMap(itemID)
  }

  /// The forest and the root of a prepared order.
  func sequence(_ list: Handle, _ sort: View.Sort) -> (forest: OrderForest, root: Handle) {
    switch sort {
    case .manual: (order, listSlots[Int(list)].root)
    case .title: (byTitle.forest, byTitle.roots[list] ?? OrderForest.none)
    case .created: (byCreation.forest, byCreation.roots[list] ?? OrderForest.none)
    }
  }

  /// The matches of a view's query, which must be prepared; `nil` if nothing can match.
  private func matches(_ view: View) -> Matches? {
    Needle(view.query).flatMap(matches(of:))
  }

  private func prepared(for view: View, of list: ListID) -> Document {
    var copy = self
    copy.prepare(for: view, of: list)
    return copy
  }

  func shows(_ handle: Handle, _ show: View.Show) -> Bool {
    let marks = items.standing(handle).marks
    return switch show {
    case .all: marks.contains(.live)
    case .open: marks.contains(.open)
    case .done: marks.contains(.live) && !marks.contains(.open)
    case .favorite: marks.contains(.favorite)
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
