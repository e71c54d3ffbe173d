extension Document {
  /// The items of a view at the positions of the range that exist. An unknown or a deleted list has
  /// none. A view with a query costs O(n); one that is not prepared O(n log n)
  /// (`prepare(for:of:)`).
  public func page(of list: ListID, view: View, _ range: Range<Int>) -> Page {
    let (handles, total) = handles(of: list, view: view, range)
    return Page(items: handles.map { items[Int($0)].item }, total: total)
  }

  /// The same by reference; the references are good for this document only.
  public func cut(of list: ListID, view: View, _ range: Range<Int>) -> Cut {
    let (handles, total) = handles(of: list, view: view, range)
    let entries = handles.map { handle in
      Cut.Entry(
        id: items[Int(handle)].item.id, edition: items[Int(handle)].edition, handle: handle)
    }
    return Cut(entries: entries, total: total)
  }

  /// The item of a cut of this document.
  public func item(_ entry: Cut.Entry) -> Item { items[Int(entry.handle)].item }

  private func handles(
    of list: ListID, view: View, _ range: Range<Int>
  ) -> (handles: [Handle], total: Int) {
    guard let home = handle(of: list) else { return ([], 0) }
    guard isPrepared(for: view, of: list) else {
      return prepared(for: view, of: list).handles(of: list, view: view, range)
    }
    if view.hasQuery {
      return found(view.query, in: home, view, range)
    }
    let (forest, root) = sequence(home, view.sort)
    let tally = view.show.tally
    return (forest.cut(range, tally, root: root), forest.count(tally, root: root))
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
    let marks = items[Int(handle)].marks
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
