/// The orders of lists that were shown sorted, kept up to date from then on.
struct SortedOrders: Sendable {
  var forest = OrderForest()
  /// By the handles of the lists.
  var roots: [OrderForest.Handle: OrderForest.Handle] = [:]
}

extension Document {
  /// Makes ready what a view of a list needs to be read fast: its order, and the folded texts. The
  /// first time it costs O(n log n), afterwards nothing: from then on both follow every change.
  /// A view that is read without it is right, too, but costs as much each time.
  public mutating func prepare(for view: View, of list: ListID) {
    if isPrepared(for: view, of: list) { return }
    if view.sort == .title || view.hasQuery { prepareSearch() }
    guard let list = handle(of: list) else { return }
    let live = order.cut(0..<Int.max, .live, root: listSlots[Int(list)].root)
    switch view.sort {
    case .manual: break
    case .title:
      if byTitle.roots[list] != nil { return }
      let sorted = live.sorted { titlePrecedes($0, $1) }
      byTitle.roots[list] = byTitle.forest.build(marked(sorted))
    case .created:
      if byCreation.roots[list] != nil { return }
      let sorted = live.sorted { isNewer($0, $1) }
      byCreation.roots[list] = byCreation.forest.build(marked(sorted))
    }
  }

  /// Makes ready what `search` needs to be fast, as `prepare(for:of:)` does for a view.
  public mutating func prepareSearch() {
    if texts != nil { return }
    let bytes = items.reduce(0) { $0 + $1.item.title.utf8.count + $1.item.detail.utf8.count }
    var texts = SearchTexts(expectedItems: items.count, expectedBytes: bytes)
    for handle in items.indices { texts.set(Handle(handle), items[handle].item) }
    self.texts = texts
  }

  /// Whether a view of a list can be read without preparation.
  public func isPrepared(for view: View, of list: ListID) -> Bool {
    if view.hasQuery && texts == nil { return false }
    guard let list = handle(of: list) else { return true }
    return switch view.sort {
    case .manual: true
    case .title: byTitle.roots[list] != nil
    case .created: byCreation.roots[list] != nil
    }
  }

  /// Whether `search` can be used without preparation.
  public var isSearchPrepared: Bool { texts != nil }

  /// Lets everything that is derived from an item's slot follow its change; `nil` was before the
  /// item came.
  mutating func follow(_ handle: Handle, from old: ItemSlot?) {
    edition += 1
    items[Int(handle)].edition = edition
    order.mark(handle, items[Int(handle)].marks)
    // As a rule there is nothing while a journal is read, and then no slot needs to be copied.
    if texts == nil, byTitle.roots.isEmpty, byCreation.roots.isEmpty { return }
    let new = items[Int(handle)]
    let hasSameTitle = old?.item.title.hasSameCodePoints(as: new.item.title) ?? false
    let stays = old.map { $0.isLive && new.isLive && $0.list == new.list } ?? false
    if let old, old.isLive {
      if !(stays && hasSameTitle) { byTitle.remove(handle, from: old.list) }
      if !stays { byCreation.remove(handle, from: old.list) }
    }
    if texts != nil,
      !hasSameTitle || !(old?.item.detail.hasSameCodePoints(as: new.item.detail) ?? false)
    {
      texts?.set(handle, new.item)
    }
    guard new.isLive else { return }
    if stays && hasSameTitle {
      byTitle.mark(handle, new.marks, in: new.list)
    } else if let root = byTitle.roots[new.list] {
      let after = byTitle.forest.last(root: root) { titlePrecedes($0, handle) }
      byTitle.insert(handle, new.marks, after: after, in: new.list)
    }
    if stays {
      byCreation.mark(handle, new.marks, in: new.list)
    } else if let root = byCreation.roots[new.list] {
      let after = byCreation.forest.last(root: root) { isNewer($0, handle) }
      byCreation.insert(handle, new.marks, after: after, in: new.list)
    }
  }

  /// Lets everything derived forget an item that is about to be forgotten.
  mutating func unfollow(_ handle: Handle) {
    let slot = items[Int(handle)]
    if slot.isLive {
      byTitle.remove(handle, from: slot.list)
      byCreation.remove(handle, from: slot.list)
    }
    texts?.forget(handle)
  }

  private func marked(_ handles: [Handle]) -> some Sequence<(Handle, OrderForest.Marks)> {
    handles.lazy.map { ($0, items[Int($0)].marks) }
  }

  private func isNewer(_ a: Handle, _ b: Handle) -> Bool {
    (items[Int(a)].item.ordinal, a) > (items[Int(b)].item.ordinal, b)
  }

  private func titlePrecedes(_ a: Handle, _ b: Handle) -> Bool {
    texts?.titlePrecedes(a, b)
      ?? ((items[Int(a)].item.ordinal, a) < (items[Int(b)].item.ordinal, b))
  }
}

extension SortedOrders {
  typealias Handle = OrderForest.Handle

  mutating func insert(_ handle: Handle, _ marks: OrderForest.Marks, after: Handle, in list: Handle)
  {
    guard var root = roots[list] else { return }
    forest.insert(handle, marks, after: after, root: &root)
    roots[list] = root
  }

  mutating func remove(_ handle: Handle, from list: Handle) {
    guard var root = roots[list] else { return }
    forest.remove(handle, root: &root)
    roots[list] = root
  }

  mutating func mark(_ handle: Handle, _ marks: OrderForest.Marks, in list: Handle) {
    if roots[list] != nil { forest.mark(handle, marks) }
  }
}
