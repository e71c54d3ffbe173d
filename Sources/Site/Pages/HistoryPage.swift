package import Todo

/// What this session did, newest first, with a jump to each point.
package struct HistoryPage {
  package let context: PageContext
  package let history: History
  package let number: Int

  package init(_ context: PageContext, history: History, number: Int) {
    self.context = context
    self.history = history
    self.number = number
  }

  package func html() -> HTML {
    HTML()
  }
}
