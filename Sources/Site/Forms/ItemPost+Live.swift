internal import HTTP
internal import Templating
internal import Todo

// What becomes of a form on an item that is in its list.
extension ItemPost {
  func decide(
    _ action: Action, live list: ListID, in workspace: Workspace, _ desk: Desk
  ) -> Decision {
    switch action {
    case .cancel:
      return desk.accept(Note(.cancelled), leadingTo: landing(.link, list, desk, or: origin))
    case .restore:
      return desk.accept(Note(.unchanged), leadingTo: landing(.row, list, desk))
    case .delete:
      return desk.perform(RemoveItem(id), in: workspace, leadingTo: landing(.link, list, desk))
    case .mark(.done, let value):
      return desk.perform(
        UpdateProperty(id, .done, to: value), in: workspace, leadingTo: landing(.done, list, desk))
    case .mark(.favorite, let value):
      return desk.perform(
        UpdateProperty(id, .favorite, to: value), in: workspace,
        leadingTo: landing(.star, list, desk))
    case .shift(let shift, let view):
      return self.shift(shift, view, list, in: workspace, desk)
    case .move(let target):
      return move(target, list, in: workspace, desk)
    case .update:
      return update(in: list, workspace, desk)
    }
  }

  private func landing(
    _ focus: Landing.Focus, _ list: ListID, _ desk: Desk, or origin: ReturnPath? = nil
  ) -> Destination {
    .item(Landing(item: id, list: list, focus: focus, returnPath: desk.returnPath ?? origin))
  }

  // MARK: Moves

  private func shift(
    _ shift: Shift, _ view: View, _ list: ListID, in workspace: Workspace, _ desk: Desk
  ) -> Decision {
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
      return desk.accept(Note(.unchanged), leadingTo: landing(focus, list, desk))
    }
    let command = MoveItem(
      id, to: shift == .up || shift == .top ? .before(neighbor) : .after(neighbor),
      as: shift.verb)
    return desk.perform(command, in: workspace, leadingTo: landing(focus, list, desk))
  }

  private func move(
    _ target: Target, _ list: ListID, in workspace: Workspace, _ desk: Desk
  ) -> Decision {
    let destination: MoveItem.Target
    switch target {
    case .before(let text):
      guard let id = ItemID(text) else {
        return desk.refuse(.input(.unknownNeighbor), in: workspace)
      }
      destination = .before(id)
    case .after(let text):
      guard let id = ItemID(text) else {
        return desk.refuse(.input(.unknownNeighbor), in: workspace)
      }
      destination = .after(id)
    case .list(let text):
      guard let id = ListID(text) else { return desk.refuse(.input(.unknownList), in: workspace) }
      destination = .into(id)
    }
    return desk.perform(
      MoveItem(id, to: destination), in: workspace, leadingTo: landing(.row, list, desk))
  }

  // MARK: Update

  private func update(in list: ListID, _ workspace: Workspace, _ desk: Desk) -> Decision {
    guard case .live(let item, _) = workspace.document.item(id) else {
      return desk.refuse(.noSuchItem, in: workspace)
    }
    let edit = self.edit
    let update = ItemUpdate(item, in: list, edit, base) { list in
      if case .live = workspace.document.list(list) { true } else { false }
    }
    guard update.problems.isEmpty else {
      let input = edit.input(over: item, in: list, problems: update.problems)
      return refuse(input, of: item, in: list, workspace, desk)
    }
    guard update.conflicts.isEmpty else {
      // The form goes out with a fresh base, so what the person did not touch must be as it is now.
      let input = edit.only(update.mine).input(over: item, in: list, problems: [])
      return desk.refuse(
        desk.pages(workspace).conflict(
          item, in: list, input, origin: origin, update.conflicts))
    }
    let landing = self.landing(.link, list, desk, or: by == nil ? origin : nil)
    return desk.perform(
      update.command, in: workspace,
      refused: { refusal, workspace in
        guard let problem = InputProblem(refusal) else {
          return desk.refuse(refusal, in: workspace)
        }
        return refuse(
          edit.input(over: item, in: list, problems: [problem]), of: item, in: list, workspace,
          desk)
      },
      leadingTo: by == nil ? landing : .address(ownPage(desk)))
  }

  /// The detail page again, with everything that was typed and what is wrong with it.
  private func refuse(
    _ input: ItemInput, of item: Item, in list: ListID, _ workspace: Workspace, _ desk: Desk
  ) -> Decision {
    desk.refuse(
      .unprocessableContent,
      desk.pages(workspace).item(
        item, in: list, base: base, origin: origin,
        refused: input),
      because: input.problems.map { .input($0) })
  }

  /// After a step of the count the person goes on with the item, on its own page.
  private func ownPage(_ desk: Desk) -> String {
    if let path = desk.returnPath { return path.address + (path.fragment.map { "#\($0)" } ?? "") }
    let query = origin.map { QueryText.encode([("from", $0.address)]) } ?? ""
    return Route.item(id).path(query: query) + "#\(counterButton)"
  }

  /// The id of the button that was pressed, so that it has the focus again: counting goes on.
  private var counterButton: String {
    switch by.flatMap({ Int($0) }) {
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
