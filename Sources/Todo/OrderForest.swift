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

  private var nodes: [Node] = []

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

    fileprivate var weight: SIMD4<Int32> {
      SIMD4(1, rawValue & 1, rawValue >> 1 & 1, rawValue >> 2 & 1)
    }
  }

  private struct Node {
    var left = OrderForest.none
    var right = OrderForest.none
    var parent = OrderForest.none
    var marks: Marks = []
    /// Of the whole subtree: all, live, open, favorite.
    var counts = SIMD4<Int32>(1, 0, 0, 0)
  }
}

// MARK: - Reading

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

  /// Gives all in their order; faster than going from one to the next.
  package func forEach(_ tally: Tally, root: Handle, _ body: (Handle) -> Void) {
    var path: [Handle] = []
    var handle = root
    while true {
      while handle != Self.none {
        let node = nodes[Int(handle)]
        if amount(node.counts, tally) == 0 { break }
        path.append(handle)
        handle = node.left
      }
      guard let last = path.popLast() else { return }
      let node = nodes[Int(last)]
      if own(node, tally) > 0 { body(last) }
      handle = node.right
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
    handle == Self.none ? 0 : amount(nodes[Int(handle)].counts, tally)
  }

  private func own(_ node: Node, _ tally: Tally) -> Int32 {
    amount(node.marks.weight, tally)
  }

  private func amount(_ counts: SIMD4<Int32>, _ tally: Tally) -> Int32 {
    switch tally {
    case .all: counts[0]
    case .live: counts[1]
    case .open: counts[2]
    case .done: counts[1] - counts[2]
    case .favorite: counts[3]
    }
  }
}

// MARK: - Changing

extension OrderForest {
  package mutating func reserveCapacity(_ count: Int) {
    nodes.reserveCapacity(count)
  }

  /// Puts a handle right after another one, at the start if that is `none`.
  package mutating func insert(
    _ handle: Handle, _ marks: Marks, after: Handle, root: inout Handle
  ) {
    prepare(handle, marks)
    guard root != Self.none else {
      root = handle
      return
    }
    let right = after == Self.none ? root : nodes[Int(after)].right
    if right == Self.none {
      nodes[Int(after)].right = handle
      nodes[Int(handle)].parent = after
    } else {
      let parent = first(.all, root: right)
      nodes[Int(parent)].left = handle
      nodes[Int(handle)].parent = parent
    }
    add(marks.weight, from: nodes[Int(handle)].parent)
    var parent = nodes[Int(handle)].parent
    while parent != Self.none, Self.priority(parent) < Self.priority(handle) {
      rotateUp(handle, root: &root)
      parent = nodes[Int(handle)].parent
    }
  }

  package mutating func remove(_ handle: Handle, root: inout Handle) {
    while true {
      let node = nodes[Int(handle)]
      if node.left == Self.none && node.right == Self.none { break }
      if node.right == Self.none
        || node.left != Self.none && Self.priority(node.left) > Self.priority(node.right)
      {
        rotateUp(node.left, root: &root)
      } else {
        rotateUp(node.right, root: &root)
      }
    }
    let parent = nodes[Int(handle)].parent
    if parent == Self.none {
      root = Self.none
    } else if nodes[Int(parent)].left == handle {
      nodes[Int(parent)].left = Self.none
    } else {
      nodes[Int(parent)].right = Self.none
    }
    add(0 &- nodes[Int(handle)].marks.weight, from: parent)
    nodes[Int(handle)] = Node()
  }

  /// Says anew what a handle of some sequence counts for.
  package mutating func mark(_ handle: Handle, _ marks: Marks) {
    let change = marks.weight &- nodes[Int(handle)].marks.weight
    guard change != .zero else { return }
    nodes[Int(handle)].marks = marks
    add(change, from: handle)
  }

  /// Makes a sequence of handles that stand in none, in O(n); gives its root.
  package mutating func build(_ handles: some Sequence<(Handle, Marks)>) -> Handle {
    var top = Self.none
    var last = Self.none
    for (handle, marks) in handles {
      prepare(handle, marks)
      var parent = last
      var below = Self.none
      while parent != Self.none, Self.priority(parent) < Self.priority(handle) {
        recount(parent)
        below = parent
        parent = nodes[Int(parent)].parent
      }
      nodes[Int(handle)].left = below
      if below != Self.none { nodes[Int(below)].parent = handle }
      nodes[Int(handle)].parent = parent
      if parent == Self.none { top = handle } else { nodes[Int(parent)].right = handle }
      last = handle
    }
    while last != Self.none {
      recount(last)
      last = nodes[Int(last)].parent
    }
    return top
  }

  private mutating func prepare(_ handle: Handle, _ marks: Marks) {
    while nodes.count <= Int(handle) { nodes.append(Node()) }
    nodes[Int(handle)] = Node(marks: marks, counts: marks.weight)
  }

  private mutating func add(_ weight: SIMD4<Int32>, from handle: Handle) {
    var handle = handle
    while handle != Self.none {
      nodes[Int(handle)].counts &+= weight
      handle = nodes[Int(handle)].parent
    }
  }

  private mutating func recount(_ handle: Handle) {
    let node = nodes[Int(handle)]
    var counts = node.marks.weight
    if node.left != Self.none { counts &+= nodes[Int(node.left)].counts }
    if node.right != Self.none { counts &+= nodes[Int(node.right)].counts }
    nodes[Int(handle)].counts = counts
  }

  /// Lifts a node above its parent; the order of the sequence stays.
  private mutating func rotateUp(_ handle: Handle, root: inout Handle) {
    let parent = nodes[Int(handle)].parent
    let above = nodes[Int(parent)].parent
    let moving: Handle
    if nodes[Int(parent)].left == handle {
      moving = nodes[Int(handle)].right
      nodes[Int(parent)].left = moving
      nodes[Int(handle)].right = parent
    } else {
      moving = nodes[Int(handle)].left
      nodes[Int(parent)].right = moving
      nodes[Int(handle)].left = parent
    }
    if moving != Self.none { nodes[Int(moving)].parent = parent }
    nodes[Int(parent)].parent = handle
    nodes[Int(handle)].parent = above
    if above == Self.none {
      root = handle
    } else if nodes[Int(above)].left == parent {
      nodes[Int(above)].left = handle
    } else {
      nodes[Int(above)].right = handle
    }
    nodes[Int(handle)].counts = nodes[Int(parent)].counts
    recount(parent)
  }

  /// A mix of the handle's bits; the greater one is above.
  private static func priority(_ handle: Handle) -> UInt32 {
    var bits = UInt32(bitPattern: handle) &* 0x9E37_79B1
    bits ^= bits >> 16
    bits &*= 0x85EB_CA6B
    bits ^= bits >> 13
    bits &*= 0xC2B2_AE35
    return bits ^ bits >> 16
  }
}
