import Assets
import Foundation
import HTTP
import Serving
import Site
import Storage
import Testing
import Todo

/// The whole site without sockets: a store in a scratch folder and the Coordinator before it.
final class TestSite {
  static let languages = Result { () throws(SiteFileError) in try Languages(files: Assets.templates)
  }

  let folder = FileManager.default.temporaryDirectory.path + "/modosu-\(UUID().uuidString)"
  private(set) var store: FileStore
  private(set) var coordinator: Coordinator

  init() throws {
    (store, coordinator) = try Self.open(folder)
  }

  deinit {
    store.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the program and starts it again.
  func restart() throws {
    store.close()
    (store, coordinator) = try Self.open(folder)
  }

  private static func open(_ folder: String) throws -> (FileStore, Coordinator) {
    let languages = try languages.get()
    let time = Timestamp(milliseconds: 1_700_000_000_000)
    let store = try FileStore(
      folder: folder, log: { _ in },
      firstStart: { workspace in
        guard let name = try? Title("First") else { return nil }
        return try? workspace.perform(CreateList(name: name, time: time), session: nil, time: time)
      })
    let coordinator = Coordinator(
      store: store, port: 8080, hostNames: ["todo.example"], files: StaticFiles(Assets.files),
      languages: { languages })
    return (store, coordinator)
  }

  /// The answer to a request, once it may leave.
  func answer(_ request: Request) -> Response {
    coordinator.respond(to: request).awaited(by: store)
  }
}

/// Someone who uses the site with cookies, as a browser does.
final class Person {
  let site: TestSite
  private(set) var cookies: [String: String] = [:]

  init(_ site: TestSite) {
    self.site = site
  }

  func send(
    _ method: Method, _ target: String, body: String? = nil, fields: FieldSection = FieldSection(),
    file: (name: String, content: String)? = nil
  ) -> Response {
    var all = fields
    if !cookies.isEmpty {
      all.append("Cookie", cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; "))
    }
    if body != nil, all["Content-Type"] == nil { all.append("Content-Type", MediaType.form) }
    var request = Request(
      method: method, target: Target(target), fields: all, body: Array((body ?? "").utf8))
    if let file {
      request.fields.append("Content-Type", "multipart/form-data; boundary=b")
      request.multipart = MultipartForm([
        .init(name: "file", fileName: file.name, content: Array(file.content.utf8))
      ])
    }
    let response = site.answer(request)
    for line in response.fields.values(of: "Set-Cookie") {
      let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      cookies[String(pair[0])] = pair.count > 1 ? String(pair[1]) : ""
    }
    return response
  }

  func get(_ target: String) -> String {
    String(decoding: send(.get, target).body.octets, as: UTF8.self)
  }

  @discardableResult
  func post(_ target: String, _ pairs: KeyValuePairs<String, String> = [:]) -> Response {
    let body = pairs.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
    return send(.post, target, body: body.joined(separator: "&"))
  }

  /// Makes an item and gives its id.
  func add(_ title: String, detail: String = "") throws -> ItemID {
    let location = try #require(
      post("/items", ["title": title, "detail": detail]).fields["Location"])
    return try #require(ItemID(location.suffix(36)))
  }

  /// The titles on a page, in their order.
  func titles(_ target: String = "/") -> [String] {
    get(target).matches(of: /<li class="[^"]*" id="item-[\s\S]*?<a class="title"[^>]*>(.*?)<\/a>/)
      .map { String($0.output.1.replacing(/<\/?s>/, with: "")) }
  }

  /// What the undo or redo button says.
  func button(_ way: String, on page: String = "/") -> String? {
    let pattern =
      way == "undo" ? /id="undo"[^>]*>(.*?)<\/button>/ : /id="redo"[^>]*>(.*?)<\/button>/
    return get(page).firstMatch(of: pattern).map {
      String($0.output.1.replacing(/<[^>]*>/, with: ""))
    }
  }
}
