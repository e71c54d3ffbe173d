import HTTP
package import Templating
import Todo

/// What a search found in every list.
package struct SearchPage: SitePage {
  package static let template = "search"

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

  package var title: String {
    query.isEmpty
      ? context.language(.pageSearch) : context.language(.pageResults, ["query": query])
  }

  package var fields: Fields {
    let language = context.language
    return [
      .query: .text(query),
      .heading: .text(
        query.isEmpty
          ? language(.searchPrompt)
          : language(
            .searchCount, count: total, "query", query.shortened(to: Label.nameLength))),
      .any: .flag(!results.isEmpty),
      .rows: .list(FoundItem.rows(results, context)),
      .pager: context.pager(number: number, total: total) {
        "/search?q=\(PercentEncoding.encode(query))\($0 > 1 ? "&page=\($0)" : "")"
      },
    ]
  }
}
