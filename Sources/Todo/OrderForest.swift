/// Sequences of small integers (handles) that answer "which is the k-th", "the how-manieth is it"
/// and "which is its neighbour" in O(log n), for all of them and for those that a filter lets
/// through.
///
/// Each sequence is a treap without keys: a binary tree in the order of the sequence, whose shape
/// comes from a fixed hash of the handles, so it needs no random numbers and no stored priorities.
/// All trees share one array of nodes, since a handle stands in one sequence only. A caller keeps
/// the root of each of its sequences; an empty one has the root `none`.
package struct OrderForest: Sendable {
  package typealias Handle = Int32

  /// No handle: the root of an empty sequence, the neighbour of an end.
  package static let none: Handle = -1

  var nodes = ChunkedArray<Node>()

  package init() {}

  /// What can be counted and selected in a sequence.
  package enum Tally: Sendable, CaseIterable {
    /// Everything, what is deleted included.
    case all
    case live, open, done, favorite
  }

  /// What a handle counts for.
  package struct Marks: OptionSet, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let live = Marks(rawValue: 1)
    /// Live and not done.
    package static let open = Marks(rawValue: 2)
    /// Live and a favourite.
    package static let favorite = Marks(rawValue: 4)

    var weight: SIMD4<Int32> {
      SIMD4(1, rawValue & 1, rawValue >> 1 & 1, rawValue >> 2 & 1)
    }
  }

  struct Node: Sendable {
    var left = OrderForest.none
    var right = OrderForest.none
    var parent = OrderForest.none
    var marks: Marks = []
    /// Of the whole subtree: all, live, open, favorite.
    var counts = SIMD4<Int32>(1, 0, 0, 0)
  }
}

extension OrderForest {
  package func count(_ tally: Tally, root: Handle) -> Int {
    Int(subtotal(root, tally))
  }

  /// How many come before it.
  package func rank(of handle: Handle, _ tally: Tally) -> Int {
    var rank = subtotal(nodes[Int(handle)].left, tally)
    var child = handle
    var parent = nodes[Int(handle)].parent
    while parent != Self.none {
      let node = nodes[Int(parent)]
      if node.right == child { rank += subtotal(node.left, tally) + own(node, tally) }
      child = parent
      parent = node.parent
    }
    return Int(rank)
  }

  /// The one with that many before it, or `none`.
  package func select(_ index: Int, _ tally: Tally, root: Handle) -> Handle {
    guard index >= 0, index < count(tally, root: root) else { return Self.none }
    var left = Int32(index)
    var handle = root
    while true {
      let node = nodes[Int(handle)]
      let before = subtotal(node.left, tally)
      if left < before {
        handle = node.left
        continue
      }
      left -= before
      let here = own(node, tally)
      if left < here { return handle }
      left -= here
      handle = node.right
    }
  }

  /// The next one that counts for the tally, or `none`; steps through a sequence in amortized O(1).
  package func next(after handle: Handle, _ tally: Tally) -> Handle {
    let right = nodes[Int(handle)].right
    if subtotal(right, tally) > 0 { return first(tally, root: right) }
    var child = handle
    var parent = nodes[Int(handle)].parent
    while parent != Self.none {
      let node = nodes[Int(parent)]
      if node.left == child {
        if own(node, tally) > 0 { return parent }
        if subtotal(node.right, tally) > 0 { return first(tally, root: node.right) }
      }
      child = parent
      parent = node.parent
    }
    return Self.none
  }

  /// The one before it that counts for the tally, or `none`.
  package func previous(before handle: Handle, _ tally: Tally) -> Handle {
    let left = nodes[Int(handle)].left
    if subtotal(left, tally) > 0 { return last(tally, root: left) }
    var child = handle
    var parent = nodes[Int(handle)].parent
    while parent != Self.none {
      let node = nodes[Int(parent)]
      if node.right == child {
        if own(node, tally) > 0 { return parent }
        if subtotal(node.left, tally) > 0 { return last(tally, root: node.left) }
      }
      child = parent
      parent = node.parent
    }
    return Self.none
  }

  package func first(_ tally: Tally, root: Handle) -> Handle {
    guard subtotal(root, tally) > 0 else { return Self.none }
    var handle = root
    while true {
      let node = nodes[Int(handle)]
      if subtotal(node.left, tally) > 0 {
        handle = node.left
      } else if own(node, tally) > 0 {
        return handle
      } else {
        handle = node.right
      }
    }
  }

  package func last(_ tally: Tally, root: Handle) -> Handle {
    guard subtotal(root, tally) > 0 else { return Self.none }
    var handle = root
    while true {
      let node = nodes[Int(handle)]
      if subtotal(node.right, tally) > 0 {
        handle = node.right
      } else if own(node, tally) > 0 {
        return handle
      } else {
        handle = node.left
      }
    }
  }

  /// Those at the positions of the range that exist.
  package func cut(_ range: Range<Int>, _ tally: Tally, root: Handle) -> [Handle] {
    let range = range.clamped(to: 0..<count(tally, root: root))
    var handles: [Handle] = []
    handles.reserveCapacity(range.count)
    var handle = select(range.lowerBound, tally, root: root)
    while handles.count < range.count {
      handles.append(handle)
      handle = next(after: handle, tally)
    }
    return handles
  }

  /// Gives all in their order, or backwards, as long as the body says to go on; faster than going
  /// from one to the next.
  ///
  /// - Parameter side: where the next one is.
  package func forEach(
    _ tally: Tally, root: Handle, _ side: Side = .after, _ body: (Handle) -> Bool
  ) {
    var path: [Handle] = []
    var handle = root
    while true {
      while handle != Self.none {
        let node = nodes[Int(handle)]
        if tally.amount(of: node.counts) == 0 { break }
        path.append(handle)
        handle = side == .after ? node.left : node.right
      }
      guard let last = path.popLast() else { return }
      let node = nodes[Int(last)]
      if own(node, tally) > 0, !body(last) { return }
      handle = side == .after ? node.right : node.left
    }
  }

  /// The last one that the predicate holds for, or `none`; it must hold for a first part of the
  /// sequence and for nothing after it.
  package func last(root: Handle, where belongs: (Handle) -> Bool) -> Handle {
    var found = Self.none
    var handle = root
    while handle != Self.none {
      if belongs(handle) {
        found = handle
        handle = nodes[Int(handle)].right
      } else {
        handle = nodes[Int(handle)].left
      }
    }
    return found
  }

  private func subtotal(_ handle: Handle, _ tally: Tally) -> Int32 {
    handle == Self.none ? 0 : tally.amount(of: nodes[Int(handle)].counts)
  }

  private func own(_ node: Node, _ tally: Tally) -> Int32 {
    tally.amount(of: node.marks.weight)
  }
}

extension OrderForest.Tally {
  /// What it comes to of the weights of many.
  func amount(of counts: SIMD4<Int32>) -> Int32 {
    switch self {
    case .all: counts[0]
    case .live: counts[1]
    case .open: counts[2]
    case .done: counts[1] - counts[2]
    case .favorite: counts[3]
    }
  }
}
