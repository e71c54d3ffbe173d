package import Templating
package import Todo

/// A list: its items, a form to add one, filters.
package struct ListPage: SitePage {
  package static let template = "list"

  package let context: PageContext
  package let list: ItemList
  package let counts: Counts
  package let view: View
  /// From 1; pages have `Limits.pageSize` items.
  package let number: Int
  /// The markup of the items on this page.
  package let rows: [HTML]
  /// How many items the view has in all.
  package let total: Int
  /// The one-time token of the form that adds an item.
  package let once: String

  package init(
    _ context: PageContext, list: ItemList, counts: Counts, view: View, number: Int, rows: [HTML],
    total: Int, once: String
  ) {
    self.context = context.at(.list)
    self.list = list
    self.counts = counts
    self.view = view
    self.number = number
    self.rows = rows
    self.total = total
    self.once = once
  }

  /// A page whose rows are yet to be made.
  package init(
    _ context: PageContext, list: ItemList, counts: Counts, view: View, number: Int, page: Page,
    once: String
  ) {
    let hidden = RowFields(address: context.address, view: view).html(in: context.language)
    let start = (number - 1) * Limits.pageSize
    let rows = page.items.enumerated().map { index, item in
      ItemRow(
        item: item, hidden: hidden, isMovable: view.sort == .manual,
        isFirst: start + index == 0, isLast: start + index == page.total - 1
      ).html(in: context.language)
    }
    self.init(
      context, list: list, counts: counts, view: view, number: number, rows: rows,
      total: page.total, once: once)
  }

  package var title: String { list.name }

  package var fields: Fields {
    let language = context.language
    var fields: Fields = [
      .id: .text(list.id.description),
      .name: .text(list.name),
      .ja: context.isForeign(list.name),
      .countText: .text(
        language(
          .listCounts,
          [
            "open": "\(counts.open)", "done": "\(counts.done)",
            "all": "\(counts.all)",
          ])),
      .once: .text(once),
      .hasFilters: .flag(counts.all > 0 || view != View()),
      .arranged: .flag(view.sort != .manual || !view.query.isEmpty),
      .shows: .list(View.Show.allCases.map(choice)),
      .sorts: .list(View.Sort.allCases.map(choice)),
      .rows: .html(HTML(joining: rows)),
      .empty: .flag(counts.all == 0 && view == View()),
      .noMatch: .flag(total == 0 && !(counts.all == 0 && view == View())),
      .pager: context.pager(number: number, total: total) {
        ListQuery(view: view, number: $0).address(of: list.id)
      },
      .clear: counts.done == 0
        ? .flag(false)
        : .group([.text: .text(language(.listClear, count: counts.done))]),
    ]
    fields.append(RowFields(address: context.address, view: view).viewFields)
    return fields
  }

  private func choice(_ show: View.Show) -> Fields {
    var other = view
    other.show = show
    return choice("show.\(show.rawValue)", other, isCurrent: show == view.show)
  }

  private func choice(_ sort: View.Sort) -> Fields {
    var other = view
    other.sort = sort
    return choice("sort.\(sort.rawValue)", other, isCurrent: sort == view.sort)
  }

  private func choice(_ key: String, _ view: View, isCurrent: Bool) -> Fields {
    [
      .text: .text(context.language.text(key)),
      .href: .text(ListQuery(view: view).address(of: list.id)),
      .current: .flag(isCurrent),
    ]
  }
}
