internal import HTTP
internal import Interchange
internal import Storage
internal import Templating
internal import Todo

/// The form that says yes to an import: one step, however many items come.
final class ImportPost: Post {
  /// `nil` if the file is not known (any more).
  let imported: Imported?
  let form: Form

  init(_ imported: Imported?, _ form: Form) {
    self.imported = imported
    self.form = form
  }

  func field(_ name: String) -> String? { form.last(name) }

  func isLong(in store: FileStore, as session: SessionID?) -> Bool {
    imported.map { $0.itemCount > Self.quickItemCount } ?? false
  }

  func decide(in workspace: Workspace, _ desk: Desk) -> Decision {
    guard let imported else { return desk.refuse(.noSuchImport, in: workspace) }
    let chosen = form.last("list")
    if let chosen, ListID(chosen) == nil {
      return desk.refuse(.input(.unknownList), in: workspace)
    }
    let plan = ImportPlan(
      imported, into: workspace.document, chosen: chosen.flatMap { ListID($0) }, time: desk.now)
    guard let plan else { return desk.refuse(.input(.unknownList), in: workspace) }
    let location = Self.location(of: plan)
    return desk.perform(
      plan.command, in: workspace,
      once: form.last("once").map { Once(token: $0, location: location) },
      leadingTo: .address(location))
  }

  /// The page of the first list that gets something.
  private static func location(of plan: ImportPlan) -> String {
    switch plan.command.parts.first?.target {
    case .list(let id)?: Route.list(id).path
    case .new(let list)?: Route.list(list.id).path
    case nil: Route.home.path
    }
  }

  func unsaved(in workspace: Workspace, _ desk: Desk) -> HTML {
    desk.unsaved(.importing, form, in: workspace)
  }
}
