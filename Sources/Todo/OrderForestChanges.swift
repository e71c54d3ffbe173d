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
    nodes.change(from: Int(handle)) { node in
      node.counts &+= weight
      return Int(node.parent)
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
