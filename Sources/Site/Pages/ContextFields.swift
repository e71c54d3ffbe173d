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
    fields.append(.text, language.text(note))
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
    let what = note.label.map { text($0, .command) } ?? ""
    switch note.kind {
    case .did:
      let done = note.label.map { text($0, .past) } ?? ""
      guard let position = note.position else { return done }
      let index = number(position.index)
      return self(
        .noteMoved, ["what": done, "index": index, "total": number(position.total)])
    case .undid:
      return note.steps == 1
        ? self(.noteUndid, ["what": what]) : self(.noteUndidSteps, count: note.steps)
    case .redid:
      return note.steps == 1
        ? self(.noteRedid, ["what": what]) : self(.noteRedidSteps, count: note.steps)
    case .skipped: return self(.noteSkipped, ["what": what])
    case .nothingToUndo: return self(.noteNothingToUndo)
    case .nothingToRedo: return self(.noteNothingToRedo)
    case .nothingToSkip: return self(.noteNothingToSkip)
    case .unchanged: return self(.noteUnchanged)
    case .cancelled: return self(.noteCancelled)
    case .language: return self(.noteLanguage)
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
