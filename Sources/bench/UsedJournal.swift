internal import Kernel
internal import Storage
internal import Todo

/// A journal as sessions leave it that do everything: of a hundred steps about 35 are new items, 30
/// mark done or open, 20 set something else, 5 each move, remove, and undo or redo.
struct UsedJournal {
  private var workspace: Workspace
  private let list: ListID
  private var ids: [ItemID] = []
  private var texts = SampleTexts()
  private var state: UInt64 = 99
  private var tick: Int64 = 0

  /// Makes a folder with such a journal, in place of one that was made before.
  static func make(_ path: String, lines: Int) throws(BenchError) {
    try DataFolder.remove(path)
    let workspace = try DataFolder.start(path)
    guard let list = workspace.document.lists.first?.id else {
      throw BenchError("a new store has no list")
    }
    var made = UsedJournal(workspace: workspace, list: list)
    var writer = LineWriter()
    for _ in 1..<lines {
      let synced = made.workspace.revision
      writer.line(try made.next(), synced: synced)
    }
    let journal = try Journal(path)
    try journal.write(writer.bytes, at: journal.size)
  }

  private init(workspace: Workspace, list: ListID) {
    self.workspace = workspace
    self.list = list
  }

  /// The next transaction that does anything, applied.
  private mutating func next() throws(BenchError) -> Transaction {
    for _ in 0..<1_000 {
      tick += 1
      let time = Timestamp(milliseconds: 1_764_000_000_000 + tick * 1_000)
      let session = SessionID(high: UInt64(random(20) + 1), low: 1 << 63 | 1)
      do {
        guard let made = try transaction(session, time) else { continue }
        try workspace.apply(made)
        return made
      } catch is Refusal {
        // What it would be done to is gone.
      } catch {
        throw BenchError("the model refuses a step: \(error)")
      }
    }
    throw BenchError("there is nothing left to do")
  }

  private mutating func transaction(_ session: SessionID, _ time: Timestamp) throws -> Transaction?
  {
    let kind = ids.count < 10 ? 0 : random(100)
    if kind < 35 {
      let item = CreateItem(
        title: try Title(texts.title(Int(tick))),
        detail: try Detail(kind % 2 == 0 ? texts.detail() : ""), list: list, time: time)
      ids.append(item.id)
      let once = Once(token: "\(SessionID.random())", location: "/items/\(item.id)")
      return try workspace.perform(item, session: session, time: time, once: once)
    }
    if kind >= 95 {
      let direction: Direction = kind < 98 ? .undo : .redo
      let outcome = workspace.step(direction, session: session, time: time)
      if case .transaction(let made) = outcome { return made }
      return nil
    }
    let id = ids[random(ids.count)]
    guard case .live(let item, _) = workspace.document.item(id) else { return nil }
    let command: any Command =
      switch kind {
      case ..<65: UpdateProperty(id, .done, to: !item.done)
      case ..<75: UpdateProperty(id, .favorite, to: !item.favorite)
      case ..<80: UpdateProperty(id, .count, to: item.count + 1)
      case ..<85: UpdateProperty(id, .title, to: texts.title(Int(tick)))
      case ..<90: MoveItem(id, to: .before(ids[random(ids.count)]))
      default: RemoveItem(id)
      }
    return try workspace.perform(command, session: session, time: time)
  }

  private mutating func random(_ count: Int) -> Int {
    // As in SampleTexts.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }
}
