import Storage
import Todo

/// Everything that a workspace holds, as a text to compare.
struct Dump {
  let text: String

  init(_ workspace: Workspace) {
    var text = "revision \(workspace.revision)\n"
    workspace.document.forEachList { list, stamp, deletion in
      text += "list \(list.id) \(list.name) \(list.created.milliseconds) \(stamp)"
      text += " \(deletion?.revision ?? 0)\n"
      workspace.document.forEachItem(of: list.id) { item, stamp, deletion in
        text += "item \(item.id) \(item.ordinal) \(item.created.milliseconds) \(stamp)"
        text += " \(deletion?.revision ?? 0)"
        for property in Item.properties {
          switch property.read(item) {
          case .text(let value): text += " \(value)"
          case .flag(let value): text += " \(value)"
          case .number(let value): text += " \(value)"
          case .time(let value): text += " \(value?.milliseconds ?? -1)"
          }
        }
        text += "\n"
      }
    }
    for session in workspace.sessions {
      text += "session \(session.id) \(session.lastUsed)\n"
      for step in session.history.done { text += "done " + Self.line(step) }
      for step in session.history.undone { text += "undone " + Self.line(step) }
    }
    for token in workspace.onceTokens {
      text += "token \(token.once.token) \(token.once.location) \(token.session)"
      text += " \(token.time.milliseconds)\n"
    }
    self.text = text
  }

  /// Labels and changes to the last byte.
  private static func line(_ step: Step) -> String {
    var writer = LineWriter()
    writer.line(
      Transaction(
        revision: step.revision, time: step.time, session: nil, action: .perform(step.label),
        changes: step.changes), synced: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
