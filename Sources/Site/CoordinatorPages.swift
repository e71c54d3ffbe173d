internal import HTTP
internal import Kernel
internal import Serving
internal import Storage
internal import Templating
internal import Todo

extension Coordinator {
  func visitor(_ request: Request) -> Visitor {
    Visitor(sending: request, cookies: cookies, languages: languages()) { [store] session in
      store.read { $0.session(session) != nil }.result
    }
  }

  /// Shows a page. Its message, if the session has one, is used up unless nobody will read it.
  func show(_ route: Route, _ request: Request) -> Reply {
    let visitor = self.visitor(request)
    let preparation = preparation(route, Form(query: request.target.query))
    guard route != .statistics, preparation != .long else {
      return .working { [self] in show(route, request, visitor, nil) }
    }
    return show(route, request, visitor, nil)
  }

  /// - Parameter taken: the message of a page that was not shown in the end.
  private func show(
    _ route: Route, _ request: Request, _ visitor: Visitor, _ taken: SessionNotes.Message?
  ) -> Reply {
    let query = Form(query: request.target.query)
    prepare(route, query)
    let readsNote = request.method == .get && !visitor.isPrefetch
    let isWell = store.health == nil
    let key = cacheKey(route, request, query, visitor)
    let render: @Sendable (Workspace) -> Shown = { [self] workspace in
      let reader = readsNote ? visitor.claimed : nil
      let message = taken ?? reader.flatMap { notes.take($0, at: workspace.revision) }
      // Nothing is said of what was taken back meanwhile.
      let note = message.flatMap { $0.revision <= workspace.revision ? $0.note : nil }
      // A page with a message or with the news that nothing can be saved is shown once; its rows are
      // those of the page without.
      let isLasting = note == nil && isWell
      if isLasting, let key, let html = cache?.page(key, edition: workspace.edition) {
        return .again(html)
      }
      let context = self.context(workspace, visitor, address: request.address, note: note)
      return .anew(
        page(route, query, visitor, workspace, context, key, isLasting: isLasting), message)
    }
    let (shown, ticket): (Shown, UInt64)
    if route == .statistics {
      // All items are looked at, so not under the lock.
      let (workspace, present) = store.readDurable { $0 }
      (shown, ticket) = (render(workspace), present)
    } else {
      (shown, ticket) = store.readDurable(render)
    }
    let (response, message): (Response, SessionNotes.Message?) =
      switch shown {
      case .anew(let response, let message): (response, message)
      case .again(let html): (.page(html), nil)
      }
    // The page may show changes that are not on disk yet. Should they fail, it never was.
    return Reply(response, after: ticket) { self.show(route, request, visitor, message) }
  }

  private enum Shown: Sendable {
    /// A page as it was rendered before.
    case again(HTML)
    case anew(Response, SessionNotes.Message?)
  }

  /// What a page depends on besides the store, if it is one that is kept: those that are asked for
  /// again and again, and show nothing of the present time.
  private func cacheKey(
    _ route: Route, _ request: Request, _ query: Form, _ visitor: Visitor
  ) -> PageCache.Key? {
    var origin: String?
    var zone: ZoneName?
    switch route {
    case .home, .list: break
    case .item:
      zone = visitor.zone
      origin = (ReturnPath(query.last("from")) ?? visitor.listReferrer)?.address
    default: return nil
    }
    return PageCache.Key(
      session: visitor.claimed, language: visitor.language.code, address: request.address,
      origin: origin, zone: zone)
  }

  /// What every page shows around its content.
  func context(
    _ workspace: Workspace, _ visitor: Visitor, address: String, note: Note? = nil
  ) -> PageContext {
    let history = visitor.claimed.flatMap { workspace.session($0)?.history }
    let document = workspace.document
    let zone = visitor.zone.flatMap(zones.zone)
    return PageContext(
      language: visitor.language,
      lists: document.lists.map { .init(list: $0, counts: document.counts(of: $0.id)) },
      undo: history?.next(.undo)?.label, redo: history?.next(.redo)?.label,
      note: note?.withPlace(in: document),
      trouble: trouble.map { .cannotWrite(reason: $0) }, revision: workspace.revision,
      address: address,
      now: .now,
      zone: { zone?.offset(at: $0) ?? Clock.localOffset(atMilliseconds: Int($0.milliseconds)) },
      files: pageFiles ?? PageFiles(files.url))
  }

  private func page(
    _ route: Route, _ query: Form, _ visitor: Visitor, _ workspace: Workspace,
    _ context: PageContext, _ key: PageCache.Key?, isLasting: Bool
  ) -> Response {
    let kept = key.flatMap { key in
      cache.map { PageMaker.Kept(cache: $0, key: key, isLasting: isLasting) }
    }
    let maker = PageMaker(workspace: workspace, context: context, kept: kept)
    switch route {
    case .home:
      guard let list = workspace.document.lists.first else {
        return Problem.noSuchList.response(
          ProblemPage(context, problem: .noSuchList).html())
      }
      return maker.list(list, ListQuery(query))
    case .list(let id): return maker.list(id, ListQuery(query))
    case .listEditing(let id): return maker.listEditing(id)
    case .item(let id):
      return maker.item(id, origin: ReturnPath(query.last("from")) ?? visitor.listReferrer)
    case .search: return maker.search(query.last("q") ?? "", number: ListQuery.number(query))
    case .favorites: return maker.favorites(number: ListQuery.number(query))
    case .deleted: return maker.deleted(number: ListQuery.number(query))
    case .history:
      let history = visitor.claimed.flatMap { workspace.session($0)?.history } ?? History()
      return maker.history(history, number: ListQuery.number(query))
    case .statistics: return maker.statistics(days: StatisticsPage.range(query.last("days")))
    case .items, .lists, .step, .language, .login, .itemCommand, .listCommand, .file, .health,
      .written, .schema, .importing, .importJob, .changes:
      return Problem.noSuchPage.response(ProblemPage(context, problem: .noSuchPage).html())
    }
  }
}

extension Timestamp {
  /// The present, by the machine's clock.
  static var now: Timestamp { Timestamp(milliseconds: Int64(Clock.unixMilliseconds())) }
}

extension Visitor {
  /// The page of items from which the browser comes.
  var listReferrer: ReturnPath? {
    guard let referrer, let route = Route(path: referrer.path) else { return nil }
    return switch route {
    case .home, .list, .search, .favorites: referrer
    default: nil
    }
  }
}
