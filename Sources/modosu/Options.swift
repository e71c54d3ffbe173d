internal import Kernel

/// What the command line asks for.
struct Options {
  enum Action: String, CaseIterable {
    case serve, check, repair, compact
  }

  var action = Action.serve
  /// The folder that `check`, `repair` and `compact` were given, or `--data`.
  var data: String?
  var host = "localhost"
  var port: UInt16 = 8080
  var hostNames: [String] = []
  var templates: String?
  var publicFiles: String?
  var compactAfter: Int?
  var connections: Int?
  var accessTokenFile: String?
  /// How long nobody may be connected until the program ends by itself; `nil` for ever.
  var idleExit: TimeSpan?
  var opensBrowser = false
  var logsRequests = false
  var wantsHelp = false
  var wantsVersion = false

  /// A command line that cannot be followed: what is wrong with it, in one sentence.
  struct Problem: Error {
    let text: String
  }

  /// Reads the arguments after the program's name.
  init(_ arguments: some Sequence<String>) throws(Problem) {
    var rest = Array(arguments)[...]
    var takesAction = true
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        try takeWord(argument, mayBeAction: takesAction)
        takesAction = false
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if takeFlag(name) {
        guard parts.count == 1 else { throw Problem(text: "\(name) takes no value") }
        continue
      }
      guard Self.valued.contains(name) else {
        throw Problem(text: "unknown option \(name); see modosu --help")
      }
      guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw Problem(text: "\(name) needs a value; see modosu --help")
      }
      try take(name, value)
    }
    if action != .serve, data == nil, !wantsHelp, !wantsVersion {
      throw Problem(
        text: "modosu \(action.rawValue) needs the data folder: modosu \(action.rawValue) DIR")
    }
  }

  private static let valued = [
    "--port", "--host", "--data", "--host-name", "--templates", "--public", "--compact-after",
    "--access-token-file", "--connections", "--idle-exit",
  ]

  private mutating func takeWord(_ word: String, mayBeAction: Bool) throws(Problem) {
    if mayBeAction, let action = Action(rawValue: word) {
      self.action = action
    } else if action != .serve, data == nil {
      data = word
    } else {
      throw Problem(text: "unexpected argument \(word); see modosu --help")
    }
  }

  private mutating func takeFlag(_ name: String) -> Bool {
    switch name {
    case "--help", "-h": wantsHelp = true
    case "--version": wantsVersion = true
    case "--log": logsRequests = true
    case "--open": opensBrowser = true
    default: return false
    }
    return true
  }

  private mutating func take(_ name: String, _ value: String) throws(Problem) {
    switch name {
    case "--port":
      guard let port = UInt16(value) else {
        throw Problem(text: "--port takes a number from 0 to 65535, not \(value)")
      }
      self.port = port
    case "--compact-after":
      guard let number = Int(value), number > 0 else {
        throw Problem(text: "--compact-after takes a number of commands from 1 up, not \(value)")
      }
      compactAfter = number
    case "--connections":
      guard let number = Int(value), (1...100_000).contains(number) else {
        throw Problem(text: "--connections takes a number from 1 to 100000, not \(value)")
      }
      connections = number
    case "--idle-exit":
      guard let time = TimeSpan(value) else {
        throw Problem(text: "--idle-exit takes a time such as 30s, 10m or 2h, not \(value)")
      }
      idleExit = time
    case "--host": host = value
    case "--data": data = value
    case "--host-name": hostNames.append(value)
    case "--templates": templates = value
    case "--public": publicFiles = value
    default: accessTokenFile = value
    }
  }

  /// Where the data lies unless `--data` says so: the place that the system sets aside for it.
  ///
  /// - Returns: `nil` if the environment names no home.
  static func defaultFolder() -> String? {
    #if canImport(Darwin)
      return Environment.variable("HOME").map { $0 + "/Library/Application Support/Modosu" }
    #else
      // XDG Base Directory Specification: a relative path there is to be ignored.
      if let data = Environment.variable("XDG_DATA_HOME"), data.hasPrefix("/") {
        return data + "/modosu"
      }
      return Environment.variable("HOME").map { $0 + "/.local/share/modosu" }
    #endif
  }

  static let help = """
    Modosu, a to-do list in the browser in which every change can be taken back.

    modosu [serve] [options]      serve the site until Ctrl-C
    modosu list, add, done, undo, redo, export, import
                                  work on the items; modosu list --help says more
    modosu check DIR              verify a data folder, change nothing
    modosu repair DIR             write a repaired copy beside a damaged file
    modosu compact DIR            rewrite the journal without what is no longer needed

    --port N            port to listen at (8080); 0 takes any free one
    --host NAME         address to listen at (localhost)
    --data DIR          folder that holds the data (\(defaultFolder() ?? "none known"))
    --host-name NAME    a further name under which browsers may ask; may be repeated
    --access-token-file FILE
                        ask for the token in this file (mode 0600); needed to listen
                        anywhere but at a loopback address
    --templates DIR     read the templates and strings from here, anew for each page
    --public DIR        read the static files from here, anew for each request
    --compact-after N   compact the journal after every N commands
    --connections N     serve up to N connections at a time (1024); others wait
    --idle-exit TIME    end when nobody was connected for so long: 30s, 10m, 2h
    --open              open the browser
    --log               one line a request on standard error
    --help, --version
    """
}
