internal import HTTP
internal import Templating
internal import Todo

/// A form on an item that is in its list.
struct LiveItemPost {
  let form: ItemPost
  let list: ListID
  let desk: Desk

  private var id: ItemID { form.id }

  init(_ form: ItemPost, in list: ListID, _ desk: Desk) {
    self.form = form
    self.list = list
    self.desk = desk
  }

  func decide(_ action: ItemPost.Action, in workspace: Workspace) -> Decision {
    switch action {
    case .cancel:
      return desk.accept(Note(.cancelled), leadingTo: landing(.link, or: form.origin))
    case .restore:
      return desk.accept(Note(.unchanged), leadingTo: landing(.row))
    case .delete:
      return desk.perform(RemoveItem(id), in: workspace, leadingTo: landing(.link))
    case .mark(.done, let value):
      return desk.perform(
        UpdateProperty(id, .done, to: value), in: workspace, leadingTo: landing(.done))
    case .mark(.favorite, let value):
      return desk.perform(
        UpdateProperty(id, .favorite, to: value), in: workspace, leadingTo: landing(.star))
    case .shift(let shift, let view):
      return self.shift(shift, view, in: workspace)
    case .move(let target):
      return move(target, in: workspace)
    case .update:
      return update(in: workspace)
    }
  }

  private func landing(_ focus: Landing.Focus, or origin: ReturnPath? = nil) -> Destination {
    .item(Landing(item: id, list: list, focus: focus, returnPath: desk.returnPath ?? origin))
  }

  // MARK: Moves

  private func shift(_ shift: ItemPost.Shift, _ view: View, in workspace: Workspace) -> Decision {
    let document = workspace.document
    if view.sort != .manual, shift == .top || shift == .bottom {
      return desk.refuse(.input(.moveInSorted), in: workspace)
    }
    let neighbor: ItemID? =
      switch shift {
      case .up: document.neighbor(of: id, in: view, .before)
      case .down: document.neighbor(of: id, in: view, .after)
      case .top: document.first(of: list, in: view)
      case .bottom: document.last(of: list, in: view)
      }
    let focus: Landing.Focus =
      switch shift {
      case .up: .up
      case .down: .down
      case .top, .bottom: .row
      }
    guard let neighbor, neighbor != id else {
      return desk.accept(Note(.unchanged), leadingTo: landing(focus))
    }
    let command = MoveItem(
      id, to: shift == .up || shift == .top ? .before(neighbor) : .after(neighbor),
      as: shift.verb)
    return desk.perform(command, in: workspace, leadingTo: landing(focus))
  }

  private func move(_ target: ItemPost.Target, in workspace: Workspace) -> Decision {
    let destination: MoveItem.Target
    switch target {
    case .before(let text):
      guard let id = ItemID(text) else { return refuse(.unknownNeighbor, in: workspace) }
      destination = .before(id)
    case .after(let text):
      guard let id = ItemID(text) else { return refuse(.unknownNeighbor, in: workspace) }
      destination = .after(id)
    case .list(let text):
      guard let id = ListID(text) else { return refuse(.unknownList, in: workspace) }
      destination = .into(id)
    }
    return desk.perform(
      MoveItem(id, to: destination), in: workspace, leadingTo: landing(.row))
  }

  private func refuse(_ problem: InputProblem, in workspace: Workspace) -> Decision {
    desk.refuse(.input(problem), in: workspace)
  }

  // MARK: Update

  private func update(in workspace: Workspace) -> Decision {
    guard case .live(let item, _) = workspace.document.item(id) else {
      return desk.refuse(.noSuchItem, in: workspace)
    }
    let edit = form.edit
    let update = ItemUpdate(item, in: list, edit, form.base) { list in
      if case .live = workspace.document.list(list) { true } else { false }
    }
    guard update.problems.isEmpty else {
      let input = edit.input(over: item, in: list, problems: update.problems)
      return refuse(input, of: item, in: workspace)
    }
    guard update.conflicts.isEmpty else {
      // The form goes out with a fresh base, so what the person did not touch must be as it is now.
      let input = edit.only(update.mine).input(over: item, in: list, problems: [])
      return desk.refuse(
        desk.pages(workspace).conflict(
          item, in: list, input, origin: form.origin, update.conflicts))
    }
    let landing = self.landing(.link, or: form.by == nil ? form.origin : nil)
    return desk.perform(
      update.command, in: workspace,
      refused: { refusal, workspace in
        guard let problem = InputProblem(refusal) else {
          return desk.refuse(refusal, in: workspace)
        }
        return refuse(
          edit.input(over: item, in: list, problems: [problem]), of: item, in: workspace)
      },
      leadingTo: form.by == nil ? landing : .address(ownPage))
  }

  /// The detail page again, with everything that was typed and what is wrong with it.
  private func refuse(
    _ input: ItemInput, of item: Item, in workspace: Workspace
  ) -> Decision {
    desk.refuse(
      .unprocessableContent,
      desk.pages(workspace).item(
        item, in: list, base: form.base, origin: form.origin,
        refused: input),
      because: input.problems.map { .input($0) })
  }

  /// After a step of the count the person goes on with the item, on its own page.
  private var ownPage: String {
    if let path = desk.returnPath { return path.address + (path.fragment.map { "#\($0)" } ?? "") }
    let query = form.origin.map { QueryText.encode([("from", $0.address)]) } ?? ""
    return Route.item(id).path(query: query) + "#\(counterButton)"
  }

  /// The id of the button that was pressed, so that it has the focus again: counting goes on.
  private var counterButton: String {
    switch form.by.flatMap({ Int($0) }) {
    case -2: "count-minus-2"
    case -1: "count-minus-1"
    case 1: "count-plus-1"
    case 2: "count-plus-2"
    default: "count"
    }
  }
}

extension ItemPost.Shift {
  var verb: Label.Verb {
    switch self {
    case .up: .moveUp
    case .down: .moveDown
    case .top: .moveToTop
    case .bottom: .moveToBottom
    }
  }
}
