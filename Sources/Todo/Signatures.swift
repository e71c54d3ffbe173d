/// The signatures of items by their handles, in groups that each have their own memory: a change
/// moves and copies no more than one. The texts themselves stay with the items.
struct Signatures: Sendable {
  typealias Handle = OrderForest.Handle

  private(set) var groups: [SignatureGroup] = []
  /// How many items have their signature here, those with the lowest handles: fewer than there are
  /// while they are made.
  private(set) var count = 0
  private var folded = FoldedText()

  /// Sets the signature of an item that is here, or of the next one.
  mutating func set(_ handle: Handle, in items: ItemGroup) {
    let (group, index) = ItemStore.place(handle)
    let trace = items.withTexts(index) { folded.set($0) }
    if group == groups.count { groups.append(SignatureGroup(after: groups.last)) }
    groups[group].set(index, folded.bytes, trace)
    count = max(count, Int(handle) + 1)
  }

  /// Forgets the last item, if it is here.
  mutating func forget(_ handle: Handle) {
    guard Int(handle) < count else { return }
    groups[groups.count - 1].forgetLast()
    if groups[groups.count - 1].count == 0 { groups.removeLast() }
    count -= 1
  }

  /// What comes when the texts of an item are folded.
  func trace(of handle: Handle) -> FoldingTrace {
    let (group, index) = ItemStore.place(handle)
    return groups[group].trace(of: index)
  }
}

/// The folded texts of one item, a zero byte between them. Its memory serves one item after the
/// other.
struct FoldedText: Sendable {
  private(set) var bytes: [UInt8] = []

  /// - Returns: what comes when the text is folded.
  mutating func set(_ text: Span<UInt8>) -> FoldingTrace {
    bytes.removeAll(keepingCapacity: true)
    return Folding.append(text, to: &bytes)
  }

  /// Whether an item's title or detail has a text.
  ///
  /// - Parameter trace: what comes when they are folded.
  mutating func isFound(
    _ needle: Needle, in items: ItemGroup, _ index: Int, _ trace: FoldingTrace
  ) -> Bool {
    items.withTexts(index) { text in
      if let isFound = needle.isFound(in: text, trace) { return isFound }
      _ = set(text)
      return needle.isFound(inFolded: bytes.span)
    }
  }
}
