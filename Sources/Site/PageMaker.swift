internal import HTTP
internal import Templating
internal import Todo

/// Makes the page of a resource from the store as it is: chooses the renderer, looks up what it
/// shows.
///
/// An object, so that none of its many parts is copied for what is done on its behalf.
final class PageMaker {
  let workspace: Workspace
  let context: PageContext
  /// Where the page may be kept, if it may.
  let kept: Kept?

  init(workspace: Workspace, context: PageContext, kept: Kept? = nil) {
    self.workspace = workspace
    self.context = context
    self.kept = kept
  }

  /// A place in the cache of pages.
  struct Kept {
    let cache: PageCache
    let key: PageCache.Key
    /// Whether the page itself may be kept, and not its rows alone.
    let isLasting: Bool
  }

  private var document: Document { workspace.document }

  // MARK: Lists

  func list(_ id: ListID, _ query: ListQuery) -> Response {
    switch document.list(id) {
    case .live(let list): self.list(list, query)
    case .removed(let list): .page(gone(list).html(), status: .gone)
    case .unknown: problem(.noSuchList)
    }
  }

  func list(_ list: ItemList, _ query: ListQuery) -> Response {
    let (cut, number) = cut(query.number) { range in
      let cut = document.cut(of: list.id, view: query.view, range)
      return (cut, cut.total)
    }
    let parts = parts(of: list.id, cut, query.view, number: number)
    var context = self.context(of: list.id)
    context.note = context.note?.linking(in: document, shown: cut.entries.lazy.map(\.id))
    let html = ListPage(
      context, list: list, counts: document.counts(of: list.id), view: query.view,
      number: number, rows: parts.blocks.map(\.html), total: cut.total,
      views: parts.views
    ).html()
    keep(html, list: parts)
    return .page(html)
  }

  /// What of the page the next one can use again, which it has from the one before as far as that
  /// goes.
  private func parts(of list: ListID, _ cut: Cut, _ view: View, number: Int) -> ListParts {
    let language = context.language
    var parts: ListParts
    if let kept, let known = kept.cache.list(kept.key), known.list == list {
      parts = known
    } else {
      parts = ListParts(
        list: list, hidden: RowFields(address: context.address, view: view).html(in: language),
        views: ListViews(list: list, view: view).html(in: language))
    }
    let start = (number - 1) * Limits.pageSize
    let rows = cut.entries.indices.map { index in
      var ends: RowBlock.Ends = []
      if start + index == 0 { ends.insert(.first) }
      if start + index == cut.total - 1 { ends.insert(.last) }
      let entry = cut.entries[index]
      return RowBlock.Row(item: entry.id, edition: entry.edition, ends: ends)
    }
    var writer = RowWriter(language, hidden: parts.hidden, isMovable: view.sort == .manual)
    var run = RowRun(parts.blocks)
    parts.blocks = run.blocks(rows) { index, builder in
      let ends = rows[index].ends
      document.withSummary(of: cut.entries[index]) { item, title in
        writer.append(
          item, title: title, isFirst: ends.contains(.first), isLast: ends.contains(.last),
          to: &builder)
      }
    }
    return parts
  }

  private func keep(_ html: HTML, list: ListParts? = nil) {
    guard let kept else { return }
    guard kept.isLasting else { return kept.cache.keep(kept.key, list: list) }
    kept.cache.keep(kept.key, html, list: list, edition: workspace.edition)
  }

  func listEditing(_ id: ListID) -> Response {
    switch document.list(id) {
    case .live(let list): .page(listEditing(list))
    case .removed(let list): .page(gone(list).html(), status: .gone)
    case .unknown: problem(.noSuchList)
    }
  }

  /// The page on which a list is renamed, with what was typed if that was refused.
  func listEditing(_ list: ItemList, refused: ListInput? = nil) -> HTML {
    ListEditPage(
      context(of: list.id), list: list, counts: document.counts(of: list.id),
      isFirst: document.lists.first?.id == list.id, isLast: document.lists.last?.id == list.id,
      refused: refused
    ).html()
  }

  // MARK: Items

  func item(_ id: ItemID, origin: ReturnPath?) -> Response {
    switch document.item(id) {
    case .live(let item, let list):
      let html = self.item(item, in: list, origin: origin)
      keep(html)
      return .page(html)
    case .removed(let item, let list): return .page(gone(item, from: list).html(), status: .gone)
    case .unknown: return problem(.noSuchItem)
    }
  }

  /// An item's page, with what was typed if that was refused.
  ///
  /// - Parameter base: what its form was loaded with, if that was before.
  func item(
    _ item: Item, in list: ListID, base: Base? = nil, origin: ReturnPath?, refused: ItemInput? = nil
  ) -> HTML {
    ItemPage(
      context(of: list), item: item, list: known(list),
      isFirst: document.neighbor(of: item.id, in: View(), .before) == nil,
      isLast: document.neighbor(of: item.id, in: View(), .after) == nil, base: base?.text,
      origin: origin?.address, refused: refused
    ).html()
  }

