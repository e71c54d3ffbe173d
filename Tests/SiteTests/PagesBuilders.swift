import Assets
import Site
import Templating
import Testing
import Todo

/// What tests of pages have at hand: values with defaults.
enum Sample {
  static let languages: Languages? = try? Languages(files: Assets.templates)
  static let time = Timestamp(milliseconds: 1_796_000_000_000)

  static func language(_ code: String = "en") throws -> Language {
    try #require(languages).pick(acceptLanguage: nil, choice: code)
  }

  static func item(
    _ number: UInt64 = 1, title: String = "Buy milk", detail: String = "", favorite: Bool = false,
    done: Bool = false, count: Int = 0
  ) -> Item {
    Item(
      id: ItemID(high: 0, low: number), title: title, detail: detail, favorite: favorite,
      done: done, count: count, created: time, ordinal: Int(number))
  }

  static func list(_ number: UInt64 = 1, name: String = "Groceries") -> ItemList {
    ItemList(id: ListID(high: 1, low: number), name: name, created: time)
  }

  static func context(
    _ code: String = "en", lists: [ItemList] = [list()], undo: Label? = nil, redo: Label? = nil,
    note: Note? = nil, trouble: Trouble? = nil, address: String = "/"
  ) throws -> PageContext {
    PageContext(
      language: try language(code),
      lists: lists.map { .init(list: $0, counts: Counts(all: 1, open: 1)) }, undo: undo,
      redo: redo, note: note, trouble: trouble, revision: 1, address: address, now: time,
      zone: { _ in 0 }, files: PageFiles { "/static/\($0)" })
  }

  /// Every page, with these texts wherever a person's text is shown.
  static func pages(_ code: String, text: String) throws -> [any SitePage] {
    let item = item(title: text, detail: text, favorite: true, done: true, count: 3)
    let list = list(name: text)
    let label = Label(.renameItem, .item(item.id), name: text, detail: text)
    let context = try context(
      code, lists: [list], undo: label, redo: label,
      note: Note(.did, label: label, elsewhere: .item(item.id)),
      trouble: .cannotWrite(reason: text), address: "/search?q=\(text)")
    let input = ItemInput(
      title: text, detail: text, count: text, favorite: true, done: false, list: nil,
      problems: [.blankTitle, .countNotANumber])
    let kept = KeptForm(
      action: "/items", fields: [.init("title", text), .init("detail", text), .init(text, text)],
      button: .init(text, text))
    let step = Step(revision: 1, label: label, changes: [], time: time)
    let counts = Counts(all: 1, open: 0, favorite: 1)
    return [
      ListPage(
        context, list: list, counts: counts, view: View(show: .open, query: text), number: 1,
        rows: [
          ItemRow(
            item: item, list: text,
            hidden: RowFields(address: text, view: View(query: text)).html(in: context.language),
            isMovable: true, isFirst: false, isLast: false
          ).html(in: context.language)
        ], total: 201),
      ListEditPage(
        context, list: list, counts: counts, isFirst: true, isLast: false,
        refused: ListInput(name: text, problem: .blankName)),
      ItemPage(
        context, item: item, list: list, isFirst: true, isLast: false, base: text, origin: text,
        refused: input),
      GonePage(context, subject: .item(item, list: list, listIsDeleted: true), kept: kept),
      GonePage(context, subject: .list(list)),
      UpdateConflictPage(
        context, item: item, list: list, input: input, base: text, origin: text,
        conflicts: ["title"]),
      StepConflictPage(
        context, direction: .undo, step: step, skipToken: text, subject: .item(item),
        clash: .property(Property.title.erased, expected: .text("x"), present: .text(text))),
      StepConflictPage(
        context, direction: .redo, step: step, skipToken: text, subject: .list(list),
        clash: .moved(to: list)),
      SearchPage(context, query: text, results: [FoundItem(item, in: list)], total: 201, number: 1),
      FavoritesPage(context, items: [FoundItem(item, in: list)], total: 1, number: 1),
      DeletedPage(
        context, entries: [.item(item, list: list, listIsDeleted: false), .list(list)], total: 2,
        number: 1),
      HistoryPage(context, history: History(done: [step, step], undone: [step]), number: 1),
      ProblemPage(context, problem: .methodNotAllowed(allowed: text), kept: kept),
      ProblemPage(context, problem: .noSuchPage),
    ]
  }
}

extension HTML {
  /// The markup as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
  /// How often a text stands in it.
  func count(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}

extension ItemInput {
  /// What was typed into the detail form, field by field.
  init(
    title: String, detail: String = "", count: String = "0", favorite: Bool = false,
    done: Bool = false, list: ListID? = nil, problems: [InputProblem] = []
  ) {
    self.init(
      typed: [
        "title": .text(title), "detail": .text(detail), "count": .text(count),
        "favorite": .ticked(favorite), "done": .ticked(done),
      ], list: list, problems: problems)
  }
}
