package import Templating

/// A request that was refused.
package struct ProblemPage: SitePage {
  package static let template = "problem"

  package let context: PageContext
  package let problem: Problem
  /// The form, when its input shall not be lost.
  package let kept: KeptForm?

  package init(_ context: PageContext, problem: Problem, kept: KeptForm? = nil) {
    self.context = context
    self.problem = problem
    self.kept = kept
  }

  package var title: String { context.language.text(problem.key) }

  package var fields: Fields {
    [
      .heading: .text(title),
      .explanation: .text(context.language.explanation(of: problem)),
      .kept: kept.map { .group($0.fields(in: context.language)) } ?? .flag(false),
      .start: .flag(kept == nil),
    ]
  }
}
