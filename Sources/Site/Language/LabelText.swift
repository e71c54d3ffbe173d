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
    message(label, form)?(arguments(label)) ?? ""
  }

  /// Adds that text in UTF-8.
  func append(_ label: Label, _ form: LabelForm, to text: inout [UInt8]) {
    message(label, form)?.append(arguments(label), to: &text)
  }

  /// The text before and after the name of what the step was about, where a link takes its place;
  /// `nil` if the text has no name.
  func split(_ label: Label, _ form: LabelForm) -> (before: String, after: String)? {
    message(label, form)?.split(at: "name", arguments(label))
  }

  private func arguments(_ label: Label) -> KeyValuePairs<String, String> {
    [
      "name": label.name.shortened(to: Label.nameLength),
      "detail": label.detail.shortened(to: Label.nameLength),
      "count": label.verb.isCounted ? number(label.count) : "",
    ]
  }
}
