internal import Assets
internal import HTTP
internal import Interchange
internal import Kernel
internal import Serving
internal import Site
internal import Storage
internal import Todo

/// Why a command of the command line was not done.
struct CommandFailure: Error {
  let text: String
  var status = ExitStatus.failure
}

/// The site as the command line uses it: through the server that runs, or without one by opening
/// the store for the length of the command. Both answer the same requests.
struct SiteAccess {
  private enum Way {
    case server(ServerExchange)
    case store(FileStore, Coordinator)
  }

  private let way: Way
  private let folder: String
  private let progress: ProgressBar

  /// - Parameters:
  ///   - tokenFile: has what a server asks for that others can reach; the server may have said
  ///     itself which file that is.
  ///   - progress: shows how far something is that takes long.
  /// - Throws: there is no data folder, it cannot be opened, or its server cannot be found.
  init(folder: String, tokenFile: String?, progress: ProgressBar) throws(CommandFailure) {
    self.progress = progress
    do throws(StorageError) {
      let store = try FileStore(
        folder: folder, log: { StandardStream.error.writeLine("modosu: \($0)") },
        firstStart: Serve.firstList)
      let coordinator = try Self.coordinator(store)
      self.folder = store.folder
      way = .store(store, coordinator)
    } catch {
      guard case .inUse(let folder) = error, let notice = ServerNotice(from: folder) else {
        throw CommandFailure(text: "\(error)", status: error.exitStatus)
      }
      self.folder = folder
      var token: [UInt8]?
      do throws(AccessToken.Problem) {
        if let file = tokenFile ?? notice.tokenFile { token = try AccessToken.read(file) }
      } catch {
        throw CommandFailure(text: error.text)
      }
      way = .server(ServerExchange(host: notice.host, port: notice.port, token: token))
    }
  }

  private static func coordinator(_ store: FileStore) throws(StorageError) -> Coordinator {
    let languages: Languages
    do throws(SiteFileError) {
      languages = try Languages(files: Assets.templates, isChecked: true)
    } catch {
      // The program's own templates are checked whenever it is tested.
      throw .missing(file: "\(error)")
    }
    return Coordinator(
      store: store, port: 0, files: StaticFiles(Assets.files), languages: { languages })
  }

  /// Writes what is pending and lets go of the store.
  func close() {
    if case .store(let store, _) = way { store.close() }
  }

  // MARK: Requests

  func get(_ path: String) throws(CommandFailure) -> Response {
    try answer(request(.get, path))
  }

  /// Posts a form; the answer is JSON.
  func post(_ path: String, _ fields: [(String, String)]) throws(CommandFailure) -> Response {
    var request = request(.post, path)
    let text = fields.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
    request.fields.append("Content-Type", MediaType.form)
    request.body = Array(text.joined(separator: "&").utf8)
    return try answer(request)
  }

  /// Posts a file with further fields; the answer is JSON.
  func post(
    _ path: String, file: [UInt8], name: String, _ fields: [(String, String)]
  ) throws(CommandFailure) -> Response {
    var request = request(.post, path)
    let plain = name.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }
    let boundary = "modosu-\(SessionID.random())"
    request.fields.append("Content-Type", "\(MultipartForm.mediaType); boundary=\(boundary)")
    request.multipart = MultipartForm(
      fields.map { .init(name: $0.0, content: Array($0.1.utf8)) }
        + [.init(name: "file", fileName: plain, content: file)])
    return try answer(request)
  }

  private func request(_ method: Method, _ path: String) -> Request {
    let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
    var fields: FieldSection = ["Accept": "application/json"]
    if let session = SmallFile.line(sessionPath) {
      fields.append("Cookie", "\(Coordinator.sessionCookie(port: port))=\(session)")
    }
    // Who sees no progress need not hear of it.
    if progress.isShown, method == .post { fields.append("Prefer", "respond-async") }
    return Request(
      method: method,
      target: Target(path: parts[0], query: parts.count > 1 ? parts[1] : nil), fields: fields)
  }

  /// The answer, when there is one: what goes on is followed to its end.
  private func answer(_ request: Request) throws(CommandFailure) -> Response {
    var response = try send(request)
    keepSession(response)
    guard response.status == .accepted, let path = response.fields["Location"] else {
      return response
    }
    repeat {
      Clock.pause(milliseconds: 100)
      response = try send(self.request(.get, path))
      if let state = try? JSONValue(response.body.octets) {
        progress.show(state["percent"]?.integer)
      }
    } while response.status == .ok && response.fields["Refresh"] != nil
    keepSession(response)
    return response
  }

  private func send(_ request: Request) throws(CommandFailure) -> Response {
    switch way {
    case .server(let server): return try server.answer(request)
    case .store(let store, let coordinator):
      return coordinator.respond(to: request).awaited(by: store)
    }
  }

  // MARK: Session

  private var port: UInt16 {
    switch way {
    case .server(let server): server.port
    case .store: 0
    }
  }

  /// The file that has the session of the command line, whose steps `undo` takes back.
  private var sessionPath: String { "\(folder)/command-line" }

  private func keepSession(_ response: Response) {
    let name = Coordinator.sessionCookie(port: port) + "="
    for value in response.fields.values(of: "Set-Cookie") where value.hasPrefix(name) {
      let session = value.dropFirst(name.count).prefix { $0 != ";" }
      // Without it only `undo` does not know of the step.
      try? SmallFile.write(Array("\(session)\n".utf8), to: sessionPath)
    }
  }
}
