internal import HTTP
internal import Templating
internal import Todo

/// What a form needs besides the store: whose it is, and what its pages show around their content.
struct Desk: Sendable {
  let session: SessionID
  let now: Timestamp
  private let submission: Submission

  init(_ submission: Submission, _ session: SessionID) {
    self.submission = submission
    self.session = session
    now = .now
  }

  /// Where the form leads back to, if it says so.
  var returnPath: ReturnPath? { submission.returnPath }

  /// What every page shows around its content.
  private func context(_ workspace: Workspace) -> PageContext { submission.context(workspace) }

  /// Makes pages for refusals.
  func pages(_ workspace: Workspace) -> PageMaker {
    PageMaker(workspace: workspace, context: context(workspace))
  }

  /// Takes a form.
  ///
  /// - Parameters:
  ///   - note: what the next page says.
  ///   - transaction: what it changes, if anything.
  func accept(
    _ note: consuming Note, changing transaction: consuming Transaction? = nil,
    leadingTo destination: consuming Destination
  ) -> Decision {
    let acceptance = Acceptance(
      submission, of: session, changes: transaction != nil, note, leadingTo: destination)
    return (.accepted(acceptance), transaction)
  }

  /// Turns a command into the decision about its form. If the model refuses, the page has the reason.
  func perform(
    _ command: some Command, in workspace: Workspace, once: Once? = nil,
    leadingTo destination: consuming Destination
  ) -> Decision {
    perform(
      command, in: workspace, once: once, refused: { refuse($0, in: $1) }, leadingTo: destination)
  }

  /// The same with a page of one's own.
  ///
  /// - Parameter refused: makes the page if the model refuses.
  func perform(
    _ command: some Command, in workspace: Workspace, once: Once? = nil,
    refused: (Refusal, Workspace) -> Decision,
    leadingTo destination: consuming Destination
  ) -> Decision {
    do throws(Refusal) {
      let transaction = try workspace.perform(command, session: session, time: now, once: once)
      guard case .perform(let label)? = transaction?.action else {
        return accept(Note(.unchanged), leadingTo: destination)
      }
      return accept(Note(kind: .did, label: label), changing: transaction, leadingTo: destination)
    } catch {
      return refused(error, workspace)
    }
  }

  /// Refuses a form with a page, for these reasons.
  func refuse(
    _ status: Status, _ html: HTML, because problems: [Problem] = [], facts: ProblemFacts? = nil
  ) -> Decision {
    (.refused(status, html, because: problems, facts: facts), nil)
  }

  /// Refuses a form since what it is about is deleted.
  func refuse(_ page: GonePage) -> Decision {
    refuse(.gone, page.html(), facts: page.facts)
  }

  func refuse(_ page: UpdateConflictPage) -> Decision {
    refuse(.conflict, page.html(), facts: page.facts)
  }

  func refuse(_ page: StepConflictPage) -> Decision {
    refuse(.conflict, page.html(), facts: page.facts)
  }

  /// Refuses a form with a page of its own.
  func refuse(_ problem: Problem, in workspace: Workspace, kept: KeptForm? = nil) -> Decision {
    refuse(Status(problem), page(problem, in: workspace, kept: kept), because: [problem])
  }

  /// Refuses a form for the model's reason.
  func refuse(_ refusal: Refusal, in workspace: Workspace) -> Decision {
    switch refusal {
    case .lastList: return refuse(.lastList, in: workspace)
    case .unknownItem: return refuse(.noSuchItem, in: workspace)
    case .deletedItem(let id):
      guard case .removed(let item, let list) = workspace.document.item(id) else {
        return refuse(.noSuchItem, in: workspace)
      }
      return refuse(pages(workspace).gone(item, from: list))
    default: return refuse(.input(InputProblem(refusal) ?? .badAction), in: workspace)
    }
  }

  /// The page of a problem.
  func page(_ problem: Problem, in workspace: Workspace, kept: KeptForm? = nil) -> HTML {
    ProblemPage(context(workspace), problem: problem, kept: kept).html()
  }

  /// The page of a form that could not be written: it can be sent again as it was.
  func unsaved(_ route: Route, _ form: Form, in workspace: Workspace) -> HTML {
    let fields = form.entries.map { KeptForm.Field($0.name, $0.value) }
    return page(.cannotWrite, in: workspace, kept: KeptForm(action: route.path, fields: fields))
  }

  /// The present date and time as the title of an item that got none.
  func presentTime(in workspace: Workspace) -> String {
    let context = context(workspace)
    return context.language.dateAndTime(context.civil(now))
  }
}

extension Title {
  /// Takes a text as it was typed, or another one in place of a blank one.
  init(_ text: String, orIfBlank other: @autoclosure () -> String) throws(TextProblem) {
    do throws(TextProblem) {
      try self.init(text)
    } catch .blank {
      try self.init(other())
    }
  }
}
