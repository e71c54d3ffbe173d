/// A body translated for one set of overridden blocks and one indentation.
struct Routine {
  struct Key: Hashable {
    var body: Body.Name
    /// Which blocks are overridden, by number.
    var environment: Int
    var indentation: [UInt8]
    /// Whether the body is inserted where a line starts whose indentation is not written yet.
    var indentsFirstLine: Bool
  }

  struct Call {
    let routine: Int
    let instruction: Int
    let isConditional: Bool
  }

  let key: Key
  /// The routine whose translation needed this one first.
  let discoverer: Int?
  var calls: [Call] = []
}

/// A block that is inserted in the place of blocks of a name.
struct Override: Hashable {
  /// By bytes, since two spellings of `é` are two names.
  let block: [UInt8]
  let body: Body.Name
}

extension [Override] {
  /// What a block is overridden with; the overrides are in the order of their names.
  func first(of block: [UInt8]) -> Override? {
    var (start, end) = (startIndex, endIndex)
    while start < end {
      let middle = (start + end) / 2
      if self[middle].block.lexicographicallyPrecedes(block) {
        start = middle + 1
      } else {
        end = middle
      }
    }
    return start < endIndex && self[start].block == block ? self[start] : nil
  }
}

extension Body {
  struct Name: Hashable {
    let tree: Int
    /// Nil for the file as a whole.
    var argument: Int?
  }
}

extension [Routine] {
  /// A call outside all sections that leads back to the routine that it is in.
  func endlessCall() -> Int? {
    var isDone = [Bool](repeating: false, count: count)
    var isOnPath = isDone
    for start in indices where !isDone[start] {
      var path = [(routine: start, next: 0)]
      isOnPath[start] = true
      while let (routine, next) = path.last {
        guard next < self[routine].calls.count else {
          isDone[routine] = true
          isOnPath[routine] = false
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let call = self[routine].calls[next]
        if call.isConditional || isDone[call.routine] { continue }
        if isOnPath[call.routine] { return call.instruction }
        isOnPath[call.routine] = true
        path.append((call.routine, 0))
      }
    }
    return nil
  }
}
