extension Document {
  /// Makes ready what a view of a list needs to be read fast: its order, the signatures of the texts,
  /// which items have the text that it asks for. The first time it costs O(n log n), afterwards nothing:
  /// from then on all of it follows every change, but for the matches of texts that were not asked
  /// for since long. A view that is read without it is right, too, but costs as much each time.
  public mutating func prepare(for view: View, of list: ListID) {
    while !prepareSome(for: view, of: list) {}
  }

  /// Does a part of that, one that takes a millisecond or so as long as nothing has to be sorted.
  ///
  /// - Returns: whether all is ready.
  public mutating func prepareSome(for view: View, of list: ListID) -> Bool {
    if view.hasQuery, !prepareSomeSearch(for: view.query) { return false }
    sort(by: view.sort, list)
    return true
  }

  /// Makes ready what `search` needs to be fast, as `prepare(for:of:)` does for a view.
  public mutating func prepareSearch(for text: String) {
    while !prepareSomeSearch(for: text) {}
  }

  /// Does a part of that, as `prepareSome(for:of:)` does.
  public mutating func prepareSomeSearch(for text: String) -> Bool {
    guard let needle = Needle(text) else { return true }
    return prepareSignatures() && prepareMatches(of: needle)
  }

  /// Whether a view of a list can be read without preparation.
  public func isPrepared(for view: View, of list: ListID) -> Bool {
    if view.hasQuery && !isSearchPrepared(for: view.query) { return false }
    guard let list = handle(of: list) else { return true }
    return switch view.sort {
    case .manual: true
    case .title: byTitle.roots[list] != nil
    case .created: byCreation.roots[list] != nil
    }
  }

  /// Whether `search` can be used without preparation.
  public func isSearchPrepared(for text: String) -> Bool {
    guard let needle = Needle(text) else { return true }
    return matches(of: needle) != nil
  }

  /// Forgets all that was made ready.
  mutating func forgetDerived() {
    (byTitle, byCreation, signatures, matches) = (SortedOrders(), SortedOrders(), nil, [])
  }

  /// How many texts are looked for at a time, in groups; in all of them at once where there are no
  /// more.
  private static let groupsAtOnce = 16
  /// The matches of how many texts are kept.
  private static let keptMatches = 8

  private mutating func prepareSignatures() -> Bool {
    var signatures = self.signatures.take() ?? Signatures()
    let end = min(signatures.count + SignatureGroup.size, items.count)
    for number in signatures.count..<end {
      let handle = Handle(number)
      signatures.set(handle, in: items.groups[ItemStore.place(handle).group])
    }
    self.signatures = signatures
    return end == items.count
  }

  private mutating func prepareMatches(of needle: Needle) -> Bool {
    guard let signatures else { return false }
    searches += 1
    let index = matches.firstIndex { $0.needle == needle } ?? addMatches(of: needle)
    matches[index].lastUsed = searches
    if matches[index].count < items.count {
      matches[index].extend(Self.groupsAtOnce, in: signatures, items)
    }
    return matches[index].count == items.count
  }

  private mutating func addMatches(of needle: Needle) -> Int {
    // What somebody is about to complete is left to him.
    let complete = matches.indices.filter { matches[$0].count == items.count }
    if complete.count >= Self.keptMatches,
      let oldest = complete.min(by: { matches[$0].lastUsed < matches[$1].lastUsed })
    {
      matches.remove(at: oldest)
    }
    matches.append(Matches(needle))
    return matches.count - 1
  }

  private func sortedByTitle(_ handles: [Handle]) -> [Handle] {
    var keys = TitleKeys()
    for handle in handles { keys.append(items.title(handle)) }
    let sorted = handles.indices.sorted { a, b in
      keys.precedes(a, b) ?? wasNumberedBefore(handles[a], handles[b])
    }
    return sorted.map { handles[$0] }
  }

  private mutating func sort(by sort: View.Sort, _ list: ListID) {
    guard let list = handle(of: list) else { return }
    let live = { [self] in order.cut(0..<Int.max, .live, root: listSlots[Int(list)].root) }
    switch sort {
    case .manual: break
    case .title:
      if byTitle.roots[list] != nil { return }
      byTitle.roots[list] = byTitle.forest.build(marked(sortedByTitle(live())))
    case .created:
      if byCreation.roots[list] != nil { return }
      let sorted = live().sorted { isNewer($0, $1) }
      byCreation.roots[list] = byCreation.forest.build(marked(sorted))
    }
  }
}
