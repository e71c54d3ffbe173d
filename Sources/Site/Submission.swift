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
  /// The token by which it is known again.
  private let once: String?
  /// The form as it was understood.
  let post: any Post
  let visitor: Visitor
  /// The page that the form leads back to, if it says so.
  let returnPath: ReturnPath?

  private var store: FileStore { coordinator.store }

  init(
    _ post: any Post, to route: Route, from visitor: Visitor, _ coordinator: Coordinator
  ) {
    self.coordinator = coordinator
    self.route = route
    once = post.field("once")
    self.post = post
    self.visitor = visitor
    returnPath = ReturnPath(post.field("return"))
  }

  /// Lets the form decide; one that takes long neither on a loop nor under the store's lock.
  func reply() -> Reply {
    let isLong = post.isLong(in: store, as: visitor.claimed)
    let page = coordinator.pageToPrepare(for: returnPath)
    guard isLong || page != nil else { return decide(aside: false) }
    return .working { [self] in
      if let page { coordinator.prepare(page.route, page.query) }
      return decide(aside: isLong)
    }
  }

  private func decide(aside: Bool) -> Reply {
    var outcome = Outcome()
    // Whoever gets the answer has that written for which it waits.
    let written =
      aside
      ? store.writeAside { decide(in: $0) }
      : store.write(pushes: false) {
        decide(in: $0)
      } then: { verdict, workspace in
        if case .accepted(let acceptance) = verdict { outcome.note(acceptance, in: workspace) }
      }
    switch written {
    case .refused:
      return unsaved()
    case .queued(.refused(let status, let html, let problems, let facts), let ticket):
      let response: Response =
        visitor.wantsJSON
        ? .problem(problems, status, visitor.language, facts) : .page(html, status: status)
      return Reply(response, after: ticket, otherwise: reply)
    case .queued(.accepted(let acceptance), let ticket):
      if aside { _ = store.read { outcome.note(acceptance, in: $0) } }
      return answer(acceptance, outcome, after: ticket)
    }
  }

  /// What can be told of an accepted form only after its change.
  private struct Outcome {
    /// Where it leads.
    var location = Address(.text(""))
    var revision = 0

    mutating func note(_ acceptance: Acceptance, in workspace: Workspace) {
      location = acceptance.destination.address(in: workspace)
      revision = workspace.revision
    }
  }

  private func decide(in workspace: Workspace) -> Decision {
    let known = known(in: workspace)
    if let once, let use = workspace.once(once, session: known) {
      // It was taken before, and is answered as it was then.
      let again = Acceptance(
        self, of: use.session, changes: false, Note(.unchanged),
        leadingTo: .address(use.once.location))
      return (.accepted(again), nil)
    }
    return post.decide(in: workspace, Desk(self, known ?? coordinator.notes.issue()))
  }

  /// The browser's session, if the server gave it out.
  private func known(in workspace: Workspace) -> SessionID? {
    guard let claimed = visitor.claimed,
      workspace.knows(claimed) || coordinator.notes.isIssued(claimed)
    else { return nil }
    return claimed
  }

  // MARK: Answers

  private func answer(
    _ acceptance: Acceptance, _ outcome: Outcome, after ticket: UInt64
  ) -> Reply {
    let session = acceptance.session
    var response: Response
    if visitor.wantsJSON {
      let answer = PostAnswer(
        route: route, changes: acceptance.changes, note: acceptance.note,
        location: outcome.location.text, language: visitor.language, session: session)
      response = store.read { answer.response(in: $0) }.result
    } else {
      response = Response(.seeOther)
      response.fields.append("Location") { outcome.location.write(to: &$0) }
      coordinator.notes.set(acceptance.note, revision: outcome.revision, for: session)
    }
    coordinator.cookies.append(
      session == visitor.own ? nil : session, outcome.revision, to: &response)
    return Reply(response, after: ticket) { acceptance.submission.answerAnew(acceptance) }
  }

  /// The answer to a form that was accepted and not written.
  private func answerAnew(_ acceptance: Acceptance) -> Reply {
    coordinator.notes.clear(acceptance.session)
    // What this form was answered from never was; of a form that changes something it is known by
    // now that it cannot be written.
    return acceptance.changes ? unsaved() : reply()
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
    response.fields.append(contentsOf: .notStored)
    return response
  }
}

extension FieldSection {
  static let notStored: FieldSection = ["Cache-Control": "no-store"]
}
