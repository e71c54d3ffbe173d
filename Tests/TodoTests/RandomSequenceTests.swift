import Testing
import Todo

/// Properties that hold for any sequence of commands; each sequence has its own seed.
@Suite struct RandomSequenceTests {
  @Test(arguments: [0..<400, 400..<800, 800..<1_200, 5_000..<5_010])
  func `undo of all is the start, redo of all is the end`(seeds: Range<Int>) throws {
    let length = seeds.count > 10 ? 16 : 120
    for seed in seeds {
      var store = Store()
      _ = try store.makeList("first", as: Store.other)
      let start = visible(store.workspace.document)
      var states = [start]
      var commands = RandomCommands(seed: seed)
      while states.count < length {
        let command = try commands.next(for: store.workspace, at: store.tick())
        guard (try? store.perform(command)) ?? nil != nil else { continue }
        states.append(visible(store.workspace.document))
      }
      for state in states.reversed().dropFirst() {
        #expect(store.undo() == nil)
        if visible(store.workspace.document) != state {
          Issue.record("undo, seed \(seed)")
          return
        }
      }
      let walk = (0..<8).map { _ in commands.number(states.count) }
      var at = 0
      for target in walk + [states.count - 1, 0, states.count - 1] {
        let conflict = target < at ? store.undo(at - target) : store.redo(target - at)
        at = target
        if conflict != nil || visible(store.workspace.document) != states[at] {
          Issue.record("walk to \(at), seed \(seed): \(String(describing: conflict))")
          return
        }
      }
    }
  }

  @Test(arguments: [0..<250, 250..<500, 500..<750, 750..<1_000, 5_000..<5_010])
  func `replay and snapshot give the same workspace, rolling back the one before`(seeds: Range<Int>)
    throws
  {
    let length = seeds.count > 10 ? 24 : 150
    for seed in seeds {
      var store = Store()
      _ = try store.makeList("first", as: Store.other)
      var walk = RandomWalk(seed: seed)
      for _ in 0..<length {
        guard let transaction = try walk.next(&store) else { continue }
        let before = store.workspace
        let rollback = try store.workspace.apply(transaction)
        let after = dump(store.workspace)
        store.workspace.rollBack(rollback)
        if dump(store.workspace) != dump(before) {
          Issue.record("roll back, seed \(seed)")
          return
        }
        try store.workspace.apply(transaction)
        if dump(store.workspace) != after {
          Issue.record("apply again, seed \(seed)")
          return
        }
        store.journal.append(transaction)
        // Indexes that are made on the way follow from then on.
        if walk.commands.chance(5) { prepare(&store.workspace, walk.commands.number(3)) }
      }
      var replayed = Workspace()
      for transaction in store.journal { try replayed.apply(transaction) }
      if dump(replayed) != dump(store.workspace) {
        Issue.record("replay, seed \(seed)")
        return
      }
      let copy = try snapshot(of: store.workspace)
      if dump(copy) != dump(replayed) {
        Issue.record("snapshot, seed \(seed)")
        return
      }
      if seed % 4 == 0 { checkViews(store.workspace.document, seed) }
      if seed % 16 == 0 { checkViews(copy.document, seed) }
    }
  }

  @Test func `many transactions rolled back one after the other leave nothing behind`() throws {
    for seed in 0..<60 {
      var store = Store()
      _ = try store.makeList("first", as: Store.other)
      var walk = RandomWalk(seed: seed)
      var rollbacks: [(Rollback, [String])] = []
      for _ in 0..<80 {
        guard let transaction = try walk.next(&store) else { continue }
        let before = dump(store.workspace)
        rollbacks.append((try store.workspace.apply(transaction), before))
        if walk.commands.chance(20) {
          for (rollback, before) in rollbacks.reversed() {
            store.workspace.rollBack(rollback)
            if dump(store.workspace) != before {
              Issue.record("seed \(seed)")
              return
            }
          }
          rollbacks = []
        } else if walk.commands.chance(20) {
          rollbacks = []
        }
      }
      checkViews(store.workspace.document, seed)
    }
  }

  private func prepare(_ workspace: inout Workspace, _ which: Int) {
    // Now and then only a part is made, and what comes then must not be missed.
    if which == 0 {
      _ = workspace.prepareSomeSearch(for: "e")
      return
    }
    workspace.prepareSearch(for: ["e", "が", "zo"][which])
    for list in workspace.document.lists {
      workspace.prepare(for: View(sort: View.Sort.allCases[which]), of: list.id)
    }
  }

  private func snapshot(of workspace: Workspace) throws -> Workspace {
    let document = workspace.document
    var builder = WorkspaceBuilder(
      revision: workspace.revision, nextOrdinal: document.nextOrdinal)
    try document.forEachList { try builder.add($0, stamp: $1, deletion: $2) }
    for list in [ListID](document) {
      try document.forEachItem(of: list) {
        try builder.add($0, to: list, stamp: $1, deletion: $2)
      }
    }
    for session in workspace.sessions { try builder.add(session) }
    for token in workspace.onceTokens { builder.add(token) }
    return try builder.finish()
  }
}

extension [ListID] {
  fileprivate init(_ document: Document) {
    self = []
    document.forEachList { list, _, _ in append(list.id) }
  }
}

/// Commands, undo, redo and skips of two sessions, one after the other.
struct RandomWalk {
  var commands: RandomCommands

  init(seed: Int) {
    commands = RandomCommands(seed: seed)
  }

  /// The next transaction; `nil` if what was tried is refused, changes nothing or is in conflict.
  mutating func next(_ store: inout Store) throws -> Transaction? {
    let session = commands.chance(50) ? Store.me : Store.other
    let direction: Direction = commands.chance(60) ? .undo : .redo
    let time = store.tick()
    switch commands.number(10) {
    case 0...2:
      let steps = 1 + commands.number(3)
      switch store.workspace.step(direction, steps: steps, session: session, time: time) {
      case .transaction(let transaction): return transaction
      case .nothing: return nil
      case .conflict(_, let step):
        guard store.workspace.session(session)?.history.next(direction)?.revision == step.revision
        else { return nil }
        return store.workspace.skip(
          direction, step: step.revision, session: session, time: time)
      }
    default:
      let command = try commands.next(for: store.workspace, at: time)
      let once = Once(token: "t\(time.milliseconds)", location: "/")
      return try? store.workspace.perform(command, session: session, time: time, once: once)
    }
  }
}
