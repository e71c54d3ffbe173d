internal import HTTP
internal import Interchange
internal import Kernel

/// The commands that work on the items: each is one or more requests to the site.
struct ItemCommands {
  let arguments: CommandLineArguments
  let site: SiteAccess
  let progress: ProgressBar

  /// Does what the arguments say, and says how it went.
  static func run(_ arguments: CommandLineArguments) -> Int32 {
    if arguments.has("--help") {
      StandardStream.output.writeLine(arguments.command.help)
      return ExitStatus.success
    }
    Signals.prepare()
    do throws(CommandFailure) {
      guard let folder = arguments.value("--data") ?? Options.defaultFolder() else {
        throw CommandFailure(text: "no folder for the data: set HOME, or use --data DIR")
      }
      let progress = ProgressBar(
        isShown: arguments.command == .import && !arguments.has("--json")
          && StandardStream.error.isTerminal)
      let site = try SiteAccess(
        folder: folder, tokenFile: arguments.value("--access-token-file"), progress: progress)
      defer { site.close() }
      defer { progress.end() }
      try ItemCommands(arguments: arguments, site: site, progress: progress).run()
      return ExitStatus.success
    } catch {
      StandardStream.error.writeLine("modosu: \(error.text)")
      return error.status
    }
  }

  private func run() throws(CommandFailure) {
    switch arguments.command {
    case .list: try list()
    case .add: try add()
    case .done: try mark()
    case .undo, .redo: try step()
    case .export: try export()
    case .import: try importFile()
    }
  }

  private func add() throws(CommandFailure) {
    let title = arguments.words.joined(separator: " ")
    guard !title.isEmpty else { throw usage("add needs a title") }
    var fields = [("title", title)]
    if let detail = arguments.value("--detail") { fields.append(("detail", detail)) }
    if let list = try listID() { fields.append(("list", list)) }
    try report(try site.post("/items", fields))
  }

  private func mark() throws(CommandFailure) {
    guard !arguments.words.isEmpty else { throw usage("done needs an item") }
    let items = try lists().flatMap(\.items)
    // All are found before one is changed.
    var found: [String] = []
    for word in arguments.words { found.append(try Listing.find(word, in: items).id) }
    for id in found {
      try report(
        try site.post("/items/\(id)", [("do", arguments.has("--open") ? "open" : "done")]))
    }
  }

  private func step() throws(CommandFailure) {
    let steps = arguments.value("--steps") ?? "1"
    try report(try site.post("/\(arguments.command.rawValue)", [("steps", steps)]))
  }

  private func export() throws(CommandFailure) {
    guard arguments.words.count == 1, let format = Format(suffix: arguments.words[0]) else {
      let known = Format.allCases.map(\.suffix).joined(separator: ", ")
      throw usage("export takes one of: \(known)")
    }
    let bytes = try checked(try site.get("/export.\(format.suffix)")).body.octets
    guard let path = arguments.value("--output") else {
      return StandardStream.output.write(bytes)
    }
    do throws(SystemError) {
      try SmallFile.write(bytes, to: path)
    } catch {
      throw CommandFailure(text: "cannot write \(path): \(error)")
    }
  }

  private func importFile() throws(CommandFailure) {
    guard arguments.words.count == 1 else { throw usage("import takes one file") }
    let path = arguments.words[0]
    let file: [UInt8]
    do throws(SystemError) {
      file = try SmallFile.read(path)
    } catch {
      throw CommandFailure(text: "cannot read \(path): \(error)")
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var fields: [(String, String)] = []
    if let list = try listID() { fields.append(("list", list)) }
    // What is lost is said either way.
    let preview = try checked(try site.post("/import", file: file, name: name, fields))
    if arguments.has("--preview") {
      guard arguments.has("--json") else { return Listing.write(preview: try json(preview)) }
      return StandardStream.output.write(preview.body.octets)
    }
    let answer = try json(preview)
    progress.end()
    for loss in answer["losses"]?.elements ?? [] {
      StandardStream.error.writeLine("modosu: not kept: \(loss["detail"]?.string ?? "")")
    }
    fields.append(("once", answer["once"]?.string ?? ""))
    progress.show(nil)
    try report(try site.post("/import", fields))
  }

  // MARK: Answers

  private func list() throws(CommandFailure) {
    let name = arguments.value("--list")
    var path = "/export.json"
    if let search = arguments.value("--search") {
      path = "/search.json?q=\(PercentEncoding.encode(search))"
    } else if let id = try listID() {
      let show = PercentEncoding.encode(arguments.value("--show") ?? "all")
      path = "/lists/\(id).json?show=\(show)"
    }
    let response = try checked(try site.get(path))
    if arguments.has("--json") { return StandardStream.output.write(response.body.octets) }
    for list in Listing.lists(in: try json(response)) where name == nil || list.name == name {
      StandardStream.output.writeLine(list.text(showing: arguments.value("--show") ?? "all"))
    }
  }

  private func lists() throws(CommandFailure) -> [Listing] {
    Listing.lists(in: try json(try checked(try site.get("/export.json"))))
  }

  /// The id of the list that `--list` names; `nil` without it.
  private func listID() throws(CommandFailure) -> String? {
    guard let name = arguments.value("--list") else { return nil }
    let found = try lists().filter { $0.name == name || $0.id == name }
    guard let first = found.first else {
      throw CommandFailure(text: "there is no list “\(name)”")
    }
    return first.id
  }

  /// Says what was done: the answer itself, or its sentence.
  private func report(_ response: Response) throws(CommandFailure) {
    let response = try checked(response)
    if arguments.has("--json") { return StandardStream.output.write(response.body.octets) }
    StandardStream.output.writeLine(try json(response)["did"]?.string ?? "")
  }

  private func checked(_ response: Response) throws(CommandFailure) -> Response {
    progress.end()
    guard response.status.code >= 400 else { return response }
    if response.status == .unauthorized {
      throw CommandFailure(text: "the server asks for its token: --access-token-file FILE")
    }
    if arguments.has("--json") { StandardStream.output.write(response.body.octets) }
    let problem = try? JSONValue(response.body.octets)
    throw CommandFailure(
      text: problem?["detail"]?.string ?? problem?["title"]?.string
        ?? "the answer was \(response.status.code)")
  }

  private func json(_ response: Response) throws(CommandFailure) -> JSONValue {
    do throws(ImportError) {
      return try JSONValue(response.body.octets)
    } catch {
      throw CommandFailure(text: "the answer is not JSON")
    }
  }

  private func usage(_ text: String) -> CommandFailure {
    CommandFailure(
      text: "\(text); see modosu \(arguments.command.rawValue) --help", status: ExitStatus.usage)
  }
}
