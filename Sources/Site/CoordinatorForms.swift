internal import HTTP
internal import Serving
internal import Todo

extension Coordinator {
  /// Takes a form: reads it, lets it decide, and answers with a 303 once what it did is on disk.
  func take(_ route: Route, _ request: Request) -> Reply {
    let form: Form
    do throws(Problem) {
      form = try Self.form(request)
    } catch {
      return refuse(error, request)
    }
    if route == .language { return Reply(choose(form, from: visitor(request))) }
    guard let post = Self.post(route, form) else { return refuse(.noSuchPage, request) }
    return Submission(post, form, to: route, from: visitor(request), self).reply()
  }

  /// Reads the form that was sent.
  static func form(_ request: Request) throws(Problem) -> Form {
    let form: Form?
    switch request.mediaType {
    case MediaType.form: form = try? Form(urlEncoded: request.body)
    // A page of this site never asks for JSON; a program that sends it says that it wants some.
    case "application/json" where request.wantsJSON: form = Form(json: request.body)
    default: throw .notAForm
    }
    guard let form else { throw .malformedForm }
    return form
  }

  /// Keeps a person's choice of language in a cookie; anything but a known language ends the
  /// choice.
  private func choose(_ form: Form, from visitor: Visitor) -> Response {
    let code = form.last("language")
    let isKnown = languages().all.contains { $0.code == code }
    let cookie = SetCookie(
      name: cookies.language, value: isKnown ? code ?? "" : "",
      maxAge: isKnown ? CookieNames.lifetime : 0)
    if let session = visitor.claimed, notes.isIssued(session) {
      notes.set(Note(.language), for: session)
    }
    var response = Response.seeOther(
      ReturnPath(form.last("return"))?.address ?? Route.home.path)
    response.fields.append(cookie)
    return response
  }

  private static func post(_ route: Route, _ form: Form) -> (any Post)? {
    switch route {
    case .items: CreationPost(form: form)
    case .item(let id): ItemPost(id, form)
    case .itemCommand(let id, let command): ItemPost(id, command.form(form))
    case .listCommand(let id, let command): ListPost(id: id, form: command.form(form))
    case .lists: ListCreationPost(form: form)
    case .list(let id): ListPost(id: id, form: form)
    case .step(let direction): StepPost(direction: direction, form: form)
    default: nil
    }
  }
}
