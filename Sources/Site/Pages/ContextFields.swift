import Templating
import Todo

extension PageContext {
  /// What `layout.html` uses, and the partials that every page may use.
  func append(to fields: inout Fields, title: String) {
    fields.append(.lang, .text(language.code))
    fields.append(.revision, .number(revision))
    fields.append(.pageTitle, .text(title))
    fields.append(.appName, .text(language(.appName)))
    fields.append(.address, .text(address))
    fields.append(
      .files,
      .group([
        .icon: .text(files("favicon.svg")), .manifest: .text(files("manifest.webmanifest")),
        .style: .text(files("style.css")), .script: .text(files("app.js")),
      ]))
    fields.append(.undo, step(undo))
    fields.append(.redo, step(redo))
    fields.append(.note, note.map { .group(self.fields(of: $0)) } ?? .flag(false))
    fields.append(
      .trouble, trouble.map { .group([.text: .text(language.text($0))]) } ?? .flag(false))
    fields.append(.lists, .list(lists.map { self.fields(of: $0) }))
    fields.append(.favorites, .number(lists.reduce(0) { $0 + $1.counts.favorite }))
    fields.append(.onFavorites, .flag(place == .favorites))
    fields.append(.onHistory, .flag(place == .history))
    fields.append(.onDeleted, .flag(place == .deleted))
    fields.append(.listToken, .text(listToken ?? ""))
    fields.append(.languages, .list(language.choiceFields))
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

  private func step(_ label: Label?) -> FieldValue {
    guard let label else { return .flag(false) }
    return .group([.what: .text(language.text(label, .command))])
  }

  private func fields(of note: Note) -> Fields {
    let link =
      switch note.elsewhere {
      case .item(let id): "/items/\(id)"
      case .list(let id): "/lists/\(id)"
      case .none: ""
      }
    return [.text: .text(language.text(note)), .link: .text(link)]
  }

  private func fields(of entry: ListEntry) -> Fields {
    let isCurrent = entry.list.id == currentList
    var fields = Fields(capacity: 5)
    fields.append(.id, .text(entry.list.id.description))
    fields.append(.name, .text(entry.list.name))
    fields.append(.ja, isForeign(entry.list.name))
    fields.append(.open, .text(String(entry.counts.open)))
    fields.append(.current, .text(!isCurrent ? "" : place == .list ? "page" : "true"))
    return fields
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
