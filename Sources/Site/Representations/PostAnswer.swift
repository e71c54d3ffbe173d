internal import HTTP
internal import Interchange
internal import Todo

/// The JSON answer to a post: whether anything changed, what is now, and what the session could
/// take back.
///
///     {"changed":true,"did":"Added “Milk”","revision":12,"item":{…},"undo":"add “Milk”"}
struct PostAnswer {
  let route: Route
  /// Whether it changed anything.
  let changes: Bool
  let note: Note
  /// Where the form leads.
  let location: String
  let language: Language
  let session: SessionID

  func response(in workspace: Workspace) -> Response {
    let subject = self.subject
    let isNew = route == .items || route == .lists
    var response = Response.json(isNew && changes ? .created : .ok) { json in
      json.object { json in
        json.member("changed", changes)
        json.member("did", language.text(note))
        json.member("revision", workspace.revision)
        add(subject, in: workspace.document, to: &json)
        let history = workspace.session(session)?.history
        if let label = history?.next(.undo)?.label {
          json.member("undo", language.text(label, .command))
        }
        if let label = history?.next(.redo)?.label {
          json.member("redo", language.text(label, .command))
        }
      }
    }
    switch subject {
    case .item(let id): response.fields.append("Location", Route.item(id).path)
    case .list(let id): response.fields.append("Location", Route.list(id).path)
    case .none: response.fields.append("Location", location)
    }
    return response
  }

  /// What the post was about: what it made, or what its address names.
  private var subject: Label.Subject {
    switch route {
    case .item(let id): return .item(id)
    case .list(let id): return .list(id)
    default: break
    }
    if note.kind == .did, let label = note.label { return label.subject }
    // A form sent again leads to what it made the first time.
    let parts = location.split(separator: "#", maxSplits: 1)
    if parts.count == 2, parts[1].hasPrefix("item-"), let id = ItemID(parts[1].dropFirst(5)) {
      return .item(id)
    }
    if route == .lists, case .list(let id)? = parts.first.flatMap({ Route(path: String($0)) }) {
      return .list(id)
    }
    return .none
  }

  private func add(_ subject: Label.Subject, in document: Document, to json: inout JSONText) {
    switch subject {
    case .item(let id):
      switch document.item(id) {
      case .live(let item, let list):
        json.name("item")
        json.current(item, in: list)
      case .removed: json.member("deleted", true)
      case .unknown: break
      }
    case .list(let id):
      switch document.list(id) {
      case .live(let list):
        let counts = document.counts(of: id)
        json.name("list")
        json.object { json in
          json.member("id", list.id)
          json.member("name", list.name)
          json.member("created", list.created)
          json.member("items", counts.all)
          json.member("open", counts.open)
        }
      case .removed: json.member("deleted", true)
      case .unknown: break
      }
    case .none: break
    }
  }
}
