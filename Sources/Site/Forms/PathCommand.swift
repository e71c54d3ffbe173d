internal import HTTP

/// A command that the path of a form names, so that a program need not know the buttons of a page:
/// `POST /items/ID/done` with `value=true` is the button “Done” of that item.
package enum PathCommand: String, Hashable, Sendable, CaseIterable {
  /// Adds `by` to the count.
  case count
  /// Sets the state that `value` says, true without one.
  case done, favorite
  /// Moves it, as `do=move` does.
  case move
  case delete
  case clearDone = "clear-done"

  static func onItem(_ name: String) -> PathCommand? {
    PathCommand(rawValue: name).flatMap { $0 == .clearDone ? nil : $0 }
  }

  static func onList(_ name: String) -> PathCommand? {
    PathCommand(rawValue: name).flatMap { $0 == .clearDone ? $0 : nil }
  }

  /// The form as the page's button would send it.
  func form(_ form: Form) -> Form {
    let isOn = form.last("value").map { $0 == "true" } ?? true
    let action: String? =
      switch self {
      case .count: nil
      case .done: isOn ? "done" : "open"
      case .favorite: isOn ? "favorite" : "unfavorite"
      case .move, .delete, .clearDone: rawValue
      }
    var form = form
    if let action { form.append("do", action) }
    return form
  }
}
