/// The orders of lists that were shown sorted, kept up to date from then on.
struct SortedOrders: Sendable {
  var forest = OrderForest()
  /// By the handles of the lists.
  var roots: [OrderForest.Handle: OrderForest.Handle] = [:]
}

extension Document {
  /// Lets everything that is derived from an item's slot follow its change; `nil` was before the
  /// item came.
  mutating func follow(_ handle: Handle, from old: Standing?, _ changed: ChangedTexts = []) {
    edition += 1
    items.update(handle) { [edition] in $0.edition = edition }
    let new = items.standing(handle)
    order.mark(handle, new.marks)
    // As a rule there is nothing while a journal is read.
    if signatures == nil, byTitle.roots.isEmpty, byCreation.roots.isEmpty { return }
    let hasSameTitle = !changed.contains(.title)
    let stays = old.map { $0.isLive && new.isLive && $0.list == new.list } ?? false
    if let old, old.isLive {
      if !(stays && hasSameTitle) { byTitle.remove(handle, from: old.list) }
      if !stays { byCreation.remove(handle, from: old.list) }
    }
    followSearch(handle, from: old, to: new, haveChanged: !changed.isEmpty)
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
    let standing = items.standing(handle)
    if standing.isLive {
      byTitle.remove(handle, from: standing.list)
      byCreation.remove(handle, from: standing.list)
    }
    for index in matches.indices where Int(handle) < matches[index].count {
      matches[index].forget(handle, standing)
    }
    signatures?.forget(handle)
  }

  /// What is not yet made as far as this item finds it as it is, later.
  private mutating func followSearch(
    _ handle: Handle, from old: Standing?, to new: Standing, haveChanged: Bool
  ) {
    guard let count = signatures?.count, Int(handle) < count || old == nil && Int(handle) == count
    else { return }
    let (group, index) = ItemStore.place(handle)
    if haveChanged { signatures?.set(handle, in: items.groups[group]) }
    let trace = signatures?.trace(of: handle)
    var folded = FoldedText()
    for number in matches.indices {
      let count = matches[number].count
      guard Int(handle) < count || old == nil && Int(handle) == count else { continue }
      var has: Bool?
      if haveChanged, let trace {
        has = folded.isFound(matches[number].needle, in: items.groups[group], index, trace)
      }
      matches[number].follow(handle, from: old, to: new, has: has)
    }
  }

  func marked(_ handles: [Handle]) -> some Sequence<(Handle, OrderForest.Marks)> {
    handles.lazy.map { ($0, items[$0].marks) }
  }

  func isNewer(_ a: Handle, _ b: Handle) -> Bool {
    (items[a].item.ordinal, a) > (items[b].item.ordinal, b)
  }

  func titlePrecedes(_ a: Handle, _ b: Handle) -> Bool {
    Folding.precedes(items.title(a), items.title(b))
      ?? wasNumberedBefore(a, b)
  }

  /// The order of items whose titles fold to the same.
  func wasNumberedBefore(_ a: Handle, _ b: Handle) -> Bool {
    (items[a].item.ordinal, a) < (items[b].item.ordinal, b)
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
