internal import Todo

/// What `task export` of Taskwarrior writes: an array of tasks.
enum TaskwarriorFile {
  /// What is not lost although it has no place: the program's own bookkeeping.
  private static let bookkeeping: Set<String> = [
    "modified", "urgency", "id", "mask", "imask", "parent", "rtype",
  ]

  /// Reads task by task; `nil` if it is an array of something else.
  static func read(
    _ file: JSONParser, _ meter: ReadingMeter?
  ) throws(ImportError) -> Imported? {
    var parser = file
    var isMine = false
    try parser.elements { (task) throws(ImportError) in
      if isMine { try task.skip() } else { isMine = try task.value()["description"]?.string != nil }
    }
    try parser.end()
    guard isMine else { return nil }
    var builder = ImportBuilder()
    parser = file
    parser.note(in: meter)
    try parser.elements { (task) throws(ImportError) in
      let task = try task.value()
      if case .object(let members) = task {
        read(task, members, &builder)
      } else {
        builder.lose(.component, "task")
      }
    }
    return builder.imported
  }

  private static func read(
    _ task: JSONValue, _ members: [(name: String, value: JSONValue)],
    _ builder: inout ImportBuilder
  ) {
    var found = FoundItem()
    for (name, value) in members {
      switch name {
      case "description": found.title = value.string ?? ""
      case "project": break
      case "uuid": found.id = value.string.flatMap { ItemID($0) }
      case "entry": found.created = value.string.flatMap { CalendarTime.timestamp($0) }
      case "end": found.completed = value.string.flatMap { CalendarTime.timestamp($0) }
      case "annotations": found.detail = annotations(value)
      case "status":
        if value.string == "deleted" { return builder.lose(.deleted) }
        found.done = value.string == "completed"
        if !["pending", "completed"].contains(value.string) { builder.lose(.value, "status") }
      case "priority":
        found.favorite = value.string == "H"
        if !found.favorite { builder.lose(.property, "priority") }
      case _ where bookkeeping.contains(name): break
      default: builder.lose(.property, name)
      }
    }
    let list = builder.list(named: task["project"]?.string)
    builder.add(found, to: list)
  }

  /// Annotations as lines of a detail.
  private static func annotations(_ value: JSONValue) -> String {
    (value.elements ?? []).compactMap { $0["description"]?.string }.joined(separator: "\n")
  }
}

/// What TodoMVC applications keep in a browser's storage: an array of `{id, title, completed}`, or
/// an object that has such arrays, or their texts, under names.
enum TodoMVCFile {
  static func isMine(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): elements.isEmpty || elements.contains { $0["title"] != nil }
    case .object(let members): members.contains { todos(in: $0.value) != nil }
    default: false
    }
  }

  static func read(_ value: JSONValue) -> Imported {
    var builder = ImportBuilder()
    switch value {
    case .array(let elements): add(elements, to: builder.list(named: nil), &builder)
    case .object(let members):
      for (name, value) in members {
        if let todos = todos(in: value) {
          add(todos, to: builder.list(named: name), &builder)
        } else {
          builder.lose(.component, name)
        }
      }
    default: break
    }
    return builder.imported
  }

  /// The array that a stored value is, or has, or is the text of.
  private static func todos(in value: JSONValue) -> [JSONValue]? {
    switch value {
    case .array(let elements): return isMine(value) ? elements : nil
    case .text(let text):
      guard let inner = try? JSONValue(Array(text.utf8)), inner.elements != nil else { return nil }
      return todos(in: inner)
    case .object: return value["todos"]?.elements
    default: return nil
    }
  }

  private static func add(
    _ elements: [JSONValue], to list: Int, _ builder: inout ImportBuilder
  ) {
    for element in elements {
      guard case .object(let members) = element else {
        builder.lose(.component, "todo")
        continue
      }
      var found = FoundItem()
      for (name, value) in members {
        switch (name, value) {
        case ("title", .text(let text)): found.title = text
        case ("completed", .flag(let flag)): found.done = flag
        case ("id", .text(let text)): found.id = ItemID(text)
        case ("id", _), ("order", _): break
        case ("title", _), ("completed", _): builder.lose(.value, name)
        default: builder.lose(.property, name)
        }
      }
      builder.add(found, to: list)
    }
  }
}

extension CalendarTime {
  static func timestamp(_ text: String) -> Timestamp? { timestamp(Array(text.utf8)[...]) }
}
