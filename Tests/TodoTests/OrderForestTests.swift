import Testing
import Todo

@Suite struct OrderForestTests {
  @Test func `a sequence answers as an array does`() {
    for seed in 0..<20 {
      var random = Seeded(seed)
      var forest = OrderForest()
      var root = OrderForest.none
      var array: [(handle: Int32, marks: OrderForest.Marks)] = []
      let first = (0..<Int32(50)).map { ($0, marks(&random)) }
      root = forest.build(first)
      array = first.map { (handle: $0.0, marks: $0.1) }
      for handle in 50..<Int32(200) {
        let position = Int.random(in: 0...array.count, using: &random)
        let new = marks(&random)
        let after = position == 0 ? OrderForest.none : array[position - 1].handle
        forest.insert(handle, new, after: after, root: &root)
        array.insert((handle, new), at: position)
        let index = Int.random(in: array.indices, using: &random)
        array[index].marks = marks(&random)
        forest.mark(array[index].handle, array[index].marks)
        if handle % 3 == 0 {
          let gone = array.remove(at: Int.random(in: array.indices, using: &random))
          forest.remove(gone.handle, root: &root)
        }
      }
      for tally in OrderForest.Tally.allCases { compare(forest, root, array, tally, seed) }
      while let gone = array.popLast() { forest.remove(gone.handle, root: &root) }
      #expect(root == OrderForest.none)
    }
  }

  @Test func `a copy stays as it is, whatever becomes of what it was made from`() {
    var random = Seeded(1)
    var forest = OrderForest()
    var array = (0..<Int32(1_000)).map { (handle: $0, marks: marks(&random)) }
    var root = forest.build(array.map { ($0.handle, $0.marks) })
    let (copy, copiedRoot, copied) = (forest, root, array)
    for handle in stride(from: Int32(0), to: 1_000, by: 7) {
      array[Int(handle)].marks = marks(&random)
      forest.mark(handle, array[Int(handle)].marks)
    }
    for index in stride(from: 999, to: 0, by: -11) {
      forest.remove(array.remove(at: index).handle, root: &root)
    }
    for tally in OrderForest.Tally.allCases {
      compare(forest, root, array, tally, 1)
      compare(copy, copiedRoot, copied, tally, 1)
    }
  }

  private func compare(
    _ forest: OrderForest, _ root: Int32, _ array: [(handle: Int32, marks: OrderForest.Marks)],
    _ tally: OrderForest.Tally, _ seed: Int
  ) {
    let shown = array.filter { counts($0.marks, tally) }.map(\.handle)
    #expect(forest.count(tally, root: root) == shown.count, "seed \(seed)")
    #expect(forest.cut(0..<Int.max, tally, root: root) == shown, "seed \(seed)")
    #expect(forest.cut(7..<20, tally, root: root) == Array(shown.dropFirst(7).prefix(13)))
    #expect(forest.first(tally, root: root) == shown.first ?? OrderForest.none)
    #expect(forest.last(tally, root: root) == shown.last ?? OrderForest.none)
    #expect(forest.select(shown.count, tally, root: root) == OrderForest.none)
    var walked: [Int32] = []
    forest.forEach(tally, root: root) {
      walked.append($0)
      return true
    }
    #expect(walked == shown)
    for (index, entry) in array.enumerated() {
      let before = array[..<index].filter { counts($0.marks, tally) }
      let after = array[(index + 1)...].first { counts($0.marks, tally) }
      #expect(forest.rank(of: entry.handle, tally) == before.count)
      #expect(
        forest.previous(before: entry.handle, tally) == before.last?.handle ?? OrderForest.none)
      #expect(forest.next(after: entry.handle, tally) == after?.handle ?? OrderForest.none)
    }
  }

  private func counts(_ marks: OrderForest.Marks, _ tally: OrderForest.Tally) -> Bool {
    switch tally {
    case .all: true
    case .live: marks.contains(.live)
    case .open: marks.contains(.open)
    case .done: marks.contains(.live) && !marks.contains(.open)
    case .favorite: marks.contains(.favorite)
    }
  }

  private func marks(_ random: inout Seeded) -> OrderForest.Marks {
    let all: [OrderForest.Marks] = [
      [], .live, [.live, .open], [.live, .favorite], [.live, .open, .favorite],
    ]
    return all[Int.random(in: all.indices, using: &random)]
  }
}
