import Testing
import Todo

/// Items that come and are taken back find their handles: the table of a document grows, and closes
/// its gaps.
@Suite struct HandleTableTests {
  @Test func `every id is found until it is forgotten`() throws {
    var workspace = Workspace()
    let list = CreateList(name: try Title("To do"), time: Timestamp(milliseconds: 0))
    try apply(list, to: &workspace)
    var ids: [ItemID] = []
    var rollbacks: [Rollback] = []
    for number in 0..<3_000 {
      // Some differ in one bit, as ids of an import may.
      let id =
        number % 2 == 0
        ? ItemID.random() : ItemID(high: ids[number - 1].high, low: ids[number - 1].low ^ 1)
      ids.append(id)
      let command = CreateItem(
        id: id, title: try Title("\(number)"), time: Timestamp(milliseconds: 0))
      rollbacks.append(try apply(command, to: &workspace))
    }
    while let rollback = rollbacks.popLast() {
      let known = rollbacks.count
      workspace.rollBack(rollback)
      guard known % 97 == 0 || known > 2_900 else { continue }
      for (number, id) in ids.enumerated() {
        switch workspace.document.item(id) {
        case .live(let item, _): #expect(number < known && item.title == "\(number)")
        case .removed: Issue.record("an item that was taken back is known")
        case .unknown: #expect(number >= known)
        }
      }
    }
  }

  @discardableResult
  private func apply(
    _ command: some Command, to workspace: inout Workspace
  ) throws -> Rollback {
    let made = try workspace.perform(command, session: nil, time: Timestamp(milliseconds: 0))
    return try workspace.apply(try #require(made))
  }
}
