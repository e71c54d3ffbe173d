internal import Templating
package import Todo

/// What every page shows around its content.
package struct PageContext: Sendable {
  /// The language of the page: its strings, its templates, its dates.
  package var language: Language
  /// The lists in their order, for the navigation.
  package var lists: [ListEntry]
  /// The list that the page belongs to.
  package var currentList: ListID?
  /// Which page it is, where the navigation says so.
  var place = NavigationPlace.elsewhere
  /// What the undo button would take back; `nil`: nothing to undo.
  package var undo: Label?
  /// What the redo button would do again; `nil`: nothing to redo.
  package var redo: Label?
  /// What the form before this page did, said once.
  package var note: Note?
  /// Why the store cannot write at present, said on every page meanwhile.
  package var trouble: Trouble?
  /// What the page shows; `nil` if it answers a form and says what asking for its address does not:
  /// no change elsewhere takes its place, and with it what was typed.
  package var revision: Int?
  /// Path and query of the page, to which its forms return; of a refusal the page whose form was
  /// refused.
  package var address: String
  package var now: Timestamp
  /// Seconds east of UTC at a point in time.
  package var zone: @Sendable (Timestamp) -> Int
  package var files: PageFiles

  package init(
    language: Language, lists: [ListEntry], currentList: ListID? = nil, undo: Label? = nil,
    redo: Label? = nil, note: Note? = nil, trouble: Trouble? = nil, revision: Int?,
    address: String, now: Timestamp,
    zone: @escaping @Sendable (Timestamp) -> Int,
    files: PageFiles
  ) {
    self.language = language
    self.lists = lists
    self.currentList = currentList
    self.undo = undo
    self.redo = redo
    self.note = note
    self.trouble = trouble
    self.revision = revision
    self.address = address
    self.now = now
    self.zone = zone
    self.files = files
  }

  /// The same around a page that stays until the person goes on.
  func lasting() -> PageContext {
    var context = self
    context.revision = nil
    return context
  }

  /// The same around a page that the navigation marks.
  func at(_ place: NavigationPlace) -> PageContext {
    var context = self
    context.place = place
    return context
  }

  /// A list and the numbers of its items.
  package struct ListEntry: Sendable {
    package let list: ItemList
    package let counts: Counts

    package init(list: ItemList, counts: Counts) {
      self.list = list
      self.counts = counts
    }
  }
}

/// The files of `Public/` that every page links to.
package struct PageFiles: Sendable {
  let fields: Fields

  /// - Parameter url: the address of a file by its name: `/static/style.css?v=HASH`.
  package init(_ url: (String) -> String) {
    fields = [
      .files: .group([
        .icon: .text(url("favicon.svg")), .manifest: .text(url("manifest.webmanifest")),
        .style: .text(url("style.css")), .script: .text(url("app.js")),
      ])
    ]
  }
}

/// The pages that the navigation leads to.
enum NavigationPlace: Sendable {
  case list, favorites, history, deleted, elsewhere
}

/// The one message that a page shows after a form.
package struct Note: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A command was done: `label` says which.
    case did
    /// Steps were taken back or done again: `label` is the last of them, `steps` their number.
    case undid, redid
    /// A step was dropped from the history.
    case skipped
    case nothingToUndo, nothingToRedo
    /// The step that was to be dropped was no longer the next one.
    case nothingToSkip
    /// A form that changed nothing.
    case unchanged
    case cancelled
    /// The language was chosen.
    case language
  }

  package var kind: Kind
  package var label: Label?
  package var steps = 1
  /// Where a moved item stands now: its position from 1 and the number of items.
  package var position: Position?
  /// What changed, if the page does not show it: the note links to it.
  package var elsewhere = Label.Subject.none

  package struct Position: Hashable, Sendable {
    package let index: Int
    package let total: Int

    package init(index: Int, total: Int) {
      self.index = index
      self.total = total
    }
  }
}

extension Note {
  package init(
    _ kind: Kind, label: Label? = nil, steps: Int = 1, position: Position? = nil,
    elsewhere: Label.Subject = .none
  ) {
    self.kind = kind
    self.label = label
    self.steps = steps
    self.position = position
    self.elsewhere = elsewhere
  }
}

/// Why the store takes no commands.
package enum Trouble: Sendable, Hashable {
  /// Writing fails, and is tried again with each command: the disk is full, perhaps.
  case cannotWrite(reason: String)
  /// What was written may not be on disk: only a restart helps.
  case stopped(reason: String)
}
