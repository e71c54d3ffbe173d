import Todo

/// A generator whose numbers a seed decides (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

/// Random commands of random sessions.
struct RandomWork {
  var generator: SeededGenerator
  private let sessions: Int
  private var nextID = 1
  /// How many days went by, which tokens do not outlive.
  private var days: Int64 = 0

  init(seed: UInt64, sessions: Int = 3) {
    generator = SeededGenerator(seed: seed)
    self.sessions = sessions
  }

  mutating func chance(_ one: Int) -> Bool {
    Int.random(in: 0..<one, using: &generator) == 0
  }

  /// The next transaction, made from the present state; `nil` if there is nothing to do.
  mutating func transaction(from workspace: Workspace) -> Transaction? {
    let session = sessionID(Int.random(in: 1...sessions, using: &generator))
    if chance(50) { days += 1 }
    let now = time(Int64(workspace.revision) + days * 86_400_001)
    let choice = Int.random(in: 0..<13, using: &generator)
    if choice == 8 || choice == 9 {
      let direction: Direction = chance(3) ? .redo : .undo
      let steps = Int.random(in: 1...3, using: &generator)
      switch workspace.step(direction, steps: steps, session: session, time: now) {
      case .transaction(let transaction): return transaction
      case .conflict(_, let step):
        return workspace.skip(direction, step: step.revision, session: session, time: now)
      case .nothing: return nil
      }
    }
    let once = chance(2) ? Once(token: "t\(workspace.revision)", location: "/") : nil
    return try? workspace.perform(
      command(choice, workspace, now), session: session, time: now, once: once)
  }

  private mutating func command(
    _ choice: Int, _ workspace: Workspace, _ now: Timestamp
  ) -> any Command {
    var items: [ItemID] = []
    for list in workspace.document.lists {
      workspace.document.forEachItem(of: list.id) { item, _, deletion in
        if deletion == nil { items.append(item.id) }
      }
    }
    let list = workspace.document.lists.randomElement(using: &generator)
    switch (choice, items.randomElement(using: &generator), items.randomElement(using: &generator))
    {
    case (4, let item?, _): return RemoveItem(item)
    case (5, let item?, let other?) where item != other:
      return MoveItem(item, to: .before(other))
    case (6, let item?, _):
      let number = Int.random(in: 0...9, using: &generator)
      return UpdateProperty(item, Property.title, to: "changed \(number)")
    case (7, let item?, _): return UpdateProperty(item, Property.done, to: chance(2))
    case (10, _, _):
      nextID += 1
      return CreateList(id: listID(nextID), name: title("list \(nextID)"), time: now)
    case (11, _, _) where workspace.document.listCount > 1:
      if let list { return RemoveList(list.id) }
    default: break
    }
    nextID += 1
    let text = String(repeating: "ü“", count: Int.random(in: 0...150, using: &generator))
    return CreateItem(
      id: itemID(nextID), title: title("item \(nextID) \(text)"), list: list?.id, time: now)
  }
}
