internal import HTTP
internal import Templating
internal import Todo

/// The form that makes an item.
final class CreationPost: Post {
  let form: Form

  init(_ form: Form) { self.form = form }

  /// The id of the field in which items are typed.
  static let field = "new"

  private var typedTitle: String { form.last("title") ?? "" }
  private var typedDetail: String { form.last("detail") ?? "" }

  func field(_ name: String) -> String? { form.last(name) }

  func decide(in workspace: Workspace, _ desk: Desk) -> Decision {
    let title: Title
    do throws(TextProblem) {
      // Of a blank title the present time becomes the title.
      title = try Title(typedTitle, orIfBlank: desk.presentTime(in: workspace))
    } catch {
      return refuse(InputProblem(error, of: "title", typed: typedTitle), in: workspace, desk)
    }
    let detail: Detail
    do throws(TextProblem) {
      detail = try Detail(typedDetail)
    } catch {
      return refuse(InputProblem(error, of: "detail", typed: typedDetail), in: workspace, desk)
    }
    guard let list = list(in: workspace.document) else {
      return refuse(.unknownList, in: workspace, desk)
    }
    let command = CreateItem(title: title, detail: detail, list: list, time: desk.now)
    let location = address(of: command.id, in: list, workspace, desk)
    return desk.perform(
      command, in: workspace, once: form.last("once").map { Once(token: $0, location: location) },
      leadingTo: .address(location))
  }

  /// The list that the form names, the first one if it names none; `nil` if it names one that is
  /// not there.
  private func list(in document: Document) -> ListID? {
    guard let text = form.last("list") else { return document.firstList?.id }
    guard let id = ListID(text), case .live = document.list(id) else { return nil }
    return id
  }

  /// Where the new item will stand. It is known before the item is made, since that goes to the end
  /// of its list, and it is kept with the form's token.
  private func address(
    of item: ItemID, in list: ListID, _ workspace: Workspace, _ desk: Desk
  ) -> String {
    if let path = desk.returnPath {
      // The person goes on adding: the focus stays in the field where that is done.
      return "\(path.address)#\(path.fragment ?? Self.field)"
    }
    let index = workspace.document.counts(of: list).all
    return ListQuery(number: ListQuery.number(ofIndex: index)).address(of: list)
      + "#item-\(item)"
  }

  private func refuse(
    _ problem: InputProblem, in workspace: Workspace, _ desk: Desk
  ) -> Decision {
    desk.refuse(.input(problem), in: workspace, kept: kept(in: workspace, desk))
  }

  func unsaved(in workspace: Workspace, _ desk: Desk) -> HTML {
    desk.page(.cannotWrite, in: workspace, kept: kept(in: workspace, desk))
  }

  /// The form again, in the same list, from the same page, with the same token: a refused form does
  /// not use it up.
  private func kept(in workspace: Workspace, _ desk: Desk) -> KeptForm {
    .newItem(
      title: typedTitle, detail: typedDetail, list: list(in: workspace.document),
      once: form.last("once"), leadingTo: desk.returnPath?.address)
  }
}
