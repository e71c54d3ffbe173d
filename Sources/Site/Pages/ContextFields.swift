import Templating
import Todo

extension PageContext {
  /// What `layout.html` uses, and the partials that every page may use.
  func append(to fields: inout Fields, title: String) {
    fields.append(files.fields)
    fields.append(.revision, revision.map(String.init) ?? "")
    fields.append(.pageTitle, title)
    fields.append(.address, address)
    append(.undo, undo, to: &fields)
    append(.redo, redo, to: &fields)
    if let note {
      fields.append(.note) { append(note, to: &$0) }
    } else {
      fields.append(.note, false)
    }
    if let trouble {
      fields.append(.trouble) { $0.append(.text, language.text(trouble)) }
    } else {
      fields.append(.trouble, false)
    }
    fields.append(.lists, count: lists.count) { append(lists[$0], to: &$1) }
    fields.append(.favorites, .number(lists.reduce(0) { $0 + $1.counts.favorite }))
    fields.append(.onFavorites, place == .favorites)
    fields.append(.onHistory, place == .history)
    fields.append(.onDeleted, place == .deleted)
    // The one-time token of the form that makes a list.
    fields.append(.listToken, .gap)
  }

  /// What a title or a name needs beside its text: whether it is marked as Japanese.
  func isForeign(_ text: String) -> FieldValue {
    .flag(language.code != "ja" && text.looksJapanese)
  }

  /// A point in time as the clocks of the reader show it.
  func civil(_ time: Timestamp) -> CivilTime {
    CivilTime(time, offset: zone(time))
  }

  /// The choice of a page among many, or false if there is but one.
  func pager(number: Int, total: Int, address: (Int) -> String) -> FieldValue {
    let pages = max(1, (total + Limits.pageSize - 1) / Limits.pageSize)
    guard pages > 1 else { return .flag(false) }
    let page = language.number(number)
    return .group([
      .newer: .text(number > 1 ? address(number - 1) : ""),
      .older: .text(number < pages ? address(number + 1) : ""),
      .here: .text(language(.pageNumber, ["page": page, "pages": language.number(pages)])),
    ])
  }

  private func append(_ name: FieldName, _ step: Label?, to fields: inout Fields) {
    guard let step else { return fields.append(name, false) }
    fields.append(name) { $0.append(.what, writing: { language.append(step, .command, to: &$0) }) }
  }

  private func append(_ note: Note, to fields: inout Fields) {
    let link =
      switch note.elsewhere {
      case .item(let id): "/items/\(id)"
      case .list(let id): "/lists/\(id)"
      case .none: ""
      }
    fields.append(.text, writing: { language.append(note, to: &$0) })
    fields.append(.link, link)
  }

  private func append(_ entry: ListEntry, to fields: inout Fields) {
    let isCurrent = entry.list.id == currentList
    fields.append(.id, writing: entry.list.id.append)
    fields.append(.name, entry.list.name)
    fields.append(.ja, isForeign(entry.list.name))
    fields.append(.open, String(entry.counts.open))
    fields.append(.current, !isCurrent ? "" : place == .list ? "page" : "true")
  }
}

extension Language {
  /// The message of a page that follows a form.
  func text(_ note: Note) -> String {
    var text: [UInt8] = []
    append(note, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds that message in UTF-8.
  func append(_ note: Note, to text: inout [UInt8]) {
    switch note.kind {
    case .did:
      guard note.position != nil else { return append(note.label, .past, to: &text) }
      append(.noteMoved, note, .past, to: &text)
    case .undid:
      guard note.steps == 1 else {
        text += self(.noteUndidSteps, count: note.steps).utf8
        return
      }
      append(.noteUndid, note, .command, to: &text)
    case .redid:
      guard note.steps == 1 else {
        text += self(.noteRedidSteps, count: note.steps).utf8
        return
      }
      append(.noteRedid, note, .command, to: &text)
    case .skipped: append(.noteSkipped, note, .command, to: &text)
    case .nothingToUndo: text += self(.noteNothingToUndo).utf8
    case .nothingToRedo: text += self(.noteNothingToRedo).utf8
    case .nothingToSkip: text += self(.noteNothingToSkip).utf8
    case .unchanged: text += self(.noteUnchanged).utf8
    case .cancelled: text += self(.noteCancelled).utf8
    case .language: text += self(.noteLanguage).utf8
    }
  }

  private func append(_ label: Label?, _ form: LabelForm, to text: inout [UInt8]) {
    if let label { append(label, form, to: &text) }
  }

  /// A message that says what was done, in one form or the other.
  private func append(
    _ phrase: Phrase, _ note: Note, _ form: LabelForm, to text: inout [UInt8]
  ) {
    append(phrase, to: &text) { argument, text in
      switch argument {
      case "what": append(note.label, form, to: &text)
      case "index": text += number(note.position?.index ?? 0).utf8
      case "total": text += number(note.position?.total ?? 0).utf8
      default: assertionFailure("nobody gives the argument \(argument)")
      }
    }
  }

  /// Why nothing can be saved.
  func text(_ trouble: Trouble) -> String {
    switch trouble {
    case .cannotWrite(let reason): self(.troubleCannotWrite, ["reason": reason])
    case .stopped(let reason): self(.troubleStopped, ["reason": reason])
    }
  }
}
