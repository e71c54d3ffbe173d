import HTTP
import Todo

extension View {
  /// The path and query of the page of a list that shows this.
  func address(of list: ListID, page: Int = 1) -> String {
    var pairs: [String] = []
    if show != .all { pairs.append("show=\(show.rawValue)") }
    if !query.isEmpty { pairs.append("q=\(PercentEncoding.encode(query))") }
    if sort != .manual { pairs.append("sort=\(sort.rawValue)") }
    if page > 1 { pairs.append("page=\(page)") }
    let path = "/lists/\(list)"
    return pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
  }
}
