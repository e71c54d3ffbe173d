import Templating
import Todo

/// One language of the pages: its texts, the templates with these texts in them, its dates.
package final class Language: Sendable {
  /// The tag of the `lang` attribute: `en`.
  package let code: String
  /// What the language calls itself.
  package let name: String
  /// Every language that can be chosen, this one included.
  let choices: [Choice]
  private let plural: PluralRule
  private let messages: [String: Message]
  /// What steps do, where that does not depend on a number: texts that most pages have.
  private let labels: [(verb: Label.Verb, command: Message, past: Message)]
  let dates: DateTexts
  private let templates: TemplateLibrary
  /// A row of a list: see `RowWriter`.
  let row: Stencil

  /// - Parameters:
  ///   - texts: the strings file, `en.strings` for `en`.
  ///   - choices: every language that there is, this one included.
  ///   - sources: the bytes of the templates, by name without an ending.
  /// - Throws: if a text is missing that the program or a template uses.
  init(
    code: String, texts: StringsFile, choices: [Choice], sources: [String: [UInt8]]
  ) throws(SiteFileError) {
    let file = "\(code).strings"
    let messages = texts.messages
    func message(_ key: String) throws(SiteFileError) -> Message {
      guard let message = messages[key] else {
        throw SiteFileError(file: file, line: 1, column: 1, reason: "\(key) is missing")
      }
      return message
    }
    let pluralName = try message(Phrase.languagePlural.rawValue)([:])
    guard let plural = PluralRule(rawValue: pluralName) else {
      let rules = PluralRule.allCases.map(\.rawValue).joined(separator: ", ")
      throw SiteFileError(
        file: file, line: 1, column: 1,
        reason: "\(Phrase.languagePlural.rawValue) is one of: \(rules)")
    }
    for key in Phrase.keys(plural) { _ = try message(key) }
    self.code = code
    self.plural = plural
    self.messages = messages
    labels = Label.Verb.allCases.compactMap { verb in
      guard let command = messages[LabelForm.command.key(verb)],
        let past = messages[LabelForm.past.key(verb)]
      else { return nil }
      return (verb, command, past)
    }
    self.choices = choices
    name = try message(Phrase.languageName.rawValue)([:])
    dates = try DateTexts(message)
    let appName = try message(Phrase.appName.rawValue)([:])
    do throws(TemplateError) {
      templates = try TemplateLibrary(
        sources: sources,
        constants: [
          "t": .group(Self.constants(messages)), .lang: .text(code), .appName: .text(appName),
          .languages: .list(
            choices.map {
              [.code: .text($0.code), .name: .text($0.name), .current: .flag($0.code == code)]
            }),
        ])
      guard let row = templates["item-row"] else { throw Self.missing("item-row") }
      self.row = try row.stencil(RowWriter.fields)
    } catch {
      throw SiteFileError(error)
    }
  }

  /// A language to choose.
  struct Choice: Hashable, Sendable {
    let code: String
    let name: String
  }

  /// Fills a template.
  func render(_ template: String, _ fields: Fields) -> HTML {
    guard let template = templates[template] else {
      assertionFailure("no template is called \(template)")
      return HTML()
    }
    return template.render(fields)
  }

  /// Checks that an example of a page's fields has all that its template uses.
  func check(_ template: String, supplied example: Fields) throws(SiteFileError) {
    guard let found = templates[template] else { throw SiteFileError(Self.missing(template)) }
    do {
      try found.check(supplied: example)
    } catch {
      throw SiteFileError(error)
    }
  }

  /// The keys of its texts.
  package var keys: Set<String> { Set(messages.keys) }

  /// The keys of its texts, and the arguments of each.
  var arguments: [String: Set<String>] { messages.mapValues(\.arguments) }

  // MARK: Texts

  func callAsFunction(
    _ phrase: Phrase, _ arguments: KeyValuePairs<String, String> = [:]
  ) -> String {
    text(phrase.rawValue, arguments)
  }

  /// Adds a text in UTF-8; a closure adds the argument of a name.
  func append(
    _ phrase: Phrase, to text: inout [UInt8],
    _ argument: (_ name: String, inout [UInt8]) -> Void
  ) {
    messages[phrase.rawValue]?.append(to: &text, argument)
  }

  /// A text that depends on a number, which is its argument `count` as well.
  func callAsFunction(
    _ phrase: Phrase, count: Int, _ name: String? = nil, _ value: String = ""
  ) -> String {
    let key = "\(phrase.rawValue).\(plural.form(of: count))"
    let number = self.number(count)
    guard let name else { return text(key, ["count": number]) }
    return text(key, ["count": number, name: value])
  }

  /// The text of a key that is made of parts.
  func text(_ key: String, _ arguments: KeyValuePairs<String, String> = [:]) -> String {
    guard let message = messages[key] else {
      assertionFailure("no text has the key \(key)")
      return ""
    }
    return message(arguments)
  }

  /// The text that says what a step does.
  func message(_ label: Label, _ form: LabelForm) -> Message? {
    for index in labels.indices where labels[index].verb == label.verb {
      return form == .command ? labels[index].command : labels[index].past
    }
    return messages["\(form.key(label.verb)).\(plural.form(of: label.count))"]
  }

  /// A number for people, its digits in groups of three.
  func number(_ number: Int) -> String {
    if (0..<1_000).contains(number) { return String(number) }
    let separator = self(.numberSeparator)
    var digits = Array(String(number.magnitude).utf8)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(contentsOf: separator.utf8, at: place)
      place -= 3
    }
    return (number < 0 ? "−" : "") + String(decoding: digits, as: UTF8.self)
  }

  private static func missing(_ template: String) -> TemplateError {
    TemplateError(file: template, line: 1, column: 1, reason: "the template is missing")
  }

  private static func constants(_ messages: [String: Message]) -> Fields {
    var fields = Fields()
    for (key, message) in messages where !key.utf8.contains(UInt8(ascii: ".")) {
      fields.append(FieldName(key), .text(message([:])))
    }
    return fields
  }
}

/// A mistake in a template or a strings file.
package struct SiteFileError: Error, Hashable, CustomStringConvertible {
  package let file: String
  /// From 1.
  package let line: Int
  /// From 1.
  package let column: Int
  package let reason: String

  package init(file: String, line: Int, column: Int, reason: String) {
    self.file = file
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// A template's mistake; templates have no ending in the library.
  init(_ error: TemplateError) {
    self.init(
      file: "\(error.file).html", line: error.line, column: error.column, reason: error.reason)
  }

  package var description: String { "\(file):\(line):\(column): \(reason)" }
}
