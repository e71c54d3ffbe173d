internal import Assets
internal import HTTP
internal import Serving
internal import Site
internal import Storage
internal import Todo

/// The site over a data folder, as the program puts it together, without its sockets.
struct SiteUnderTest {
  let data: DataFolder
  let store: FileStore
  let coordinator: Coordinator
  let port: UInt16
  private let languages: Languages
  private let files: StaticFiles

  /// - Parameter hasThreads: whether the store writes by itself; if not, `commit()` does.
  init(_ data: DataFolder, port: UInt16 = 8080, hasThreads: Bool = false) throws(BenchError) {
    self.data = data
    self.port = port
    store = try DataFolder.open(data.path, hasThreads: hasThreads)
    do throws(SiteFileError) {
      languages = try Languages(files: Assets.templates)
    } catch {
      throw BenchError("the templates: \(error)")
    }
    files = StaticFiles(Assets.files)
    coordinator = Self.coordinator(store, port, files, languages)
  }

  /// One that has answered nothing yet.
  func freshCoordinator() -> Coordinator {
    Self.coordinator(store, port, files, languages)
  }

  private static func coordinator(
    _ store: FileStore, _ port: UInt16, _ files: StaticFiles, _ languages: Languages
  ) -> Coordinator {
    Coordinator(store: store, port: port, files: files, languages: { languages })
  }

  // MARK: Asking

  /// A request of a session that has done something: it marks the first item.
  func beginSession() throws(BenchError) -> String {
    let reply = coordinator.respond(to: try Wire.parse(mark(0, done: true, cookie: nil)))
    store.commit()
    let name = "modosu_session_\(port)="
    let cookies = reply.response.fields.values(of: "Set-Cookie")
    guard let cookie = cookies.first(where: { $0.hasPrefix(name) }) else {
      throw BenchError("a form is answered \(reply.response.status) and without a session")
    }
    return String(cookie.prefix { $0 != ";" })
  }

  /// The form that marks an item done or open.
  func mark(_ index: Int, done: Bool, cookie: String?) -> [UInt8] {
    let id = data.ids[index % data.ids.count]
    return Wire.post("/items/\(id)", "do=\(done ? "done" : "open")&return=/", cookie: cookie)
  }

  /// The form that changes an item in the `turn`-th turn: each mark is another one than before. Of
  /// five items the last one is left alone, for it was made done.
  func change(_ turn: Int, cookie: String?) -> [UInt8] {
    let known = min(100, data.ids.count)
    let count = known - known / 5
    let index = turn % count
    return mark(index / 4 * 5 + index % 4, done: turn / count % 2 == 0, cookie: cookie)
  }

  /// Answers, and insists on the status.
  @discardableResult
  func answer(_ request: Request, status: Int) throws(BenchError) -> Response {
    var reply = coordinator.respond(to: request)
    while let work = reply.work { reply = work() }
    let response = reply.response
    guard response.status.code == status else {
      throw BenchError(
        "\(request.method) \(request.target) is answered \(response.status), not \(status)")
    }
    return response
  }
}

/// Requests as browsers send them.
enum Wire {
  static func get(_ path: String, cookie: String?) -> [UInt8] {
    Array((head("GET", path, cookie) + "\r\n").utf8)
  }

  static func post(_ path: String, _ form: String, cookie: String?) -> [UInt8] {
    Array(
      (head("POST", path, cookie)
        + "Origin: http://localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        + "Content-Length: \(form.utf8.count)\r\n\r\n" + form).utf8)
  }

  static func parse(_ octets: [UInt8]) throws(BenchError) -> Request {
    var parser = RequestParser(limits: Limits())
    var range = octets.indices
    do throws(RequestProblem) {
      while !range.isEmpty {
        if case .complete(let request) = try parser.read(octets, &range) { return request }
      }
    } catch {
      throw BenchError("a request of the benchmark is refused: \(error)")
    }
    throw BenchError("a request of the benchmark is not whole")
  }

  private static func head(_ method: String, _ path: String, _ cookie: String?) -> String {
    """
    \(method) \(path) HTTP/1.1\r
    Host: localhost\r
    User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r
    Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r
    Accept-Language: en-US,en;q=0.5\r
    Accept-Encoding: gzip, deflate, br, zstd\r
    Connection: keep-alive\r

    """ + (cookie.map { "Cookie: \($0)\r\n" } ?? "")
  }
}
