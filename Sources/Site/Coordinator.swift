public import HTTP
internal import Kernel
public import Serving
package import Storage
internal import Templating
internal import Todo

/// Answers requests: maps each route to the renderer of its page, and each form to what it does. No
/// page knows another; they meet only here.
public final class Coordinator: Handler {
  let store: FileStore
  let languages: @Sendable () -> Languages
  let files: StaticFiles
  /// `nil` while files may change at any time.
  let pageFiles: PageFiles?
  let policy: RequestPolicy
  let cookies: CookieNames
  let notes = SessionNotes()
  /// `nil` while templates may change at any time.
  let cache: PageCache?
  let zones = Zones()
  let pending = PendingImports()
  let jobs = ImportJobs()

  /// - Parameters:
  ///   - port: the port at which the site is served; it is part of the cookies' names.
  ///   - hostNames: names that `Host` may have besides those of this machine.
  ///   - keepsPages: whether pages may be kept as they were rendered: not while templates or files
  ///     change.
  ///   - languages: asked once a page, so that templates can change while the program runs.
  package init(
    store: FileStore, port: UInt16, hostNames: [String] = [], files: StaticFiles,
    keepsPages: Bool = true, languages: @escaping @Sendable () -> Languages
  ) {
    self.store = store
    self.languages = languages
    self.files = files
    pageFiles = keepsPages ? PageFiles(files.url) : nil
    cache = keepsPages ? PageCache() : nil
    policy = RequestPolicy(hostNames: hostNames)
    cookies = CookieNames(port: port)
  }

  deinit { jobs.close() }

  public func respond(to request: Request) -> Reply {
    let sender = knownSender(of: request)
    if sender == nil {
      switch policy.refusal(of: request) {
      case .misdirected: return Reply(foreign(.wrongHost, request))
      case .crossSite: return refuse(.crossSite, request)
      case nil: break
      }
    }
    guard let route = Route(request.target) else { return unknown(request) }
    if request.method == .options { return Reply(allowing(route, .noContent)) }
    guard route.methods.contains(request.method) else {
      let allowed = route.methods.map(\.rawValue).joined(separator: ", ")
      return refuse(.methodNotAllowed(allowed: allowed), request)
    }
    switch route {
    case .health: return health()
    case .changes: return nextChange(request)
    case .file(let name):
      return Reply(files.respond(to: request, name: name) ?? foreign(.noSuchPage, request))
    case .importing:
      return request.method == .post
        ? takeImport(request) : showImport(.start, request, visitor(request))
    case .importJob(let token): return showJob(token, request)
    case .schema: return Reply(schema())
    case .written(let represented, let format): return write(represented, format, request)
    default:
      return request.method == .post
        ? take(route, request, from: sender) : showOrWrite(route, request)
    }
  }

  public func refuse(_ problem: RequestProblem, head: Request?) -> Response {
    // Without a head nobody knows who asks, and a name that is not ours is told nothing.
    guard let head, policy.refusal(of: head) == nil else {
      return foreign(Problem(problem), head ?? Request())
    }
    return refusal(Problem(problem), head)
  }

  private func unknown(_ request: Request) -> Reply {
    if request.method == .options, request.target.path == "*" {
      return Reply(Response(.noContent, fields: ["Allow": "GET, HEAD, POST, OPTIONS"]))
    }
    if request.method == .get || request.method == .head,
      let route = Route.withoutNeedlessSlashes(request.target.path)
    {
      let query = request.target.query ?? ""
      return Reply(
        Response(.permanentRedirect, fields: ["Location": route.path(query: query)]))
    }
    return refuse(.noSuchPage, request)
  }

  private func allowing(_ route: Route, _ status: Status) -> Response {
    let methods = route.methods + [.options]
    return Response(
      status, fields: ["Allow": methods.map(\.rawValue).joined(separator: ", ")])
  }

  /// How long a page is kept waiting for a change: less than what proxies allow an answer to take.
  static let changePatience = 50_000

  /// 200 as soon as there is a change after the revision that the page shows, which may be at once;
  /// 204 if there was none for a while, and the page asks again.
  private func nextChange(_ request: Request) -> Reply {
    func answer(_ status: Status, _ body: Body = Body()) -> Response {
      var response = Response(status, type: MediaType.plainText, body: body)
      response.fields.append("Cache-Control", "no-store")
      return response
    }
    let none = answer(.noContent)
    guard let after = Int(Form(query: request.target.query).last("after") ?? "") else {
      return Reply(answer(.ok, Body("changed\n")))
    }
    return Reply(
      answer(.ok, Body("changed\n")), after: store.ticket(ofChangeAfter: after),
      patience: Self.changePatience
    ) { Reply(none) }
  }

  /// Why the store cannot write, if so; without the folder in which it is, which is for the log
  /// alone.
  var trouble: String? { store.health?.replacing(store.folder + "/", with: "") }

  /// `ok`, or the reason for which the store cannot write.
  private func health() -> Reply {
    let reason = trouble
    var response = Response(
      reason == nil ? .ok : .serviceUnavailable, type: MediaType.plainText,
      body: Body((reason ?? "ok") + "\n"))
    response.fields.append("Cache-Control", "no-store")
    return Reply(response)
  }
}

// MARK: Refusals

extension Coordinator {
  /// Refuses a request with a page of its own.
  func refuse(_ problem: Problem, _ request: Request) -> Reply {
    Reply(refusal(problem, request))
  }

  private func refusal(_ problem: Problem, _ request: Request) -> Response {
    let visitor = self.visitor(request)
    if visitor.wantsJSON { return .problem(problem, visitor.language) }
    let (html, _) = store.read { workspace in
      ProblemPage(context(workspace, visitor, address: request.address), problem: problem).html()
    }
    return problem.response(html)
  }

  /// Refuses a request that nothing of the store may be told to.
  func foreign(_ problem: Problem, _ request: Request) -> Response {
    let visitor = self.visitor(request)
    if visitor.wantsJSON { return .problem(problem, visitor.language) }
    let context = self.context(Workspace(), visitor, address: Route.home.path)
    return problem.response(BarePage(context, problem: problem).html())
  }
}

extension Problem {
  /// The answer with this problem's page.
  func response(_ html: HTML) -> Response {
    var response = Response.page(html, status: Status(self))
    if case .methodNotAllowed(let allowed) = self { response.fields.append("Allow", allowed) }
    if case .cannotWrite = self { response.fields.append("Retry-After", "10") }
    return response
  }

  init(_ problem: RequestProblem) {
    switch problem {
    case .malformed: self = .malformedRequest
    case .timedOut: self = .timeout
    case .bodyTooLarge: self = .bodyTooLarge
    case .targetTooLong: self = .addressTooLong
    case .headTooLarge: self = .headTooLarge
    case .unknownMethod, .unknownCoding: self = .notImplemented
    case .unknownVersion: self = .unknownVersion
    }
  }
}

extension Status {
  init(_ problem: Problem) {
    let known: [Status] = [
      .badRequest, .forbidden, .notFound, .methodNotAllowed, .requestTimeout, .conflict, .gone,
      .contentTooLarge, .targetTooLong, .unsupportedMediaType, .misdirectedRequest,
      .unprocessableContent, .fieldsTooLarge, .notImplemented, .serviceUnavailable,
      .versionNotSupported,
    ]
    self = known.first { $0.code == problem.status } ?? .badRequest
  }
}

extension Request {
  /// Path and query, as they came.
  var address: String { target.description }
}
