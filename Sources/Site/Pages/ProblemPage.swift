/// A request that was refused.
package struct ProblemPage {
  package let context: PageContext
  package let problem: Problem
  /// The form, when its input shall not be lost.
  package let kept: KeptForm?

  package init(_ context: PageContext, problem: Problem, kept: KeptForm? = nil) {
    self.context = context
    self.problem = problem
    self.kept = kept
  }

  package func html() -> HTML {
    HTML()
  }
}
