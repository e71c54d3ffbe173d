import Kernel
import Todo

/// The two ways to say what a step does: as the name of a button, and as what has happened.
enum LabelForm: String, Sendable, CaseIterable {
  case command = "do"
  case past = "did"

  func key(_ verb: Label.Verb) -> String { "\(rawValue).\(verb.rawValue)" }
}

extension Label.Verb {
  /// Whether what it says depends on a number.
  var isCounted: Bool { self == .clearDone || self == .importItems }
}

extension Label {
  /// Characters of a title or a name within a button or a message.
  static let nameLength = 48
}

extension Language {
  /// What a step does: “delete “Buy milk””, or “Deleted “Buy milk””.
  func text(_ label: Label, _ form: LabelForm) -> String {
    var text: [UInt8] = []
    append(label, form, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds that text in UTF-8.
  func append(_ label: Label, _ form: LabelForm, to text: inout [UInt8]) {
    message(label, form)?.append(to: &text) { append(label, argument: $0, to: &$1) }
  }

  /// The text before and after the name of what the step was about, where a link takes its place;
  /// `nil` if the text has no name.
  func split(_ label: Label, _ form: LabelForm) -> (before: String, after: String)? {
    message(label, form)?.split(at: "name") { append(label, argument: $0, to: &$1) }
  }

  private func append(_ label: Label, argument: String, to text: inout [UInt8]) {
    let value =
      switch argument {
      case "name": label.name.shortened(to: Label.nameLength)
      case "detail": label.detail.shortened(to: Label.nameLength)
      case "count": number(label.count)
      default: ""
      }
    text.append(copying: value.utf8.span)
  }
}
