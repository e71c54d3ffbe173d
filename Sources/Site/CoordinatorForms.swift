internal import HTTP
internal import Serving
internal import Todo

extension Coordinator {
  /// Takes a form: reads it, lets it decide, and answers with a 303 once what it did is on disk.
  ///
  /// - Parameter sender: who sends it, if that is known.
  func take(_ route: Route, _ request: Request, from sender: Visitor?) -> Reply {
    let visitor = sender ?? self.sender(of: request)
    let form: Form
    do throws(Problem) {
      form = try Self.form(request, from: visitor)
    } catch {
      return refuse(error, request)
    }
    if route == .language { return Reply(choose(form, from: visitor)) }
    guard let post = Self.post(route, consume form) else { return refuse(.noSuchPage, request) }
    return Submission(post, to: route, from: visitor, self).reply()
  }

  /// Who sends a form, if it has the host and the fields of one that was admitted before.
  func knownSender(of request: Request) -> Visitor? {
    guard request.method == .post, let known = request.findings?.value as? Visitor,
      known.host == request.host
    else { return nil }
    return known
  }

  /// Finds out who sends a form. If the session is one of this port, that follows from the fields
  /// alone, as long as the languages stay the same: then it is kept for all forms with these fields.
  private func sender(of request: Request) -> Visitor {
    let visitor = self.visitor(request)
    if cache != nil, visitor.own != nil { request.findings?.value = visitor }
    return visitor
  }

  /// Reads the form that was sent.
  static func form(_ request: Request, from visitor: Visitor) throws(Problem) -> Form {
    switch visitor.mediaType {
    case MediaType.form:
      do throws(FormError) {
        return try Form(urlEncoded: request.body)
      } catch {
        throw .malformedForm
      }
    // A page of this site never asks for JSON; a program that sends it says that it wants some.
    case "application/json" where visitor.wantsJSON:
      guard let form = Form(json: request.body) else { throw .malformedForm }
      return form
    default: throw .notAForm
    }
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

  private static func post(_ route: Route, _ form: consuming Form) -> (any Post)? {
    switch route {
    case .items: CreationPost(form)
    case .item(let id): ItemPost(id, form)
    case .itemCommand(let id, let command): ItemPost(id, command.form(form))
    case .listCommand(let id, let command): ListPost(id, command.form(form))
    case .lists: ListCreationPost(form)
    case .list(let id): ListPost(id, form)
    case .step(let direction): StepPost(direction, form)
    default: nil
    }
  }
}
