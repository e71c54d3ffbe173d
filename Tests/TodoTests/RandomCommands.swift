import Todo

/// A small generator that gives the same numbers on every machine (xorshift64*).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) {
    state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<8 { _ = next() }
  }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// Commands of every kind with random subjects, deleted and unknown ones among them.
struct RandomCommands {
  var generator: Seeded

  init(seed: Int) {
    generator = Seeded(seed)
  }

  mutating func next(for workspace: Workspace, at time: Timestamp) throws -> any Command {
    let document = workspace.document
    var items: [ItemID] = []
    var lists: [ListID] = []
    document.forEachList { list, _, _ in
      lists.append(list.id)
      document.forEachItem(of: list.id) { item, _, _ in items.append(item.id) }
    }
    let list = lists.randomElement(using: &generator) ?? .random(using: &generator)
    guard !items.isEmpty, chance(90) else { return try listCommand(list, lists, time) }
    let item = items.randomElement(using: &generator) ?? .random(using: &generator)
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...2: return try create(in: list, time)
    case 3, 4: return RemoveItem(item)
    case 5: return RestoreItem(item)
    case 6, 7: return MoveItem(item, to: target(items, list))
    case 8: return UpdateProperty(item, .favorite, to: chance(50))
    case 9, 10: return UpdateProperty(item, .done, to: chance(50))
    case 11: return AddToCount(item, by: try Count(["1", "-2", "999999999"][number(3)]))
    case 12: return UpdateProperty(item, .title, to: word())
    case 13: return UpdateProperty(item, .detail, to: word())
    case 14:
      return CompositeCommand([
        UpdateProperty(item, .title, to: word()), UpdateProperty(item, .done, to: chance(50)),
        MoveItem(item, to: .into(list)),
      ])
    default: return try listCommand(list, lists, time)
    }
  }

  private mutating func create(in list: ListID, _ time: Timestamp) throws -> any Command {
    CreateItem(
      id: .random(using: &generator), title: try Title(word()), detail: try Detail(word()),
      list: list, time: time)
  }

  private mutating func listCommand(
    _ list: ListID, _ lists: [ListID], _ time: Timestamp
  ) throws -> any Command {
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: return try create(in: list, time)
    case 1, 2:
      return CreateList(id: .random(using: &generator), name: try Title(word()), time: time)
    case 3: return RemoveList(list)
    case 4: return RestoreList(list)
    case 5: return RenameList(list, to: try Title(word()))
    case 6: return ClearDone(list)
    default:
      let other = lists.randomElement(using: &generator) ?? list
      return MoveList(list, to: [.before(other), .after(other), .start, .end][number(4)])
    }
  }

  private mutating func target(_ items: [ItemID], _ list: ListID) -> MoveItem.Target {
    let other = items.randomElement(using: &generator) ?? .random(using: &generator)
    return [.before(other), .after(other), .startOf(list), .endOf(list), .into(list)][number(5)]
  }

  private mutating func word() -> String {
    let words = [
      "milk", "Éclair", "eclair", "cafe\u{301}", "CAFÉ", "ｘ", "日本", "が", "zoo", "Apple pie",
    ]
    return words[number(words.count)]
  }

  mutating func number(_ bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &generator)
  }

  mutating func chance(_ percent: Int) -> Bool {
    number(100) < percent
  }
}
