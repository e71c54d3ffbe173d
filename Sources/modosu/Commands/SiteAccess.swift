internal import Assets
internal import HTTP
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
    case server(host: String, port: UInt16)
    case store(FileStore, Coordinator)
  }

  private let way: Way
  private let folder: String

  /// - Throws: there is no data folder, it cannot be opened, or its server cannot be found.
  init(folder: String) throws(CommandFailure) {
    do throws(StorageError) {
      let store = try FileStore(
        folder: folder, log: { StandardStream.error.writeLine("modosu: \($0)") },
        firstStart: Serve.firstList)
      let coordinator = try Self.coordinator(store)
      self.folder = store.folder
      way = .store(store, coordinator)
    } catch {
      guard case .inUse(let folder) = error, let server = ServerNotice.read(from: folder) else {
        throw CommandFailure(text: "\(error)", status: error.exitStatus)
      }
      self.folder = folder
      way = .server(host: server.host, port: server.port)
    }
  }

  private static func coordinator(_ store: FileStore) throws(StorageError) -> Coordinator {
    let languages: Languages
    do throws(SiteFileError) {
      languages = try Languages(files: Assets.templates)
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
    try answer(.get, path, type: nil, [])
  }

  /// Posts a form; the answer is JSON.
  func post(_ path: String, _ fields: [(String, String)]) throws(CommandFailure) -> Response {
    let text = fields.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }
    return try answer(.post, path, type: MediaType.form, Array(text.joined(separator: "&").utf8))
  }

  /// Posts a file with further fields; the answer is JSON.
  func post(
    _ path: String, file: [UInt8], name: String, _ fields: [(String, String)]
  ) throws(CommandFailure) -> Response {
    let boundary = "modosu-\(SessionID.random())"
    var body: [UInt8] = []
    for (name, value) in fields {
      let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n"
      body += Array((head + value + "\r\n").utf8)
    }
    let plain = name.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }
    let disposition = "Content-Disposition: form-data; name=\"file\"; filename=\"\(plain)\""
    body += Array("--\(boundary)\r\n\(disposition)\r\n\r\n".utf8)
    body += file
    body += Array("\r\n--\(boundary)--\r\n".utf8)
    return try answer(
      .post, path, type: "\(MultipartForm.mediaType); boundary=\(boundary)", body)
  }

  private func answer(
    _ method: Method, _ path: String, type: String?, _ body: [UInt8]
  ) throws(CommandFailure) -> Response {
    var fields: FieldSection = ["Accept": "application/json"]
    if let type { fields.append("Content-Type", type) }
    if let session = SmallFile.line(sessionPath) {
      fields.append("Cookie", "\(Coordinator.sessionCookie(port: port))=\(session)")
    }
    let response: Response
    switch way {
    case .store(let store, let coordinator):
      let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
      response = settled(
        coordinator.respond(
          to: Request(
            method: method,
            target: Target(path: parts[0], query: parts.count > 1 ? parts[1] : nil),
            fields: fields, body: body)), in: store)
    case .server(let host, let port):
      response = try ServerExchange(host: host, port: port).answer(method, path, fields, body)
    }
    keepSession(response)
    return response
  }

  /// The answer once what it shows is on disk.
  private func settled(_ reply: Reply, in store: FileStore) -> Response {
    guard reply.after > 0 else { return reply.response }
    while true {
      switch store.settlement(of: reply.after) {
      case .durable: return reply.response
      case .failed: return reply.otherwise.map { settled($0(), in: store) } ?? reply.response
      case .pending: Clock.pause(milliseconds: 1)
      }
    }
  }

  // MARK: Session

  private var port: UInt16 {
    switch way {
    case .server(_, let port): port
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
