public import HTTP
internal import Kernel
public import Serving
internal import Synchronization
internal import Todo

/// Stands before the Coordinator where others than this machine's people can reach it: only who gave
/// the access token gets further.
///
/// A browser gives it once, on a page, and keeps a cookie until the program ends; a program sends it
/// as `Authorization: Bearer TOKEN`.
public final class AccessGate: Handler {
  /// The shortest token that is taken, in bytes.
  public static let minimumLength = 16
  /// Wrong tokens a minute, from all clients together; further ones are not even looked at.
  static let guessLimit = 5
  /// Browsers that are let in at a time; of more the first are forgotten.
  static let cookieLimit = 1_000

  private struct State {
    var cookies: [String] = []
    /// When wrong tokens were given, in milliseconds of the monotonic clock.
    var guesses: [Int] = []
  }

  private let coordinator: Coordinator
  private let token: [UInt8]
  private let cookie: String
  private let state = Mutex(State())

  /// - Parameter token: what is asked for; at least ``minimumLength`` bytes.
  package init(_ coordinator: Coordinator, token: [UInt8], port: UInt16) {
    self.coordinator = coordinator
    self.token = token
    cookie = "modosu_access_\(port)"
  }

  public func respond(to request: Request) -> Reply {
    let route = Route(request.target)
    switch coordinator.policy.refusal(of: request) {
    case .misdirected: return Reply(coordinator.foreign(.wrongHost, request))
    // Whoever is refused for where a form comes from is told no more than who has no token.
    case .crossSite: return Reply(coordinator.foreign(.crossSite, request))
    case nil: break
    }
    switch route {
    case .login: return login(request)
    case .file, .health: return coordinator.respond(to: request)
    default: break
    }
    switch entry(request) {
    case .granted: return coordinator.respond(to: request)
    case .wrongToken: return Reply(denied(request))
    case .unknown where request.wantsJSON: return Reply(denied(request))
    case .unknown:
      guard request.method == .get || request.method == .head else { return Reply(denied(request)) }
      let query = QueryText.encode([("return", request.address)])
      return Reply(.seeOther(Route.login.path(query: query)))
    }
  }

  public func refuse(_ problem: RequestProblem, head: Request?) -> Response {
    let isKnown = head.map { entry($0) == .granted } ?? false
    return coordinator.refuse(problem, head: isKnown ? head : nil)
  }

  private enum Entry {
    case granted, wrongToken, unknown
  }

  private func entry(_ request: Request) -> Entry {
    if let value = request.cookies[cookie],
      state.withLock({ $0.cookies.contains { Self.isSame(Array($0.utf8), Array(value.utf8)) } })
    {
      return .granted
    }
    guard let field = request.fields["Authorization"], field.lowercased().hasPrefix("bearer ")
    else { return .unknown }
    return isRight(String(field.dropFirst(7))) == true ? .granted : .wrongToken
  }

  /// Whether a token is the right one; `nil` if there were too many guesses to look at it.
  private func isRight(_ given: String) -> Bool? {
    let now = Clock.monotonicMilliseconds()
    return state.withLock { state in
      state.guesses.removeAll { now - $0 > 60_000 }
      guard state.guesses.count < Self.guessLimit else { return nil }
      if Self.isSame(Array(given.utf8), token) { return true }
      state.guesses.append(now)
      return false
    }
  }

  /// Compares in a time that does not tell how much is alike.
  private static func isSame(_ given: [UInt8], _ secret: [UInt8]) -> Bool {
    var difference = given.count ^ secret.count
    for (index, byte) in given.enumerated() {
      difference |= Int(byte ^ secret[index % max(1, secret.count)])
    }
    return difference == 0
  }

  // MARK: The page

  private func login(_ request: Request) -> Reply {
    switch request.method {
    case .get, .head:
      let path = ReturnPath(Form(query: request.target.query).last("return"))
      return Reply(page(request, path))
    case .post: return Reply(takeToken(request))
    default:
      var response = denied(request)
      response.status = .methodNotAllowed
      response.fields.append("Allow", "GET, HEAD, POST")
      return Reply(response)
    }
  }

  private func takeToken(_ request: Request) -> Response {
    let form = (try? Form(urlEncoded: request.body)) ?? Form()
    let path = ReturnPath(form.last("return"))
    switch isRight(form.last("token") ?? "") {
    case true?:
      let value = OnceToken.random() + OnceToken.random()
      state.withLock { state in
        state.cookies.append(value)
        if state.cookies.count > Self.cookieLimit { state.cookies.removeFirst() }
      }
      var response = Response.seeOther(path?.address ?? Route.home.path)
      response.fields.append(SetCookie(name: cookie, value: value, sameSite: .strict))
      return response
    case false?: return page(request, path, .wrongToken, status: .forbidden)
    case nil:
      var response = page(request, path, .tooManyGuesses, status: .tooManyRequests)
      response.fields.append("Retry-After", "60")
      return response
    }
  }

  private func page(
    _ request: Request, _ path: ReturnPath?, _ refusal: LoginPage.Refusal? = nil,
    status: Status = .ok
  ) -> Response {
    let context = coordinator.context(
      Workspace(), coordinator.visitor(request), address: path?.address ?? Route.home.path)
    return .page(LoginPage(context, refusal: refusal).html(), status: status)
  }

  /// For programs, and for forms of pages whose cookie is gone: what was typed is still on the page
  /// behind this one.
  private func denied(_ request: Request) -> Response {
    var response =
      request.wantsJSON
      ? .problem(.unauthorized) : page(request, nil, status: .unauthorized)
    response.fields.append("WWW-Authenticate", "Bearer")
    return response
  }
}
