internal import HTTP
internal import Todo

/// Where a form on an item leads: a page, and on it the element that gets the focus back.
struct Landing: Sendable {
  /// What of an item's row gets the focus.
  enum Focus {
    case row, link, done, star, up, down

    /// With what `item-row.html` begins its id; that of a row has the item's own instead.
    var letter: UInt8 {
      switch self {
      case .row: UInt8(ascii: "r")
      case .link: UInt8(ascii: "l")
      case .done: UInt8(ascii: "d")
      case .star: UInt8(ascii: "s")
      case .up: UInt8(ascii: "u")
      case .down: UInt8(ascii: "n")
      }
    }

    fileprivate func fragment(_ item: ItemID, _ ordinal: Int) -> Address.Fragment {
      self == .row ? .row(item) : .control(self, ordinal)
    }
  }

  let item: ItemID
  /// The list in which the item was.
  let list: ListID
  let focus: Focus
  let returnPath: ReturnPath?

  /// The page that the form names, else that page of the item's list on which it stands. Only on the
  /// page that it names was a control of the row pressed.
  func address(in workspace: Workspace) -> Address {
    let document = workspace.document
    guard let returnPath else { return listAddress(in: document) }
    let page = Address.Page.text(returnPath.address)
    if let fragment = returnPath.fragment { return Address(page, .text(fragment)) }
    guard let shown = shownList(of: returnPath, in: document) else { return Address(page) }
    let query = returnPath.query.map { ListQuery(Form(query: $0)) } ?? ListQuery()
    return Address(page, fragment(in: document, shown, query, isPressed: true))
  }

  private func listAddress(in document: Document) -> Address {
    let home: ListID
    if case .live(_, let list) = document.item(item) { home = list } else { home = list }
    guard case .live = document.list(home) else { return Address(.text(Route.home.path)) }
    let index =
      document.index(of: item, in: View())
      ?? document.neighbor(of: item, in: View(), .after)
      .flatMap { document.index(of: $0, in: View()) }
      ?? max(0, document.counts(of: home).all - 1)
    let query = ListQuery(number: ListQuery.number(ofIndex: index))
    return Address(.list(home, query), fragment(in: document, home, query, isPressed: false))
  }

  /// The list of a page, if it is a list's.
  private func shownList(of page: ReturnPath, in document: Document) -> ListID? {
    if page.isHome { return document.firstList?.id }
    return switch Route(path: page.path) {
    case .home: document.firstList?.id
    case .list(let id): id
    default: nil
    }
  }

  /// The item's element, or that of its nearest neighbour if it is not shown there.
  private func fragment(
    in document: Document, _ shown: ListID, _ query: ListQuery, isPressed: Bool
  ) -> Address.Fragment {
    if let ordinal = ordinal(of: item, in: document, shown, query) {
      return (isPressed ? usable(in: document, query) : .row).fragment(item, ordinal)
    }
    for side in [Side.after, .before] {
      if let neighbor = document.neighbor(of: item, in: query.view, side),
        let ordinal = ordinal(of: neighbor, in: document, shown, query)
      {
        return (isPressed ? Focus.link : .row).fragment(neighbor, ordinal)
      }
    }
    // Nothing is left there: on with adding.
    return .text(CreationPost.field)
  }

  /// The ordinal of an item, if the page shows it.
  private func ordinal(
    of id: ItemID, in document: Document, _ list: ListID, _ query: ListQuery
  ) -> Int? {
    guard let ordinal = document.ordinal(of: id, in: list) else { return nil }
    // Of a short list all items are shown, wherever they stand.
    if query.view == View(), document.counts(of: list).all <= Limits.pageSize { return ordinal }
    guard let index = document.index(of: id, in: query.view) else { return nil }
    // The first page is the first page, however many there are.
    let total =
      query.number == 1
      ? index + 1 : document.page(of: list, view: query.view, 0..<0).total
    return ListQuery.cut(number: query.number, of: total).range.contains(index) ? ordinal : nil
  }

  /// A button that can be pressed: the one to move up is of no use at the top, nor that to move
  /// down at the end.
  private func usable(in document: Document, _ query: ListQuery) -> Focus {
    let blocked: Bool =
      switch focus {
      case .up: document.neighbor(of: item, in: query.view, .before) == nil
      case .down: document.neighbor(of: item, in: query.view, .after) == nil
      default: false
      }
    if !blocked { return focus }
    return focus == .up ? .down : .up
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
        let landing = Landing(item: id, list: list, focus: .row, returnPath: nil)
        return landing.address(in: workspace).text
      case .unknown: return Route.home.path
      }
    case .list(let id):
      if case .live = document.list(id) { return Route.list(id).path }
      return Route.home.path
    default: return Route.home.path
    }
  }
}
