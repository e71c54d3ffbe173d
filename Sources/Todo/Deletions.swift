/// When something was deleted.
public struct Deletion: Hashable, Sendable {
  /// Counts the deletions: the greater one is the newer.
  public let number: Int
  /// The revision that deleted it: what went with a list has the same one.
  public let revision: Int

  public init(number: Int, revision: Int) {
    self.number = number
    self.revision = revision
  }
}

/// What is deleted, in the order of its deletion.
struct Deletions: Sendable {
  typealias Handle = OrderForest.Handle

  /// Whose deletion it is: the handle of an item, or that of a list.
  enum Subject: Sendable {
    case item(Handle)
    case list(Handle)
  }

  private var entries = ChunkedArray<(subject: Subject, deletion: Deletion)>()
  private var vacant: [Handle] = []
  private var order = OrderForest()
  private var root = OrderForest.none
  /// The number of the next deletion.
  private(set) var next = 1

  var count: Int { order.count(.all, root: root) }

  subscript(entry: Handle) -> Deletion { entries[Int(entry)].deletion }

  /// Notes a deletion, by itself the newest one; gives the entry's handle.
  mutating func add(_ subject: Subject, revision: Int) -> Handle {
    add(subject, Deletion(number: next, revision: revision))
  }

  mutating func add(_ subject: Subject, _ deletion: Deletion) -> Handle {
    let entry: Handle
    if let free = vacant.popLast() {
      entries[Int(free)] = (subject, deletion)
      entry = free
    } else {
      entry = Handle(entries.count)
      entries.append((subject, deletion))
    }
    let older = order.last(root: root) { entries[Int($0)].deletion.number < deletion.number }
    order.insert(entry, [], after: older, root: &root)
    next = max(next, deletion.number + 1)
    return entry
  }

  mutating func remove(_ entry: Handle) {
    order.remove(entry, root: &root)
    vacant.append(entry)
  }

  /// Forgets that the newest deletion ever happened.
  mutating func takeBack(_ entry: Handle) {
    next = entries[Int(entry)].deletion.number
    remove(entry)
  }

  /// A cut of them, the newest first.
  func newestFirst(_ range: Range<Int>) -> [Subject] {
    let range = range.clamped(to: 0..<count)
    return order.cut(count - range.upperBound..<count - range.lowerBound, .all, root: root)
      .reversed().map { entries[Int($0)].subject }
  }
}
