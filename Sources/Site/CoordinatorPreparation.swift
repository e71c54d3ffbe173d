internal import HTTP
internal import Storage
internal import Todo

/// Making ready what a page needs to be made fast.
extension Coordinator {
  /// Whether anything must be made ready for a page.
  enum Preparation {
    case none, short
    /// It takes longer than others should wait.
    case long
  }

  /// More items than these are not sorted or searched for the first time while others wait.
  private static let fewItems = 1_000

  /// What must be made ready for a page.
  func preparation(_ route: Route, _ query: Form) -> Preparation {
    guard let subject = Subject(route, query) else { return .none }
    return store.read { workspace in
      let document = workspace.document
      let isReady =
        switch subject {
        case .list(let id, let view):
          (id ?? document.firstList?.id).map { document.isPrepared(for: view, of: $0) } ?? true
        case .search(let text): document.isSearchPrepared(for: text)
        }
      if isReady { return .none }
      return document.itemCount > Self.fewItems ? .long : .short
    }.result
  }

  /// Makes it ready.
  func prepare(_ route: Route, _ query: Form) {
    switch Subject(route, query) {
    case .list(let id, let view):
      if let id = id ?? store.read({ $0.document.firstList?.id }).result {
        store.prepare(for: view, of: id)
      }
    case .search(let text): store.prepareSearch(for: text)
    case nil: break
    }
  }

  /// The list's page that a form leads back to, if something must be made ready for saying where an
  /// item stands on it.
  func pageToPrepare(for path: ReturnPath?) -> (route: Route, query: Form)? {
    guard let path, let text = path.query, let route = Route(path: path.path) else { return nil }
    switch route {
    case .home, .list: break
    default: return nil
    }
    let query = Form(query: text)
    return preparation(route, query) == .none ? nil : (route, query)
  }

  /// What a page shows, if that may have to be made ready.
  private enum Subject {
    /// A list, or the first one.
    case list(ListID?, View)
    case search(String)

    init?(_ route: Route, _ query: Form) {
      let view = View(query)
      switch route {
      case .list(let id) where view != View(): self = .list(id, view)
      case .home where view != View(): self = .list(nil, view)
      case .search: self = .search(query.last("q") ?? "")
      default: return nil
      }
    }
  }
}
