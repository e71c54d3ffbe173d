internal import HTTP
internal import Templating
internal import Todo

/// A form on an item.
struct ItemPost: Post {
  let id: ItemID
  let form: ItemForm

  init(_ id: ItemID, _ form: Form) {
    self.id = id
    self.form = ItemForm(form)
  }

  func decide(in workspace: Workspace, _ desk: Desk) -> Decision {
    let presence = workspace.document.presence(of: id)
    if case .unknown = presence { return desk.refuse(.noSuchItem, in: workspace) }
    let action: ItemForm.Action
    switch form.action {
    case .success(let good): action = good
    case .failure(.damagedBase): return desk.refuse(.damagedBase, in: workspace)
    case .failure(.input(let problem)): return desk.refuse(.input(problem), in: workspace)
    }
    switch presence {
    case .live(let list):
      return LiveItemPost(id: id, list: list, form: form, desk: desk)
        .decide(action, in: workspace)
    case .removed(let list):
      return decideOfDeleted(from: list, action, in: workspace, desk)
    case .unknown:
      return desk.refuse(.noSuchItem, in: workspace)
    }
  }

  private func decideOfDeleted(
    from list: ListID, _ action: ItemForm.Action, in workspace: Workspace, _ desk: Desk
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
      let edit = form.edit
      let kept = edit.isEmpty ? nil : kept(edit, over: item, from: list, workspace)
      return .refuse(desk.pages(workspace).gone(item, from: list, kept: kept))
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
    desk.unsaved(Route.item(id), form.form, in: workspace)
  }
}
