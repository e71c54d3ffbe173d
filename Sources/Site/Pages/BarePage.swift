package import Templating

/// A refusal that shows nothing of what is stored, and loads nothing: for those who may not be who
/// they seem, and for what is no page.
package struct BarePage: SitePage {
  package static let template = "bare"

  package let context: PageContext
  package let problem: Problem

  package init(_ context: PageContext, problem: Problem) {
    self.context = context
    self.problem = problem
  }

  package var title: String { context.language.text(problem.key) }

  package var fields: Fields {
    [.heading: .text(title), .explanation: .text(context.language.explanation(of: problem))]
  }
}