  /// Both texts of an update that came too late.
  func conflict(
    _ item: Item, in list: ListID, _ input: ItemInput, origin: ReturnPath?, _ names: [String]
  ) -> UpdateConflictPage {
    UpdateConflictPage(
      context(of: list), item: item, list: known(list), input: input,
      base: Base(item, in: list).text, origin: origin?.address, conflicts: names)
  }

  /// What steps of a history would overwrite.
  func conflict(
    _ direction: Direction, _ step: Step, _ conflict: Conflict
  ) -> StepConflictPage {
    let home = conflict.item.flatMap { id -> ListID? in
      switch document.item(id) {
      case .live(_, let list), .removed(_, let list): list
      case .unknown: nil
      }
    }
    return StepConflictPage(
      context, direction: direction, step: step, skipToken: String(step.revision),
      subject: subject(of: conflict), home: home, clash: clash(conflict))
  }

  private func subject(of conflict: Conflict) -> StepConflictPage.Subject {
    if let id = conflict.item {
      switch document.item(id) {
      case .live(let item, _), .removed(let item, _): return .item(item)
      case .unknown: break
      }
    }
    return .list(known(conflict.list ?? ListID(high: 0, low: 0)))
  }

  private func clash(_ conflict: Conflict) -> StepConflictPage.Clash {
    switch conflict.reason {
    case .property(_, let property, let expected, let present):
      .property(property, expected: expected, present: present)
    case .itemMoved(_, let expected, let present):
      .moved(to: expected.list == present.list ? nil : known(present.list))
    case .listMoved: .moved(to: nil)
    case .listRenamed(_, let expected, let present): .name(expected: expected, present: present)
    case .itemDeleted, .itemUnknown, .listDeleted, .listUnknown: .deleted
    case .itemLives, .listLives: .present
    case .listHasItems, .lastList: .changedSince(nil)
    }
  }

  // MARK: What is gone

  func gone(_ item: Item, from list: ListID, kept: KeptForm? = nil) -> GonePage {
    GonePage(
      context(of: list), subject: .item(item, list: known(list), listIsDeleted: isGone(list)),
      kept: kept)
  }

  func gone(_ list: ItemList, kept: KeptForm? = nil) -> GonePage {
    GonePage(context, subject: .list(list), kept: kept)
  }

  func deleted(number: Int) -> Response {
    let (found, number) = cut(number) { range in
      let found = document.deleted(range)
      return (found, found.total)
    }
    let shown: [DeletedPage.Entry] = found.entries.map { entry in
      switch entry {
      case .item(let item, let list):
        .item(item, list: known(list), listIsDeleted: isGone(list))
      case .list(let list): .list(list)
      }
    }
    return .page(DeletedPage(context, entries: shown, total: found.total, number: number).html())
  }

  // MARK: Items of every list

  func search(_ query: String, number: Int) -> Response {
    let (found, number) = cut(number) { range in
      let found = document.search(query, range)
      return (found, found.total)
    }
    return .page(
      SearchPage(
        context, query: query, results: found.items.map(shown), total: found.total, number: number
      ).html())
  }

  func favorites(number: Int) -> Response {
    let (found, number) = cut(number) { range in
      let found = document.favorites(range)
      return (found, found.total)
    }
    return .page(
      FavoritesPage(
        context, items: found.items.map(shown), total: found.total, number: number
      ).html())
  }

  func history(_ history: History, number: Int) -> Response {
    let total = history.done.count + history.undone.count
    let (number, _) = ListQuery.cut(number: number, of: total)
    return .page(HistoryPage(context, history: history, number: number).html())
  }

  func statistics(days: Int) -> Response {
    let statistics = Statistics(workspace, days: days, now: context.now, zone: context.zone)
    return .page(StatisticsPage(context, statistics: statistics).html())
  }

  func problem(_ problem: Problem, kept: KeptForm? = nil) -> Response {
    problem.response(ProblemPage(context, problem: problem, kept: kept).html())
  }

  // MARK: Helpers

  private func context(of list: ListID) -> PageContext {
    var context = context
    context.currentList = list
    return context
  }

  private func shown(_ found: (item: Item, list: ListID)) -> FoundItem {
    FoundItem(found.item, in: known(found.list))
  }

  /// A list that items are in, deleted or not.
  private func known(_ id: ListID) -> ItemList {
    switch document.list(id) {
    case .live(let list), .removed(let list): list
    // The document has no item without a list.
    case .unknown: ItemList(id: id, name: "", created: Timestamp(milliseconds: 0))
    }
  }

  private func isGone(_ id: ListID) -> Bool {
    if case .live = document.list(id) { false } else { true }
  }

  /// Fetches the page of that number, or the last one should there be none of that number.
  private func cut<Fetched>(
    _ number: Int, _ fetch: (Range<Int>) -> (Fetched, total: Int)
  ) -> (Fetched, number: Int) {
    // What may be the page; more items than this never fit in memory.
    let wanted = ListQuery.cut(number: number, of: 1 << 40)
    let (fetched, total) = fetch(wanted.range)
    let there = ListQuery.cut(number: number, of: total)
    if there.number == wanted.number { return (fetched, there.number) }
    return (fetch(there.range).0, there.number)
  }
}
