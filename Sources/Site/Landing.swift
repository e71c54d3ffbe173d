internal import HTTP
internal import Todo

/// Where a form on an item leads: a page, and on it the element that gets the focus back.
struct Landing: Sendable {
  /// What of an item's row gets the focus: the letter with which `item-row.html` begins its id.
  enum Focus {
    /// The row as a whole, whose id has the item's.
    case row
    case link, done, star, up, down

    func writeID(_ item: ItemID, _ ordinal: Int, to octets: inout [UInt8]) {
      switch self {
      case .row: return octets.append(text: "item-\(item)")
      case .link: octets.append(UInt8(ascii: "l"))
      case .done: octets.append(UInt8(ascii: "d"))
      case .star: octets.append(UInt8(ascii: "s"))
      case .up: octets.append(UInt8(ascii: "u"))
      case .down: octets.append(UInt8(ascii: "n"))
      }
      octets.append(decimal: ordinal)
    }
  }

  let item: ItemID
  /// The list in which the item was.
  let list: ListID
  let focus: Focus
  let returnPath: ReturnPath?

  /// Adds the address: the page that the form names, else that page of the item's list on which it
  /// stands. Only on the page that it names was a control of the row pressed.
  func write(to octets: inout [UInt8], in workspace: Workspace) {
    let document = workspace.document
    guard let returnPath else { return writeListAddress(to: &octets, in: document) }
    octets.append(text: returnPath.address)
    if let fragment = returnPath.fragment {
      octets.append(UInt8(ascii: "#"))
      octets.append(text: fragment)
    } else if let shown = shownList(of: returnPath, in: document) {
      let query = returnPath.query.map { ListQuery(Form(query: $0)) } ?? ListQuery()
      writeFragment(to: &octets, in: document, shown, query, isPressed: true)
    }
  }

  private func writeListAddress(to octets: inout [UInt8], in document: Document) {
    let home: ListID
    if case .live(_, let list) = document.item(item) { home = list } else { home = list }
    guard case .live = document.list(home) else {
      octets.append(text: Route.home.path)
      return
    }
    let index =
      document.index(of: item, in: View())
      ?? document.neighbor(of: item, in: View(), .after)
      .flatMap { document.index(of: $0, in: View()) }
      ?? max(0, document.counts(of: home).all - 1)
    let query = ListQuery(number: ListQuery.number(ofIndex: index))
    octets.append(text: query.address(of: home))
    writeFragment(to: &octets, in: document, home, query, isPressed: false)
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

  /// Adds `#` and the id of the item's element, or of its nearest neighbour's if it is not shown
  /// there.
  private func writeFragment(
    to octets: inout [UInt8], in document: Document, _ shown: ListID, _ query: ListQuery,
    isPressed: Bool
  ) {
    octets.append(UInt8(ascii: "#"))
    if let ordinal = ordinal(of: item, in: document, shown, query) {
      let focus = isPressed ? usable(in: document, query) : .row
      return focus.writeID(item, ordinal, to: &octets)
    }
    for side in [Side.after, .before] {
      if let neighbor = document.neighbor(of: item, in: query.view, side),
        let ordinal = ordinal(of: neighbor, in: document, shown, query)
      {
        return (isPressed ? Focus.link : .row).writeID(neighbor, ordinal, to: &octets)
      }
    }
    // Nothing is left there: on with adding.
    octets.append(text: CreationPost.field)
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
        var octets: [UInt8] = []
        landing.write(to: &octets, in: workspace)
        return String(decoding: octets, as: UTF8.self)
      case .unknown: return Route.home.path
      }
    case .list(let id):
      if case .live = document.list(id) { return Route.list(id).path }
      return Route.home.path
    default: return Route.home.path
    }
  }
}
