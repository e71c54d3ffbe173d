import Todo

/// The texts that the program itself uses, by their keys in the strings files. What templates use
/// has keys without a dot.
enum Phrase: String, Sendable, CaseIterable {
  case languageName = "language.name"
  case languagePlural = "language.plural"
  case numberSeparator = "number.separator"
  case appName = "app.name"
  case pageDeletedItem = "page.deletedItem"
  case pageConflict = "page.conflict"
  case pageSearch = "page.search"
  case pageResults = "page.results"
  case pageEdit = "page.edit"
  case pageNumber = "page.number"
  case noteUndid = "note.undid"
  case noteRedid = "note.redid"
  case noteMoved = "note.moved"
  case noteSkipped = "note.skipped"
  case noteNothingToUndo = "note.nothingToUndo"
  case noteNothingToRedo = "note.nothingToRedo"
  case noteNothingToSkip = "note.nothingToSkip"
  case noteUnchanged = "note.unchanged"
  case noteCancelled = "note.cancelled"
  case noteLanguage = "note.language"
  case listCounts = "list.counts"
  case searchPrompt = "search.prompt"
  case goneItem = "gone.item"
  case goneList = "gone.list"
  case goneListExplained = "gone.listExplained"
  case goneWithList = "gone.withList"
  case goneFromList = "gone.fromList"
  case goneIsList = "gone.isList"
  case keptNewItem = "kept.newItem"
  case keptNewList = "kept.newList"
  case keptAgain = "kept.again"
  case clashUndo = "clash.undo"
  case clashRedo = "clash.redo"
  case clashProperty = "clash.property"
  case clashName = "clash.name"
  case clashMoved = "clash.moved"
  case clashMovedTo = "clash.movedTo"
  case clashDeleted = "clash.deleted"
  case clashPresent = "clash.present"
  case clashChangedSince = "clash.changedSince"
  case clashChangedProperty = "clash.changedProperty"
  case clashOpenItem = "clash.openItem"
  case clashOpenList = "clash.openList"
  case troubleCannotWrite = "trouble.cannotWrite"
  case troubleStopped = "trouble.stopped"
  case importReading = "import.reading"
  case importStoring = "import.storing"
  case statsRange = "stats.range"
  case dateDay = "date.day"
  case dateFull = "date.full"
  case dateToday = "date.today"
  case dateYesterday = "date.yesterday"

  // Those that depend on a number.
  case noteUndidSteps = "note.undidSteps"
  case noteRedidSteps = "note.redidSteps"
  case listClear = "list.clear"
  case listDeletes = "list.deletes"
  case searchCount = "search.count"
  case favoritesCount = "favorites.count"
  case importCount = "import.count"
  case importNewList = "import.newList"
  case importKnownList = "import.knownList"
  case historySummary = "history.summary"
  case statsDone = "stats.done"
  case statsOpen = "stats.open"
  case statsUnknown = "stats.unknown"

  /// Whether it has a text for each plural form.
  private var isCounted: Bool {
    switch self {
    case .noteUndidSteps, .noteRedidSteps, .listClear, .listDeletes, .searchCount, .favoritesCount,
      .importCount, .importNewList, .importKnownList,
      .historySummary, .statsDone, .statsOpen, .statsUnknown:
      true
    default: false
    }
  }

  /// Every key that a strings file needs, beside those that templates use.
  static func keys(_ plural: PluralRule) -> [String] {
    func counted(_ key: String) -> [String] { plural.forms.map { "\(key).\($0)" } }
    var keys: [String] = []
    for phrase in allCases {
      keys += phrase.isCounted ? counted(phrase.rawValue) : [phrase.rawValue]
    }
    for verb in Label.Verb.allCases {
      for form in LabelForm.allCases {
        let key = form.key(verb)
        keys += verb.isCounted ? counted(key) : [key]
      }
    }
    keys += InputProblem.keys + Problem.keys + CivilTime.keys
    keys += FieldText.allCases.map(\.key) + ["flag.true", "flag.false"]
    keys += View.Show.allCases.map { "show.\($0.rawValue)" }
    keys += View.Sort.allCases.map { "sort.\($0.rawValue)" }
    keys += Language.importKeys
    return keys
  }
}

/// The fields of forms, as they are named to people.
enum FieldText: String, Sendable, CaseIterable {
  case title, detail, name, count, favorite, done, list

  var key: String { "field.\(rawValue)" }
}
