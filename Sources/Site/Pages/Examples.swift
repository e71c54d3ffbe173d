import Interchange
import Templating
import Todo

/// An example of every page that supplies all a page can show, so that a template which uses a
/// field that nobody supplies is found when the program starts.
enum Examples {
  /// Checks the templates of a language.
  static func check(_ language: Language) throws(SiteFileError) {
    for page in pages(context(language)) {
      try language.check(type(of: page).template, supplied: page.allFields)
    }
    let view = View(show: .open, query: "milk", sort: .title)
    try language.check("row-fields", supplied: RowFields(address: "/", view: view).fields)
    try language.check(
      "views", supplied: ListViews(list: list.id, view: view).fields(in: language))
  }

  static let item = Item(
    id: ItemID(high: 1, low: 1), title: "Milk", detail: "Two bottles", favorite: true, done: true,
    completed: Timestamp(milliseconds: 1), count: 2, created: Timestamp(milliseconds: 0), ordinal: 1
  )
  static let list = ItemList(
    id: ListID(high: 2, low: 2), name: "Groceries", created: Timestamp(milliseconds: 0))

  /// A context that has everything.
  static func context(_ language: Language) -> PageContext {
    let label = Label(.deleteItem, .item(item.id), name: item.title)
    return PageContext(
      language: language, lists: [.init(list: list, counts: Counts(all: 3, open: 2, favorite: 1))],
      currentList: list.id, undo: label, redo: label,
      note: Note(.did, label: label, elsewhere: label.subject),
      trouble: .cannotWrite(reason: "No space left on device"), revision: 1, address: "/",
      now: Timestamp(milliseconds: 0), zone: { _ in 0 },
      files: PageFiles { "/static/\($0)" })
  }

  static func pages(_ context: PageContext) -> [any SitePage] {
    [
      listPage(context),
      ListEditPage(
        context, list: list, counts: Counts(all: 1), isFirst: true, isLast: true,
        refused: ListInput(name: "", problem: .blankName)),
      ItemPage(
        context, item: item, list: list, isFirst: true, isLast: true, base: "base", origin: "/",
        refused: input),
      GonePage(
        context, subject: .item(item, list: list, listIsDeleted: false), kept: kept),
      UpdateConflictPage(
        context, item: item, list: list, input: input, base: "base", origin: "/",
        conflicts: ["title"]),
      stepConflictPage(context),
      SearchPage(
        context, query: "milk", results: [FoundItem(item, in: list)], total: 201, number: 2),
      FavoritesPage(context, items: [FoundItem(item, in: list)], total: 201, number: 2),
      ImportPage(
        context,
        state: .preview(
          .init(
            parts: [.init(name: "Groceries", isNew: true, count: 9, titles: ["Milk"])],
            losses: [Loss(kind: .text, line: 1)], token: "token", chosen: list.id))),
      DeletedPage(
        context,
        entries: [.item(item, list: list, listIsDeleted: false), .list(list)], total: 201,
        number: 2),
      historyPage(context),
      statisticsPage(context),
      ProblemPage(context, problem: .cannotWrite, kept: kept),
      BarePage(context, problem: .noSuchPage),
      LoginPage(context, refusal: .wrongToken),
    ]
  }

  private static let input = ItemInput(
    typed: [
      "title": .text("Oat milk"), "detail": .text("One"), "count": .text("x"),
      "favorite": .ticked(false), "done": .ticked(true),
    ], list: list.id,
    problems: [.blankTitle, .longDetail(100_001), .countNotANumber, .unknownList])

  private static let kept = KeptForm(
    action: "/items",
    fields: [.init("title", "Milk"), .init("detail", "Two"), .init("list", "1")],
    button: .init("do", "update"))

  private static func exampleRow(_ language: Language) -> ItemRow {
    ItemRow(
      item: item, list: list.name,
      hidden: RowFields(address: "/").html(in: language), isMovable: true, isFirst: true,
      isLast: true)
  }

  private static func listPage(_ context: PageContext) -> ListPage {
    ListPage(
      context, list: list, counts: Counts(all: 3, open: 2, favorite: 1),
      view: View(show: .open, query: "milk", sort: .title), number: 2,
      rows: [exampleRow(context.language).html(in: context.language)], total: 201)
  }

  private static func stepConflictPage(_ context: PageContext) -> StepConflictPage {
    StepConflictPage(
      context, direction: .undo, step: step(1), skipToken: "1", subject: .item(item),
      clash: .property(
        Property.title.erased, expected: .text("Milk"), present: .text("Oat milk")))
  }

  private static func historyPage(_ context: PageContext) -> HistoryPage {
    HistoryPage(
      context, history: History(done: (1...201).map(step), undone: [step(202)]), number: 2)
  }

  private static func statisticsPage(_ context: PageContext) -> StatisticsPage {
    StatisticsPage(
      context,
      statistics: Statistics(
        days: [.init(start: context.now, done: 2, open: 1)],
        lists: [.init(list: list, counts: Counts(all: 3, open: 2), doneWithin: 1)], unknown: 1))
  }

  private static func step(_ revision: Int) -> Step {
    Step(
      revision: revision, label: Label(.addItem, .item(item.id), name: item.title), changes: [],
      time: Timestamp(milliseconds: 0))
  }
}
