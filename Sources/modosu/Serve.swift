internal import Assets
internal import HTTP
internal import Kernel
internal import Serving
internal import Site
internal import Storage
internal import Todo

/// Serves the site until a signal ends the program.
enum Serve {
  static func run(_ options: Options) -> Int32 {
    Signals.prepare()
    guard let folder = options.data ?? Options.defaultFolder() else {
      return fail("no folder for the data: set HOME, or use --data DIR")
    }
    let inherited = InheritedSockets.descriptors()
    let token: [UInt8]?
    do throws(AccessToken.Problem) {
      token = try AccessToken.read(options, inherited: inherited)
    } catch {
      return fail(error.text)
    }
    // The templates are made ready while the data are read; those of a folder may have a mistake,
    // which is said before anything is done.
    let preparation = Preparation { () throws(SiteFileError) in try self.languages(options) }
    do throws(SiteFileError) {
      if options.templates != nil { _ = try preparation.value() }
    } catch {
      return fail("\(error)")
    }
    let store: FileStore
    do throws(StorageError) {
      store = try FileStore(
        folder: folder, options: FileStore.Options(compactAfter: options.compactAfter),
        log: { StandardStream.error.writeLine("modosu: \($0)") }, firstStart: firstList)
    } catch {
      _ = fail("\(error)")
      return error.exitStatus
    }
    let languages: @Sendable () -> Languages
    do throws(SiteFileError) {
      languages = try preparation.value()
    } catch {
      store.close()
      return fail("\(error)")
    }
    let server: Server
    do throws(ServerError) {
      server = try self.server(options, inherited, store, languages, token)
      store.onSettled { [weak server] in server?.wake() }
      try server.start()
    } catch {
      store.close()
      return fail(error.advice)
    }
    let host = inherited.isEmpty ? options.host : server.boundHost
    let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(server.boundPort)/"
    announce(address, store)
    ServerNotice(
      host: host, port: UInt16(clamping: server.boundPort), tokenFile: options.accessTokenFile
    ).post(in: store.folder)
    if options.opensBrowser { Attendance.show(address) }
    if let time = options.idleExit { Attendance.end(server, afterIdle: time) }
    _ = Signals.wait()
    server.stop()
    server.join()
    ServerNotice.remove(from: store.folder)
    store.close()
    return ExitStatus.success
  }

  private static func server(
    _ options: Options, _ inherited: Range<Int32>, _ store: FileStore,
    _ languages: @escaping @Sendable () -> Languages, _ token: [UInt8]?
  ) throws(ServerError) -> Server {
    var configuration = ServerConfiguration()
    configuration.limits.largeBodyPath = Coordinator.importPath
    configuration.report = { StandardStream.error.writeLine("modosu: \($0)") }
    if let count = options.connections { configuration.limits.connectionCount = count }
    if options.logsRequests { configuration.accessLog = { StandardStream.error.write($0) } }
    let settlement: @Sendable (UInt64) -> Settlement = { Settlement(store.settlement(of: $0)) }
    let push: @Sendable (Bool) -> Void = { store.push(here: $0) }
    let handler = { (port: UInt16) -> any Handler in
      let coordinator = Coordinator(
        store: store, port: port, hostNames: options.hostNames, files: files(options),
        keepsPages: options.templates == nil && options.publicFiles == nil, languages: languages)
      guard let token else { return coordinator }
      return AccessGate(coordinator, token: token, port: port)
    }
    if !inherited.isEmpty {
      return try Server(
        inherited: inherited, configuration: configuration, settlement: settlement, push: push,
        handler: handler)
    }
    return try Server(
      host: options.host, port: options.port, configuration: configuration, settlement: settlement,
      push: push, handler: handler)
  }

  /// The templates of the program, or those of a folder as they are at each request.
  private static func languages(
    _ options: Options
  ) throws(SiteFileError) -> @Sendable () -> Languages {
    guard let name = options.templates else {
      let languages = try Languages(files: Assets.templates, isChecked: true)
      return { languages }
    }
    let folder = FolderFiles(name)
    let read: @Sendable () throws(SiteFileError) -> Languages = { () throws(SiteFileError) in
      try Languages(files: try contents(of: folder, name))
    }
    return try LiveLanguages(read).current
  }

  private static func contents(
    of folder: FolderFiles, _ name: String
  ) throws(SiteFileError) -> [String: [UInt8]] {
    do throws(SystemError) {
      return Dictionary(
        uniqueKeysWithValues: try folder.names().map { ($0, folder.read($0) ?? []) })
    } catch {
      throw SiteFileError(file: name, line: 1, column: 1, reason: error.reason)
    }
  }

  private static func files(_ options: Options) -> StaticFiles {
    guard let name = options.publicFiles else { return StaticFiles(Assets.files) }
    let folder = FolderFiles(name)
    return StaticFiles(live: { folder.read($0) })
  }

  /// The one empty list that a new store begins with.
  static func firstList(_ workspace: Workspace) -> Transaction? {
    let now = Timestamp(milliseconds: Int64(Clock.unixMilliseconds()))
    guard let name = try? Title("To do") else { return nil }
    return try? workspace.perform(
      CreateList(name: name, time: now), session: nil, time: now)
  }

  private static func announce(_ address: String, _ store: FileStore) {
    StandardStream.output.writeLine(
      """
      Modosu is at \(address)
      The data are in \(store.folder). Ctrl-C ends the program.
      """)
  }

  /// Says in one line why the program ends.
  private static func fail(_ reason: String) -> Int32 {
    StandardStream.error.writeLine("modosu: \(reason)")
    return ExitStatus.failure
  }
}

extension ServerError {
  /// What is wrong, and what to do about it.
  fileprivate var advice: String {
    switch self {
    case .unknownHost(let host): "there is no host \(host); see --host"
    case .cannotListen(let address, _, isInUse: true):
      "another program listens at \(address): stop it, or choose another port with --port"
    case .cannotListen(let address, let reason, isInUse: false):
      "cannot listen at \(address): \(reason); see --host and --port"
    case .cannotTakeOver(let descriptor, let reason):
      "cannot listen at the inherited descriptor \(descriptor): \(reason); "
        + "it has to be a stream socket of an Internet address"
    case .cannotStart(let reason): "cannot start: \(reason)"
    }
  }
}
