internal import HTTP
internal import Templating
internal import Todo

/// A form on an item, read: what its button asks for, and what was typed.
final class ItemPost: Post {
  enum Action: Sendable {
    case cancel, delete, restore
    /// A mark set, or taken away.
    case mark(Mark, Bool)
    /// Past the neighbour, or to the end, that the person sees in this view.
    case shift(Shift, View)
    case move(Target)
    case update
  }

  enum Mark: Sendable {
    case done, favorite
  }

  enum Shift: String, Sendable {
    case up, down, top, bottom
  }

  enum Target: Sendable {
    case before(String)
    case after(String)
    case list(String)
  }

  let id: ItemID
  /// What the button asks for, or what is wrong with it or with the base. What is wrong with typed
  /// texts is told by `edit`.
  let action: Result<Action, Problem>
  /// What the pressed button adds to the count, as it came.
  let by: String?
  let base: Base?
  /// Where a detail form was opened from, and so where update and cancel lead back to.
  let origin: ReturnPath?
  /// As it came.
  let form: Form

  /// What was typed into the detail form's fields; those that the form had not are absent. Most forms
  /// are a button's, so it is looked for when it is asked for.
  var edit: ItemEdit { ItemEdit(form) }

  enum Problem: Error {
    case damagedBase
    case input(InputProblem)
  }

  init(_ id: ItemID, _ form: Form) {
    self.id = id
    by = form.last("by")
    origin = ReturnPath(form.last("from"))
    let text = form.last("base")
    base = text.flatMap { Base($0) }
    if text != nil, base == nil {
      action = .failure(.damagedBase)
    } else {
      let hasStep = by != nil
      action = Result { () throws(Problem) in try Self.action(of: form, hasStep: hasStep) }
    }
    self.form = form
  }

  func field(_ name: String) -> String? { form.last(name) }

  private static func action(of form: Form, hasStep: Bool) throws(Problem) -> Action {
    guard let name = form.last("do") ?? form.last("action") else {
      guard hasStep else { throw .input(.badAction) }
      return .update
    }
    guard !hasStep else { throw .input(.badAction) }
    switch name {
    case "done": return .mark(.done, true)
    case "open": return .mark(.done, false)
    case "favorite": return .mark(.favorite, true)
    case "unfavorite": return .mark(.favorite, false)
    case "update": return .update
    case "cancel": return .cancel
    case "delete": return .delete
    case "restore": return .restore
    case "move":
      if let id = form.last("before") { return .move(.before(id)) }
      if let id = form.last("after") { return .move(.after(id)) }
      if let id = form.last("list") { return .move(.list(id)) }
      throw .input(.badAction)
    default:
      guard let shift = Shift(rawValue: name) else { throw .input(.badAction) }
      return .shift(shift, View(form))
    }
  }
}

// What becomes of it.
extension ItemPost {
  func decide(in workspace: Workspace, _ desk: Desk) -> Decision {
    let presence = workspace.document.presence(of: id)
    if case .unknown = presence { return desk.refuse(.noSuchItem, in: workspace) }
    let action: Action
    switch self.action {
    case .success(let good): action = good
    case .failure(.damagedBase): return desk.refuse(.damagedBase, in: workspace)
    case .failure(.input(let problem)): return desk.refuse(.input(problem), in: workspace)
    }
    switch presence {
    case .live(let list):
      return decide(action, live: list, in: workspace, desk)
    case .removed(let list):
      return decideOfDeleted(from: list, action, in: workspace, desk)
    case .unknown:
      return desk.refuse(.noSuchItem, in: workspace)
    }
  }

  private func decideOfDeleted(
    from list: ListID, _ action: Action, in workspace: Workspace, _ desk: Desk
  ) -> Decision {
    let landing = Landing(item: id, list: list, focus: .row, returnPath: desk.returnPath)
    switch action {
    case .restore:
      return desk.perform(RestoreItem(id), in: workspace, leadingTo: .item(landing))
    case .delete:
      return desk.accept(Note(.unchanged), leadingTo: .item(landing))
    case .cancel:
      return desk.accept(Note(.cancelled), leadingTo: .item(landing))
    case .mark, .shift, .move, .update:
      guard case .removed(let item, _) = workspace.document.item(id) else {
        return desk.refuse(.noSuchItem, in: workspace)
      }
      let edit = self.edit
      let kept = edit.isEmpty ? nil : kept(edit, over: item, from: list, workspace)
      return desk.refuse(desk.pages(workspace).gone(item, from: list, kept: kept))
    }
  }

  /// What was typed, to be kept as a new item: in the same list, if that is still there.
  private func kept(
    _ edit: ItemEdit, over item: Item, from list: ListID, _ workspace: Workspace
  ) -> KeptForm {
    let input = edit.input(over: item, in: list, problems: [])
    var target: ListID?
    if case .live = workspace.document.list(list) { target = list }
    return .newItem(
      title: input.text(.title), detail: input.text(.detail), list: target,
      once: OnceToken.random())
  }

  func unsaved(in workspace: Workspace, _ desk: Desk) -> HTML {
    desk.unsaved(Route.item(id), form, in: workspace)
  }
}
