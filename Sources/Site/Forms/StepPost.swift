internal import HTTP
internal import Storage
internal import Templating
internal import Todo

/// The undo and redo buttons, the jumps of the history page, and the skip of a step in conflict.
final class StepPost: Post {
  let direction: Direction
  let form: Form

  init(_ direction: Direction, _ form: Form) {
    self.direction = direction
    self.form = form
  }

  func field(_ name: String) -> String? { form.last(name) }

  func isLong(in store: FileStore, as session: SessionID?) -> Bool {
    guard let session else { return false }
    return store.read { workspace in
      guard let history = workspace.session(session)?.history else { return false }
      var count = 0
      return history.stack(direction).suffix(steps ?? 0).contains { step in
        count += step.changes.count
        return count > Self.quickItemCount
      }
    }.result
  }

  func decide(in workspace: Workspace, _ desk: Desk) -> Decision {
    if let token = form.last("skip") { return skip(token, in: workspace, desk) }
    guard let steps = steps else { return desk.refuse(.input(.badSteps), in: workspace) }
    let history = workspace.session(desk.session)?.history ?? History()
    switch workspace.step(direction, steps: steps, session: desk.session, time: desk.now) {
    case .nothing:
      return desk.accept(
        Note(direction == .undo ? .nothingToUndo : .nothingToRedo),
        leadingTo: destination(nil, desk))
    case .conflict(let conflict, let step):
      return desk.refuse(desk.pages(workspace).conflict(direction, step, conflict))
    case .transaction(let transaction):
      let taken = min(steps, history.stack(direction).count)
      let label = history.stack(direction).suffix(taken).first?.label
      return desk.accept(
        Note(direction == .undo ? .undid : .redid, label: label, steps: taken),
        changing: transaction, leadingTo: destination(label, desk))
    }
  }

  /// How many steps: 1 unless the form says so; a number too large to hold means all of them.
  private var steps: Int? {
    guard let text = form.last("steps") else { return 1 }
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    let steps = Int(text) ?? .max
    return steps > 0 ? steps : nil
  }

  private func skip(_ token: String, in workspace: Workspace, _ desk: Desk) -> Decision {
    let next = workspace.session(desk.session)?.history.next(direction)
    guard let step = Int(token), let next, next.revision == step,
      let transaction = workspace.skip(
        direction, step: step, session: desk.session, time: desk.now)
    else { return desk.accept(Note(.nothingToSkip), leadingTo: destination(nil, desk)) }
    return desk.accept(
      Note(.skipped, label: next.label), changing: transaction, leadingTo: destination(nil, desk))
  }

  private func destination(_ label: Label?, _ desk: Desk) -> Destination {
    guard let path = desk.returnPath else {
      return .found { Landing.address(of: label, in: $0) }
    }
    if let fragment = path.fragment { return .address("\(path.address)#\(fragment)") }
    // A jump or a skip has no button to which the focus could go back.
    if form.last("steps") != nil || form.last("skip") != nil { return .address(path.address) }
    return .found { [direction] in
      "\(path.address)#\(Self.button(direction, desk.session, in: $0))"
    }
  }

  /// The id of the button that was pressed, or of the other one if there is nothing more to step to.
  private static func button(
    _ direction: Direction, _ session: SessionID, in workspace: Workspace
  ) -> String {
    let isUsable = workspace.session(session)?.history.next(direction) != nil
    return (isUsable ? direction : direction == .undo ? .redo : .undo).rawValue
  }

  func unsaved(in workspace: Workspace, _ desk: Desk) -> HTML {
    desk.unsaved(Route.step(direction), form, in: workspace)
  }
}
