internal import HTTP
internal import Serving
internal import Storage
internal import Templating
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
    return take(post, form, at: route, from: visitor(request))
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
    return Response(
      .seeOther,
      fields: [
        "Location": ReturnPath(form.last("return"))?.address ?? Route.home.path,
        "Cache-Control": "no-store", "Set-Cookie": cookie.fieldValue,
      ])
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

  /// Lets a form decide; one that takes long neither on a loop nor under the store's lock.
  func take(
    _ post: any Post, _ form: Form, at route: Route, from visitor: Visitor
  ) -> Reply {
    let isLong = store.read { post.isLong(in: $0, as: visitor.claimed) }.result
    let page = pageToPrepare(for: form)
    guard isLong || page != nil else {
      return decide(post, form, at: route, from: visitor, aside: false)
    }
    return .working { [self] in
      if let page { prepare(page.route, page.query) }
      return decide(post, form, at: route, from: visitor, aside: isLong)
    }
  }

  private func decide(
    _ post: any Post, _ form: Form, at route: Route, from visitor: Visitor, aside: Bool
  ) -> Reply {
    let returnPath = ReturnPath(form.last("return"))
    let token = form.last("once")
    let context: @Sendable (Workspace) -> PageContext = { [self] workspace in
      self.context(workspace, visitor, address: returnPath?.address ?? Route.home.path)
        .lasting()
    }
    let desk: @Sendable (SessionID) -> Desk = { session in
      Desk(session: session, now: .now, returnPath: returnPath, context: context)
    }
    let decide: @Sendable (Workspace) -> ((Decision, SessionID), Transaction?) = {
      [self] workspace in
      let known = self.known(visitor.claimed, in: workspace)
      if let token, let use = workspace.once(token, session: known) {
        return ((.again(use.once.location), use.session), nil)
      }
      let session = known ?? notes.issue()
      let decision = post.decide(in: workspace, desk(session))
      return ((decision, session), decision.transaction)
    }
    // Whoever gets the answer has that written for which it waits.
    switch aside ? store.writeAside(decide) : store.write(pushes: false, decide) {
    case .refused:
      return unsaved(post, visitor, desk)
    case .queued((.refuse(let status, let html, let problems, let facts), _), let ticket):
      let response: Response =
        visitor.wantsJSON
        ? .problem(problems, status, visitor.language, facts) : .page(html, status: status)
      return Reply(response, after: ticket) { [self] in
        take(post, form, at: route, from: visitor)
      }
    case .queued((.accept(let transaction, let note, let location), let session), let ticket):
      let (response, _) = store.read { workspace in
        let location = location(workspace)
        var response =
          visitor.wantsJSON
          ? PostAnswer(
            route: route, transaction: transaction, note: note, location: location,
            language: visitor.language, session: session
          ).response(in: workspace)
          : Response(.seeOther, fields: ["Location": location, "Cache-Control": "no-store"])
        addCookies(
          to: &response, session, isNew: session != visitor.own, revision: workspace.revision)
        return response
      }
      if !visitor.wantsJSON { notes.set(note, for: session) }
      return Reply(response, after: ticket) { [self] in
        notes.set(nil, for: session)
        // What this form was answered from never was; of a form that changes something it is known
        // by now that it cannot be written.
        return transaction == nil
          ? take(post, form, at: route, from: visitor) : unsaved(post, visitor, desk)
      }
    }
  }

  /// The browser's session, if the server gave it out.
  private func known(_ claimed: SessionID?, in workspace: Workspace) -> SessionID? {
    guard let claimed, workspace.session(claimed) != nil || notes.isIssued(claimed) else {
      return nil
    }
    return claimed
  }

  private func addCookies(
    to response: inout Response, _ session: SessionID, isNew: Bool, revision: Int
  ) {
    if isNew {
      let cookie = SetCookie(
        name: cookies.session, value: session.description, maxAge: CookieNames.lifetime)
      response.fields.append("Set-Cookie", cookie.fieldValue)
    }
    let cookie = SetCookie(name: cookies.revision, value: String(revision), isHTTPOnly: false)
    response.fields.append("Set-Cookie", cookie.fieldValue)
  }

  /// 503 with everything that was typed.
  private func unsaved(
    _ post: any Post, _ visitor: Visitor, _ desk: @Sendable (SessionID) -> Desk
  ) -> Reply {
    if visitor.wantsJSON { return Reply(.problem(.cannotWrite, visitor.language)) }
    let desk = desk(visitor.claimed ?? .random())
    let (html, _) = store.read { workspace in post.unsaved(in: workspace, desk) }
    return Reply(Problem.cannotWrite.response(html))
  }
}

extension Decision {
  var transaction: Transaction? {
    if case .accept(let transaction, _, _) = self { transaction } else { nil }
  }

  /// A form that was taken before is answered as it was then.
  static func again(_ location: String) -> Decision {
    .accept(nil, Note(.unchanged), leadingTo: { _ in location })
  }
}
