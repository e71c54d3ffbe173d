internal import HTTP
internal import Interchange
internal import Serving
internal import Storage
internal import Todo

extension Coordinator {
  /// Shows a page, or the file in its place that `Accept` asks for.
  func showOrWrite(_ route: Route, _ request: Request) -> Reply {
    guard let format = request.fields.preferredFormat else { return show(route, request) }
    guard let represented = route.represented else { return show(route, request) }
    return write(represented, format, request)
  }

  /// Answers with a file. Writing one costs time for every item, so neither a loop nor the store
  /// waits for it.
  func write(_ represented: Represented, _ format: Format, _ request: Request) -> Reply {
    if case .item = represented { return written(represented, format, request) }
    return .working { [self] in written(represented, format, request) }
  }

  private func written(
    _ represented: Represented, _ format: Format, _ request: Request
  ) -> Reply {
    let query = Form(query: request.target.query)
    switch represented {
    case .search: prepare(.search, query)
    case .firstList: prepare(.home, query)
    case .list(let id): prepare(.list(id), query)
    case .everything, .favorites, .item: break
    }
    let (workspace, ticket) = store.readDurable { $0 }
    let found = Found(represented, query, in: workspace.document)
    let response: Response
    switch found {
    case .selection(let selection): response = file(selection, represented, format)
    case .item(let item, let list, let selection):
      response =
        format == .json
        ? .json { $0.current(item, in: list.id) } : file(selection, represented, format)
    case .gone(let subject):
      let context = self.context(workspace, visitor(request), address: request.address)
      response = .problem(.gone, GonePage(context, subject: subject).facts)
    case .unknown(let problem):
      response = .problem(problem, visitor(request).language)
    }
    return Reply(response, after: ticket) { [self] in written(represented, format, request) }
  }

  private func file(
    _ selection: Selection, _ represented: Represented, _ format: Format
  ) -> Response {
    var response = Response(
      .ok, type: format.contentType, body: Body(fragments: format.pieces(of: selection)))
    let name = represented == .everything ? "modosu" : "list"
    let disposition = represented == .everything ? "attachment" : "inline"
    response.fields.append(
      "Content-Disposition", "\(disposition); filename=\"\(name).\(format.suffix)\"")
    response.fields.append(contentsOf: .data)
    return response
  }

  /// The schema of the JSON files.
  func schema() -> Response {
    Response(
      .ok,
      fields: ["Content-Type": "application/schema+json", "Cache-Control": "no-cache"],
      body: Body(Schema.text))
  }
}

/// What a path means, taken out of the document.
private enum Found: Sendable {
  case selection(Selection)
  case item(Item, in: ItemList, Selection)
  case gone(GonePage.Subject)
  case unknown(Problem)

  init(_ represented: Represented, _ query: Form, in document: Document) {
    switch represented {
    case .everything: self = .selection(Selection(everythingIn: document, title: "Modosu"))
    case .favorites:
      let finds = document.favorites(0..<Int.max)
      self = .selection(Selection(finds, in: document, title: "Favorites"))
    case .search:
      let text = query.last("q") ?? ""
      let finds = document.search(text, 0..<Int.max)
      self = .selection(Selection(finds, in: document, title: text))
    case .firstList:
      self = document.firstList.map { Found($0, query, in: document) } ?? .unknown(.noSuchList)
    case .list(let id):
      switch document.list(id) {
      case .live(let list): self.init(list, query, in: document)
      case .removed(let list): self = .gone(.list(list))
      case .unknown: self = .unknown(.noSuchList)
      }
    case .item(let id):
      switch document.item(id) {
      case .live(let item, let home):
        guard case .live(let list) = document.list(home) else {
          self = .unknown(.noSuchItem)
          return
        }
        let selection = Selection(title: item.title, parts: [.init(list, items: [item])])
        self = .item(item, in: list, selection)
      case .removed(let item, let home):
        switch document.list(home) {
        case .live(let list): self = .gone(.item(item, list: list, listIsDeleted: false))
        case .removed(let list): self = .gone(.item(item, list: list, listIsDeleted: true))
        case .unknown: self = .unknown(.noSuchItem)
        }
      case .unknown: self = .unknown(.noSuchItem)
      }
    }
  }

  private init(_ list: ItemList, _ query: Form, in document: Document) {
    let items = document.page(of: list.id, view: View(query), 0..<Int.max).items
    self = .selection(Selection(title: list.name, parts: [.init(list, items: items)]))
  }
}
