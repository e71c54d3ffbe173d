package import HTTP
package import Todo

/// What a list page shows: the query of its URL. Each combination is a bookmark.
package struct ListQuery: Sendable {
  package var view: View
  /// The page's number, from 1.
  package var number: Int

  package init(view: View = View(), number: Int = 1) {
    self.view = view
    self.number = number
  }

  /// Reads `show`, `q`, `sort` and `page`; unknown and odd values count as absent.
  package init(_ fields: Form) {
    self.init(view: View(fields), number: Self.number(fields))
  }

  /// The number of the page asked for; 1 where there is none or an odd one, and a number too large
  /// to hold means the end.
  package static func number(_ fields: Form) -> Int {
    guard let text = fields.last("page"), !text.isEmpty, text.utf8.allSatisfy({ $0.isASCIIDigit })
    else { return 1 }
    return max(1, Int(text) ?? .max)
  }

  /// The query without its question mark; empty for the plain page.
  package var text: String {
    var pairs: [(String, String)] = view.fields
    if number > 1 { pairs.append(("page", String(number))) }
    return QueryText.encode(pairs)
  }

  /// The list's URL with this query.
  package func address(of list: ListID) -> String {
    Route.list(list).path(query: text)
  }

  /// The number of the page on which the item at this index stands.
  package static func number(ofIndex index: Int) -> Int {
    index / Limits.pageSize + 1
  }

  /// The page with this number of so many items, or the last one: its number and its indices.
  package static func cut(number: Int, of total: Int) -> (number: Int, range: Range<Int>) {
    let last = max(1, (total + Limits.pageSize - 1) / Limits.pageSize)
    let number = min(max(1, number), last)
    let start = (number - 1) * Limits.pageSize
    return (number, start..<max(start, min(total, start + Limits.pageSize)))
  }
}

extension View {
  /// Reads `show`, `q` and `sort` as a URL or a row's form has them.
  package init(_ fields: Form) {
    self.init(
      show: fields.last("show").flatMap(Show.init) ?? .all,
      query: fields.last("q") ?? "",
      sort: fields.last("sort").flatMap(Sort.init) ?? .manual)
  }

  /// The fields that read back as this view; none for the plain one.
  package var fields: [(String, String)] {
    var pairs: [(String, String)] = []
    if show != .all { pairs.append(("show", show.rawValue)) }
    if !query.isEmpty { pairs.append(("q", query)) }
    if sort != .manual { pairs.append(("sort", sort.rawValue)) }
    return pairs
  }
}

extension Route {
  /// The path with a query, which may be empty.
  package func path(query: String) -> String {
    query.isEmpty ? path : "\(path)?\(query)"
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
