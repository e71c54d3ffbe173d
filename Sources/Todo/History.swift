/// One undo unit: what one command did.
public struct Step: Sendable {
  /// The revision that it made: its identity for as long as it can be undone or redone.
  public let revision: Int
  public let label: Label
  public let changes: [Change]
  public let time: Timestamp

  public init(revision: Int, label: Label, changes: [Change], time: Timestamp) {
    self.revision = revision
    self.label = label
    self.changes = changes
    self.time = time
  }
}

/// The way to step through a history.
public enum Direction: String, Sendable, CaseIterable {
  case undo, redo

  public var opposite: Direction { self == .undo ? .redo : .undo }
}

/// The undo and redo stacks of one session.
public struct History: Sendable {
  /// Steps kept each way; older ones can no longer be undone.
  public static let limit = 1_000

  /// Steps that can be undone, oldest first: the last one is next.
  public private(set) var done: Steps
  /// Steps that can be redone, the last one next.
  public private(set) var undone: Steps

  public init() {
    self.init(done: [], undone: [])
  }

  public init(done: [Step], undone: [Step]) {
    self.done = Steps(done)
    self.undone = Steps(undone)
  }

  /// The steps in that direction, the last one next.
  public func stack(_ direction: Direction) -> Steps {
    direction == .undo ? done : undone
  }

  /// The step that undo or redo would take.
  public func next(_ direction: Direction) -> Step? {
    stack(direction).last
  }

  /// How many steps there are in that direction.
  func count(_ direction: Direction) -> Int {
    direction == .undo ? done.count : undone.count
  }

  /// The revision of the step that undo or redo would take.
  func nextRevision(_ direction: Direction) -> Int? {
    direction == .undo ? done.nextRevision : undone.nextRevision
  }

  /// What a new step pushed out of the history.
  struct Pushed: Sendable {
    /// What could be redone.
    let cleared: Steps
    /// What was too long ago.
    let dropped: Step?
  }

  /// Adds what a new command did; what could be redone is gone.
  @discardableResult
  mutating func push(_ step: consuming Step) -> Pushed {
    let cleared = undone
    undone = Steps()
    let dropped = done.count >= Self.limit ? done.popFirst() : nil
    done.append(step)
    return Pushed(cleared: cleared, dropped: dropped)
  }

  /// Takes the last push back.
  mutating func takeBack(_ pushed: Pushed) {
    _ = done.popLast()
    if let dropped = pushed.dropped { done.putFirst(dropped) }
    undone = pushed.cleared
  }

  /// Moves up to that many steps from one stack to the other.
  mutating func move(_ direction: Direction, steps: Int) {
    for _ in 0..<max(0, steps) {
      switch direction {
      case .undo:
        guard let step = done.popLast() else { return }
        undone.append(step)
      case .redo:
        guard let step = undone.popLast() else { return }
        done.append(step)
      }
    }
  }

  /// Drops the next step in that direction if it is the one of this revision.
  @discardableResult
  mutating func skip(_ direction: Direction, revision: Int) -> Step? {
    guard nextRevision(direction) == revision else { return nil }
    return direction == .undo ? done.popLast() : undone.popLast()
  }

  /// Puts a skipped step back.
  mutating func putBack(_ direction: Direction, _ step: Step) {
    switch direction {
    case .undo: done.append(step)
    case .redo: undone.append(step)
    }
  }
}

/// One browser's cookie, and the history of what was done with it.
public struct Session: Sendable {
  public let id: SessionID
  public var history: History
  /// The revision of its last step, undo or redo: the longest unused sessions are forgotten first.
  public var lastUsed: Int

  public init(id: SessionID, history: History = History(), lastUsed: Int) {
    self.id = id
    self.history = history
    self.lastUsed = lastUsed
  }
}
