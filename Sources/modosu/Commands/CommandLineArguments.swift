/// The arguments of a command that works on the items.
struct CommandLineArguments {
  enum Command: String, CaseIterable {
    case list, add, done, undo, redo, export, `import`
  }

  let command: Command
  private(set) var words: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// - Returns: `nil` if the first argument is no such command.
  init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
    var rest = Array(arguments)[...]
    guard let first = rest.popFirst(), let command = Command(rawValue: first) else { return nil }
    self.command = command
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      try take(argument, &rest)
    }
  }

  private mutating func take(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(Options.Problem) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0] == "-h" ? "--help" : String(parts[0])
    if ["--help", "--json"].contains(name) || command.flags.contains(name) {
      guard parts.count == 1 else { throw Options.Problem(text: "\(name) takes no value") }
      flags.insert(name)
      return
    }
    guard ["--data", "--access-token-file"].contains(name) || command.values.contains(name) else {
      throw Options.Problem(
        text: "unknown option \(name); see modosu \(command.rawValue) --help")
    }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
      throw Options.Problem(text: "\(name) needs a value")
    }
    values[name] = value
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }
  func value(_ name: String) -> String? { values[name] }
}

extension CommandLineArguments.Command {
  fileprivate var flags: [String] {
    switch self {
    case .import: ["--preview"]
    case .done: ["--open"]
    default: []
    }
  }

  fileprivate var values: [String] {
    switch self {
    case .list: ["--list", "--show", "--search"]
    case .add: ["--list", "--detail"]
    case .undo, .redo: ["--steps"]
    case .export: ["--output"]
    case .import: ["--list"]
    case .done: []
    }
  }

  var help: String {
    let common = """

      --data DIR     folder that holds the data
      --json         write JSON
      --access-token-file FILE
                     what a server asks for that others can reach, unless it says where that is
      A running server is asked; without one the folder is opened. Status 0: done; 1: not done;
      2: damaged data; 64: the command line makes no sense.
      """
    switch self {
    case .list:
      return """
        modosu list [--list NAME] [--show all|open|done|favorite] [--search TEXT]
        Writes the items, list by list, each with the beginning of its id.
        """ + common
    case .add:
      return """
        modosu add TITLE... [--list NAME] [--detail TEXT]
        Makes an item at the end of the first list or of that one. Words are put together.
        """ + common
    case .done:
      return """
        modosu done ITEM... [--open]
        Marks items as done, or as open: by id, by its beginning, or by the whole title.
        """ + common
    case .undo, .redo:
      return """
        modosu \(rawValue) [--steps N]
        Steps through what the command line did.
        """ + common
    case .export:
      return """
        modosu export json|md|txt|csv|ics [--output FILE]
        Writes everything to the standard output or to a file.
        """ + common
    case .import:
      return """
        modosu import FILE [--list NAME] [--preview]
        Reads JSON, Markdown, todo.txt, CSV, iCalendar, Taskwarrior or TodoMVC files in, as one
        step; --preview only says what would come. --list takes the items that name no list.
        """ + common
    }
  }
}
