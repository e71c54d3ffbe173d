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
  /// The choice of what is shown, shown unless there is nothing to choose from.
  private let views: HTML

  package init(
    _ context: PageContext, list: ItemList, counts: Counts, view: View, number: Int, rows: [HTML],
    total: Int, once: String, views: HTML? = nil
  ) {
    self.context = context.at(.list)
    self.list = list
    self.counts = counts
    self.view = view
    self.number = number
    self.rows = rows
    self.total = total
    self.once = once
    let hasViews = counts.all > 0 || view != View()
    self.views =
      hasViews
      ? views ?? ListViews(list: list.id, view: view).html(in: context.language) : HTML()
  }

  package var title: String { list.name }

  package var fields: Fields {
    let language = context.language
    // Room for what the context adds as well.
    var fields = Fields(capacity: 40)
    fields.append(.id, .text(list.id.description))
    fields.append(.name, .text(list.name))
    fields.append(.ja, context.isForeign(list.name))
    fields.append(
      .countText,
      .text(
        language(
          .listCounts,
          [
            "open": "\(counts.open)", "done": "\(counts.done)",
            "all": "\(counts.all)",
          ])))
    fields.append(.once, .text(once))
    fields.append(.views, .html(views))
    fields.append(.rows, .html(HTML(joining: rows)))
    fields.append(.empty, .flag(counts.all == 0 && view == View()))
    fields.append(.noMatch, .flag(total == 0 && !(counts.all == 0 && view == View())))
    fields.append(
      .pager,
      context.pager(number: number, total: total) {
        ListQuery(view: view, number: $0).address(of: list.id)
      })
    fields.append(
      .clear,
      counts.done == 0
        ? .flag(false)
        : .group([.text: .text(language(.listClear, count: counts.done))]))
    return fields
  }
}

/// The choice of what a list's page shows, and in which order.
package struct ListViews: Sendable {
  let list: ListID
  let view: View

  func html(in language: Language) -> HTML {
    language.render("views", fields(in: language))
  }

  func fields(in language: Language) -> Fields {
    var fields: Fields = [
      .id: .text(list.description),
      .arranged: .flag(view.sort != .manual || !view.query.isEmpty),
      .shows: .list(
        View.Show.allCases.map { show in
          var other = view
          other.show = show
          return choice("show.\(show.rawValue)", other, isCurrent: show == view.show, language)
        }),
      .sorts: .list(
        View.Sort.allCases.map { sort in
          var other = view
          other.sort = sort
          return choice("sort.\(sort.rawValue)", other, isCurrent: sort == view.sort, language)
        }),
    ]
    fields.append(view.fieldsOfForm)
    return fields
  }

  private func choice(
    _ key: String, _ view: View, isCurrent: Bool, _ language: Language
  ) -> Fields {
    [
      .text: .text(language.text(key)),
      .href: .text(ListQuery(view: view).address(of: list)),
      .current: .flag(isCurrent),
    ]
  }
}
