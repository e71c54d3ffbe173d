internal import HTTP
internal import Storage
internal import Templating
internal import Todo

/// The form that makes a list.
final class ListCreationPost: Post {
  let form: Form

  init(_ form: Form) { self.form = form }

  func field(_ name: String) -> String? { form.last(name) }

  private var typedName: String { form.last("name") ?? "" }

  func decide(in workspace: Workspace, _ desk: Desk) -> Decision {
    let name: Title
    do throws(TextProblem) {
      var generator = SystemRandomNumberGenerator()
      name = try Title(typedName, orIfBlank: RandomName.make(using: &generator))
    } catch {
      return desk.refuse(
        .input(InputProblem(error, of: "name", typed: typedName)), in: workspace, kept: kept)
    }
    let command = CreateList(name: name, time: desk.now)
    let location = desk.returnPath?.address ?? Route.list(command.id).path
    return desk.perform(
      command, in: workspace, once: form.last("once").map { Once(token: $0, location: location) },
      leadingTo: .address(location))
  }

  func unsaved(in workspace: Workspace, _ desk: Desk) -> HTML {
    desk.page(.cannotWrite, in: workspace, kept: kept)
  }

  private var kept: KeptForm {
    .newList(name: typedName, once: form.last("once"))
  }
}

/// A form on a list.
final class ListPost: Post {
  let id: ListID
  let form: Form

  init(_ id: ListID, _ form: Form) {
    self.id = id
    self.form = form
  }

  func field(_ name: String) -> String? { form.last(name) }

  func isLong(in store: FileStore, as session: SessionID?) -> Bool {
    switch form.last("do") {
    // A deleted list has no counts; how many items it takes back is not known here.
    case "restore": true
    case "delete", "clear-done":
      store.read { $0.document.counts(of: id).all > Self.quickItemCount }.result
    default: false
    }
  }

  func decide(in workspace: Workspace, _ desk: Desk) -> Decision {
    let action = form.last("do") ?? ""
    switch workspace.document.list(id) {
    case .unknown: return desk.refuse(.noSuchList, in: workspace)
    case .removed(let list): return decide(action, deleted: list, in: workspace, desk)
    case .live(let list): return decide(action, list, in: workspace, desk)
    }
  }

  private func decide(
    _ action: String, deleted list: ItemList, in workspace: Workspace, _ desk: Desk
  ) -> Decision {
    switch action {
    case "restore":
      return desk.perform(RestoreList(id), in: workspace, leadingTo: to(Route.list(id), desk))
    case "delete": return desk.accept(Note(.unchanged), leadingTo: to(.home, desk))
    case "cancel": return desk.accept(Note(.cancelled), leadingTo: to(.home, desk))
    default:
      // The name that was typed is kept as that of a new list.
      let kept = form.last("name").map { KeptForm.newList(name: $0, once: OnceToken.random()) }
      return desk.refuse(desk.pages(workspace).gone(list, kept: kept))
    }
  }

  private func decide(
    _ action: String, _ list: ItemList, in workspace: Workspace, _ desk: Desk
  ) -> Decision {
    let own = to(Route.list(id), desk)
    switch action {
    case "update": return rename(list, in: workspace, desk)
    case "cancel": return desk.accept(Note(.cancelled), leadingTo: own)
    case "restore": return desk.accept(Note(.unchanged), leadingTo: own)
    case "delete":
      return desk.perform(RemoveList(id), in: workspace, leadingTo: afterDeletion(desk))
    case "clear-done": return desk.perform(ClearDone(id), in: workspace, leadingTo: own)
    case "up", "down", "top", "bottom", "move":
      guard let target = target(action, in: workspace.document) else {
        return desk.refuse(.input(.unknownNeighbor), in: workspace)
      }
      return desk.perform(MoveList(id, to: target), in: workspace, leadingTo: own)
    default: return desk.refuse(.input(.badAction), in: workspace)
    }
  }

  /// Where the list is to go; `nil` if the form names no place.
  private func target(_ action: String, in document: Document) -> MoveList.Target? {
    switch action {
    case "up": document.neighbor(of: id, .before).map { .before($0) } ?? .start
    case "down": document.neighbor(of: id, .after).map { .after($0) } ?? .end
    case "top": .start
    case "bottom": .end
    default:
      form.last("before").map { ListID($0).map { .before($0) } }
        ?? form.last("after").flatMap { ListID($0).map { .after($0) } }
    }
  }

  private func rename(_ list: ItemList, in workspace: Workspace, _ desk: Desk) -> Decision {
    let typed = form.last("name") ?? ""
    do throws(TextProblem) {
      return desk.perform(
        RenameList(id, to: try Title(typed)), in: workspace, leadingTo: to(Route.list(id), desk))
    } catch {
      let refused = ListInput(name: typed, problem: InputProblem(error, of: "name", typed: typed))
      return desk.refuse(
        .unprocessableContent, desk.pages(workspace).listEditing(list, refused: refused),
        because: [.input(InputProblem(error, of: "name", typed: typed))])
    }
  }

  func unsaved(in workspace: Workspace, _ desk: Desk) -> HTML {
    desk.unsaved(Route.list(id), form, in: workspace)
  }

  private func to(_ route: Route, _ desk: Desk) -> Destination {
    .address(desk.returnPath?.address ?? route.path)
  }

  /// A page of the deleted list is no place to return to.
  private func afterDeletion(_ desk: Desk) -> Destination {
    guard let path = desk.returnPath, Route(path: path.path) != .list(id),
      Route(path: path.path) != .listEditing(id)
    else { return .address(Route.home.path) }
    return .address(path.address)
  }
}
