/// What a search found in every list.
package struct SearchPage {
  package let context: PageContext
  /// The text as typed.
  package let query: String
  /// The results on this page.
  package let results: [FoundItem]
  package let total: Int
  package let number: Int

  package init(_ context: PageContext, query: String, results: [FoundItem], total: Int, number: Int)
  {
    self.context = context
    self.query = query
    self.results = results
    self.total = total
    self.number = number
  }

  package func html() -> HTML {
    HTML()
  }
}
