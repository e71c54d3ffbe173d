internal import HTTP
internal import Serving
internal import Storage
internal import Templating
internal import Todo

/// A form on its way from the request to the disk:
///
///     reply ─▶ decide ─▶ Post.decide   under the store's lock, with the state as it is then
///                 ├▶ refuse            a page that has the reason and what was typed
///                 ├▶ answer            a 303, which leaves once the change is on disk
///                 └▶ unsaved           a 503 with what was typed
///
/// An object, since its answer may have to be made anew: when the disk refuses.
final class Submission: Sendable {
  let coordinator: Coordinator
  let route: Route
  let form: Form
  /// The form as it was understood.
  let post: any Post
  let visitor: Visitor
  /// The page that the form leads back to, if it says so.
  let returnPath: ReturnPath?

  private var store: FileStore { coordinator.store }

  init(
    _ post: any Post, _ form: Form, to route: Route, from visitor: Visitor,
    _ coordinator: Coordinator
  ) {
    self.coordinator = coordinator
    self.route = route
    self.form = form
    self.post = post
    self.visitor = visitor
    returnPath = ReturnPath(form.last("return"))
  }

  /// Lets the form decide; one that takes long neither on a loop nor under the store's lock.
  func reply() -> Reply {
    let isLong = post.isLong(in: store, as: visitor.claimed)
    let page = coordinator.pageToPrepare(for: form)
    guard isLong || page != nil else { return decide(aside: false) }
    return .working { [self] in
      if let page { coordinator.prepare(page.route, page.query) }
      return decide(aside: isLong)
    }
  }

  private func decide(aside: Bool) -> Reply {
    // Whoever gets the answer has that written for which it waits.
    let written =
      aside ? store.writeAside(decide) : store.write(pushes: false, decide, then: locate)
    switch written {
    case .refused:
      return unsaved()
    case .queued(var verdict, let ticket):
      if aside { _ = store.read { locate(&verdict, in: $0) } }
      switch verdict.decision {
      case .refuse(let status, let html, let problems, let facts):
        let response: Response =
          visitor.wantsJSON
          ? .problem(problems, status, visitor.language, facts) : .page(html, status: status)
        return Reply(response, after: ticket, otherwise: reply)
      case .accepted(let acceptance):
        return answer(acceptance, verdict, after: ticket)
      }
    }
  }

  /// What became of the form, and of whose history that is a part.
  private struct Verdict: Sendable {
    let decision: Decision
    let session: SessionID
    /// Where the form leads, once it is accepted and its change made, and the revision then.
    var location = ""
    var revision = 0
  }

  /// Completes a verdict by what can be told only after the change.
  private func locate(_ verdict: inout Verdict, in workspace: Workspace) {
    guard case .accepted(let acceptance) = verdict.decision else { return }
    verdict.location = acceptance.location(workspace)
    verdict.revision = workspace.revision
  }

  private func decide(in workspace: Workspace) -> (Verdict, Transaction?) {
    let known = known(in: workspace)
    if let token = form.last("once"), let use = workspace.once(token, session: known) {
      // It was taken before, and is answered as it was then.
      let again = Decision.accept(
        nil, Note(.unchanged), leadingTo: { _ in use.once.location })
      return (Verdict(decision: again, session: use.session), nil)
    }
    let session = known ?? coordinator.notes.issue()
    let decision = post.decide(in: workspace, Desk(self, session))
    return (Verdict(decision: decision, session: session), decision.transaction)
  }

  /// The browser's session, if the server gave it out.
  private func known(in workspace: Workspace) -> SessionID? {
    guard let claimed = visitor.claimed,
      workspace.knows(claimed) || coordinator.notes.isIssued(claimed)
    else { return nil }
    return claimed
  }

  // MARK: Answers

  private func answer(_ acceptance: Acceptance, _ verdict: Verdict, after ticket: UInt64) -> Reply {
    let session = verdict.session
    var response: Response
    if visitor.wantsJSON {
      let answer = PostAnswer(
        route: route, transaction: acceptance.transaction, note: acceptance.note,
        location: verdict.location, language: visitor.language, session: session)
      response = store.read { answer.response(in: $0) }.result
    } else {
      response = .seeOther(verdict.location)
    }
    addCookies(to: &response, session, revision: verdict.revision)
    if !visitor.wantsJSON {
      coordinator.notes.set(acceptance.note, for: session, revision: verdict.revision)
    }
    return Reply(response, after: ticket) { [self] in
      coordinator.notes.set(nil, for: session)
      // What this form was answered from never was; of a form that changes something it is known by
      // now that it cannot be written.
      return acceptance.transaction == nil ? reply() : unsaved()
    }
  }

  private func addCookies(to response: inout Response, _ session: SessionID, revision: Int) {
    let names = coordinator.cookies
    if session != visitor.own {
      response.fields.append(
        SetCookie(
          name: names.session, value: session.description, maxAge: CookieNames.lifetime))
    }
    response.fields.append(names.revision, revision)
  }

  /// 503 with everything that was typed.
  private func unsaved() -> Reply {
    if visitor.wantsJSON { return Reply(.problem(.cannotWrite, visitor.language)) }
    let desk = Desk(self, visitor.claimed ?? .random())
    let (html, _) = store.read { workspace in post.unsaved(in: workspace, desk) }
    return Reply(Problem.cannotWrite.response(html))
  }

  /// What the form's pages show around their content.
  func context(_ workspace: Workspace) -> PageContext {
    coordinator.context(
      workspace, visitor, address: returnPath?.address ?? ownPage.path
    ).lasting()
  }

  /// The page of what a form is about: under its address the browser shows a refusal, so what is
  /// pressed there can stay there.
  private var ownPage: Route {
    switch route {
    case .item, .list: route
    default: .home
    }
  }
}

extension Response {
  /// Leads a browser on, to a page that it asks for anew.
  static func seeOther(_ location: String) -> Response {
    var response = Response(.seeOther)
    response.fields.append("Location", location)
    response.fields.append(contentsOf: notStored)
    return response
  }

  private static let notStored: FieldSection = ["Cache-Control": "no-store"]
}

extension Decision {
  fileprivate var transaction: Transaction? {
    if case .accepted(let acceptance) = self { acceptance.transaction } else { nil }
  }
}
