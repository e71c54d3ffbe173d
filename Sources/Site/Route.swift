package import HTTP
package import Interchange
package import Todo

/// A resource of the site. It reads and prints its own path, so no other place spells one.
package enum Route: Hashable, Sendable {
  /// The first list.
  case home
  case list(ListID)
  /// A list's own page: rename, move, delete.
  case listEditing(ListID)
  case item(ItemID)
  /// One command on an item or a list, named by the path instead of by a button.
  case itemCommand(ItemID, PathCommand)
  case listCommand(ListID, PathCommand)
  case items
  case lists
  case search
  case favorites
  case deleted
  case history
  /// What was done on which day.
  case statistics
  case step(Direction)
  /// The choice of a language.
  case language
  /// Where the access token is given, should one be needed.
  case login
  /// A file of `Public/`, by its name there.
  case file(String)
  case health
  /// A list, an item or items of every list as a file.
  case written(Represented, Format)
  /// The schema of the JSON files.
  case schema
  /// Files go in here.
  case importing
  /// Where a page waits for the next change.
  case changes
  /// How far an import is, and what came of it.
  case importJob(String)

  /// The path, as it stands in links: percent-encoded where it must be.
  package var path: String {
    switch self {
    case .home: "/"
    case .list(let id): "/lists/\(id)"
    case .listEditing(let id): "/lists/\(id)/edit"
    case .item(let id): "/items/\(id)"
    case .itemCommand(let id, let command): "/items/\(id)/\(command.rawValue)"
    case .listCommand(let id, let command): "/lists/\(id)/\(command.rawValue)"
    case .items: "/items"
    case .lists: "/lists"
    case .search: "/search"
    case .favorites: "/favorites"
    case .deleted: "/deleted"
    case .history: "/history"
    case .statistics: "/stats"
    case .step(let direction): "/\(direction.rawValue)"
    case .language: "/language"
    case .login: "/login"
    case .file(let name): "/static/" + PercentEncoding.encode(name)
    case .health: "/healthz"
    case .written(let represented, let format): "\(represented.path).\(format.suffix)"
    case .schema: "/schema.json"
    case .importing: "/import"
    case .changes: "/changes"
    case .importJob(let token): "/import/" + PercentEncoding.encode(token)
    }
  }

  /// Reads a path as it came in a request, still percent-encoded; `nil` if there is nothing of that
  /// name. Each segment is decoded once, after the path was cut at its slashes.
  package init?(path: String) { self.init(path.utf8.span) }

  /// The same of the path of a request's target.
  init?(_ target: Target) { self.init(target.octets.span.extracting(target.pathRange)) }

  private init?(_ path: Span<UInt8>) {
    let slash = UInt8(ascii: "/")
    guard !path.isEmpty, path[0] == slash else { return nil }
    if path.count == 1 {
      self = .home
      return
    }
    if let thing = Self.thing(path) ?? Self.formTarget(path) {
      self = thing
      return
    }
    var segments: [String] = []
    segments.reserveCapacity(3)
    var start = 1
    while start <= path.count {
      let end = path.index(of: slash, from: start, to: path.count)
      guard let text = try? UTF8Span(validating: path.extracting(start..<end)),
        let segment = PercentEncoding.decodePath(String(copying: text))
      else { return nil }
      segments.append(segment)
      start = end + 1
    }
    self.init(segments: segments)
  }

  /// An item or a list, which most requests are about, read without taking the path apart: `nil`
  /// also of paths that mean one but are written otherwise.
  private static func thing(_ path: Span<UInt8>) -> Route? {
    let (items, lists) = ("/items/".utf8.span, "/lists/".utf8.span)
    let start = items.count
    guard path.count == start + 36 else { return nil }
    if path.has(items, from: 0, to: start) {
      return ItemID(path, from: start).map { .item($0) }
    }
    if path.has(lists, from: 0, to: start) {
      return ListID(path, from: start).map { .list($0) }
    }
    return nil
  }

  /// Where forms are sent that name no item and no list, without taking the path apart.
  private static func formTarget(_ path: Span<UInt8>) -> Route? {
    if path.has("/items".utf8.span, from: 0, to: path.count) { return .items }
    if path.has("/undo".utf8.span, from: 0, to: path.count) { return .step(.undo) }
    if path.has("/redo".utf8.span, from: 0, to: path.count) { return .step(.redo) }
    return nil
  }

  private init?(segments: [String]) {
    if let (represented, format) = Represented.read(segments) {
      self = .written(represented, format)
      return
    }
    switch segments.count {
    case 1:
      switch segments[0] {
      case "": self = .home
      case "items": self = .items
      case "lists": self = .lists
      case "search": self = .search
      case "favorites": self = .favorites
      case "deleted": self = .deleted
      case "history": self = .history
      case "stats": self = .statistics
      case "undo": self = .step(.undo)
      case "redo": self = .step(.redo)
      case "language": self = .language
      case "login": self = .login
      case "healthz": self = .health
      case "schema.json": self = .schema
      case "import": self = .importing
      case "changes": self = .changes
      default: return nil
      }
    case 2:
      switch segments[0] {
      case "lists":
        guard let id = ListID(segments[1]) else { return nil }
        self = .list(id)
      case "items":
        guard let id = ItemID(segments[1]) else { return nil }
        self = .item(id)
      case "import" where !segments[1].isEmpty: self = .importJob(segments[1])
      case "static":
        self = .file(segments[1])
      default: return nil
      }
    case 3:
      if segments[0] == "lists", let id = ListID(segments[1]) {
        if segments[2] == "edit" {
          self = .listEditing(id)
          return
        }
        guard let command = PathCommand.onList(segments[2]) else { return nil }
        self = .listCommand(id, command)
      } else if segments[0] == "items", let id = ItemID(segments[1]),
        let command = PathCommand.onItem(segments[2])
      {
        self = .itemCommand(id, command)
      } else {
        return nil
      }
    default: return nil
    }
  }

  /// The methods that the resource knows, as `Allow` names them.
  package var methods: [Method] {
    switch self {
    case .list, .item, .importing, .login: Self.readAndWritten
    case .items, .lists, .step, .language, .itemCommand, .listCommand: Self.written
    default: Self.read
    }
  }

  // Made once: every request looks at one of them.
  private static let readAndWritten: [Method] = [.get, .head, .post]
  private static let written: [Method] = [.post]
  private static let read: [Method] = [.get, .head]

  /// The route that a path with needless slashes means (`/items/ID/`, `//items/ID`), if it is one
  /// that can be shown; `nil` for a path without any.
  package static func withoutNeedlessSlashes(_ path: String) -> Route? {
    let lean = "/" + path.split(separator: "/").joined(separator: "/")
    guard lean != path, let route = Route(path: lean), route.methods.contains(.get) else {
      return nil
    }
    return route
  }
}
