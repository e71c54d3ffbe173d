import Todo

/// All that a workspace holds, as lines: two workspaces are the same if their dumps are.
func dump(_ workspace: Workspace, revision: Bool = true) -> [String] {
  let document = workspace.document
  var lines = ["next \(document.nextOrdinal)"]
  if revision { lines.append("revision \(workspace.revision)") }
  lines += dump(document)
  for session in workspace.sessions {
    lines.append("session \(session.id) last used \(session.lastUsed)")
    for direction in Direction.allCases {
      lines += session.history.stack(direction).map { step in
        let changes = step.changes.map { plain($0) }.joined(separator: ",")
        return "\(direction.rawValue) \(step.revision) \(step.label.verb.rawValue) \(changes)"
      }
    }
  }
  lines += workspace.onceTokens.map {
    $0.session.description + " " + $0.once.token + " " + $0.once.location
  }
  return lines
}

/// Lists, items, order, stamps and what is deleted. Numbers of deletions only by their order.
func dump(_ document: Document) -> [String] {
  var lines: [String] = []
  document.forEachList { list, stamp, deletion in
    lines.append("\(plain(list)) \(stamp) \(deletion?.revision ?? 0)")
    document.forEachItem(of: list.id) { item, stamp, deletion in
      lines.append("  \(plain(item)) \(stamp) \(deletion?.revision ?? 0)")
    }
  }
  for entry in document.deleted(0..<Int.max).entries {
    switch entry {
    case .item(let item, let list): lines.append("deleted \(item.id) of \(list)")
    case .list(let list): lines.append("deleted \(list.id)")
    }
  }
  return lines
}

/// What people see: living lists and items in their order, without stamps.
func visible(_ document: Document) -> [String] {
  document.lists.flatMap { list in
    [plain(list)] + document.page(of: list.id, view: View(), 0..<Int.max).items.map(plain)
  }
}

private func plain(_ list: ItemList) -> String {
  list.id.description + " " + list.name
}

private func plain(_ item: Item) -> String {
  let marks = (item.favorite ? "*" : "-") + (item.done ? "x" : "-")
  return
    "\(item.ordinal) \(item.id.description) \(marks) \(item.count) \(item.title)|\(item.detail)"
    + (item.completed.map { " \($0.milliseconds)" } ?? "")
}

private func plain(_ change: Change) -> String {
  switch change {
  case .insertItem(let item, _): "insert \(item.ordinal)"
  case .removeItem(let item, _): "remove \(item.ordinal)"
  case .moveItem(let id, _, _): "move \(id.description)"
  case .setProperty(let id, let property, _, _): "set \(property.name) \(id.description)"
  case .insertList(let list, _): "insert \(list.name)"
  case .removeList(let list, _): "remove \(list.name)"
  case .moveList(let id, _, _): "move \(id.description)"
  case .renameList(_, let from, let to): "rename \(from) \(to)"
  }
}
