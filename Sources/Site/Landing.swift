internal import HTTP
internal import Todo

/// Where a form on an item leads: a page, and on it the element that gets the focus back.
struct Landing: Sendable {
  /// What of an item's row gets the focus: the first part of an element's id.
  enum Focus: String {
    case row = "item"
    case link, done, star
    case up = "move"
    case down
  }

  let item: ItemID
  /// The list in which the item was.
  let list: ListID
  let focus: Focus
  let returnPath: ReturnPath?

  /// The address: the page that the form names, else that page of the item's list on which it
  /// stands.
  func address(in workspace: Workspace) -> String {
    let document = workspace.document
    guard let returnPath else { return listAddress(in: document) }
    if let fragment = returnPath.fragment { return "\(returnPath.address)#\(fragment)" }
    guard let (shown, query) = shownList(of: returnPath, in: document) else {
      return returnPath.address
    }
    return returnPath.address + fragment(in: document, shown, query)
  }

  private func listAddress(in document: Document) -> String {
    let home: ListID
    if case .live(_, let list) = document.item(item) { home = list } else { home = list }
    guard case .live = document.list(home) else { return Route.home.path }
    let index =
      document.index(of: item, in: View())
      ?? document.neighbor(of: item, in: View(), .after)
      .flatMap { document.index(of: $0, in: View()) }
      ?? max(0, document.counts(of: home).all - 1)
    let query = ListQuery(number: ListQuery.number(ofIndex: index))
    return query.address(of: home) + fragment(in: document, home, query)
  }

  /// The list and the query of a page, if it is a list's.
  private func shownList(of page: ReturnPath, in document: Document) -> (ListID, ListQuery)? {
    let query = ListQuery(Form(query: page.query))
    switch Route(path: page.path) {
    case .home: return document.lists.first.map { ($0.id, query) }
    case .list(let id): return (id, query)
    default: return nil
    }
  }

  /// `#` and the id of the item's element, or of its nearest neighbour's if it is not shown there.
  private func fragment(in document: Document, _ shown: ListID, _ query: ListQuery) -> String {
    if isShown(item, in: document, shown, query) {
      return "#\(usable(in: document, query))-\(item)"
    }
    for side in [Side.after, .before] {
      if let neighbor = document.neighbor(of: item, in: query.view, side),
        isShown(neighbor, in: document, shown, query)
      {
        return "#\(Focus.link.rawValue)-\(neighbor)"
      }
    }
    // Nothing is left there: on with adding.
    return "#\(CreationPost.field)"
  }

  private func isShown(
    _ id: ItemID, in document: Document, _ list: ListID, _ query: ListQuery
  ) -> Bool {
    guard case .live(_, list) = document.item(id),
      let index = document.index(of: id, in: query.view)
    else { return false }
    let total = document.page(of: list, view: query.view, 0..<0).total
    return ListQuery.cut(number: query.number, of: total).range.contains(index)
  }

  /// A button that can be pressed: the one to move up is of no use at the top, nor that to move
  /// down at the end.
  private func usable(in document: Document, _ query: ListQuery) -> String {
    let blocked: Bool =
      switch focus {
      case .up: document.neighbor(of: item, in: query.view, .before) == nil
      case .down: document.neighbor(of: item, in: query.view, .after) == nil
      default: false
      }
    if !blocked { return focus.rawValue }
    return (focus == .up ? Focus.down : .up).rawValue
  }
}

extension Landing {
  /// The address of the page that shows best what steps of a history did.
  static func address(of label: Label?, in workspace: Workspace) -> String {
    let document = workspace.document
    switch label?.subject {
    case .item(let id):
      switch document.item(id) {
      case .live(_, let list), .removed(_, let list):
        return Landing(item: id, list: list, focus: .row, returnPath: nil).address(in: workspace)
      case .unknown: return Route.home.path
      }
    case .list(let id):
      if case .live = document.list(id) { return Route.list(id).path }
      return Route.home.path
    default: return Route.home.path
    }
  }
}
