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
  mutating func set(_ handle: Handle, _ item: Item) {
    let trace = folded.set(item)
    let (group, index) = Self.place(handle)
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
    let (group, index) = Self.place(handle)
    return groups[group].trace(of: index)
  }

  static func place(_ handle: Handle) -> (group: Int, index: Int) {
    (Int(handle) / SignatureGroup.size, Int(handle) % SignatureGroup.size)
  }
}

/// The folded texts of one item: title, a zero byte, detail. No text that is stored has a zero byte,
/// so nothing is found across it. Its memory serves one item after the other.
struct FoldedText: Sendable {
  private(set) var bytes: [UInt8] = []

  mutating func set(_ item: Item) -> FoldingTrace {
    bytes.removeAll(keepingCapacity: true)
    var trace = Folding.append(item.title.utf8.span, to: &bytes)
    bytes.append(0)
    trace.formUnion(Folding.append(item.detail.utf8.span, to: &bytes))
    return trace
  }

  /// Whether an item's title or detail has a text.
  ///
  /// - Parameter trace: what comes when they are folded.
  mutating func isFound(_ needle: Needle, in item: Item, _ trace: FoldingTrace) -> Bool {
    let title = needle.isFound(in: item.title.utf8.span, trace)
    if title == true { return true }
    let detail = needle.isFound(in: item.detail.utf8.span, trace)
    if let title, let detail { return title || detail }
    if detail == true { return true }
    return title == nil && isFound(needle, inFolded: item.title)
      || detail == nil && isFound(needle, inFolded: item.detail)
  }

  private mutating func isFound(_ needle: Needle, inFolded text: String) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    Folding.append(text.utf8.span, to: &bytes)
    return needle.isFound(inFolded: bytes.span)
  }
}
