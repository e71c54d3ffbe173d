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
  /// The choice of what is shown, shown unless there is nothing to choose from.
  private let views: HTML

  package init(
    _ context: PageContext, list: ItemList, counts: Counts, view: View, number: Int, rows: [HTML],
    total: Int, views: HTML? = nil
  ) {
    self.context = context.at(.list)
    self.list = list
    self.counts = counts
    self.view = view
    self.number = number
    self.rows = rows
    self.total = total
    let hasViews = counts.all > 0 || view != View()
    self.views =
      hasViews
      ? views ?? ListViews(list: list.id, view: view).html(in: context.language) : HTML()
  }

  package var title: String { list.name }

  package var fields: Fields {
    let language = context.language
    // Room for what the context adds as well.
    var fields = Fields(capacity: 50 + 5 * context.lists.count)
    fields.append(.id, writing: list.id.append)
    fields.append(.name, list.name)
    fields.append(.ja, context.isForeign(list.name))
    fields.append(
      .countText,
      language(
        .listCounts,
        ["open": String(counts.open), "done": String(counts.done), "all": String(counts.all)]))
    // The one-time token of the form that adds an item.
    fields.append(.once, .gap)
    fields.append(.views, .html(views))
    fields.append(.rows, .html(HTML(joining: rows)))
    fields.append(.empty, counts.all == 0 && view == View())
    fields.append(.noMatch, total == 0 && !(counts.all == 0 && view == View()))
    fields.append(
      .pager,
      context.pager(number: number, total: total) {
        ListQuery(view: view, number: $0).address(of: list.id)
      })
    if counts.done == 0 {
      fields.append(.clear, false)
    } else {
      fields.append(.clear) { $0.append(.text, language(.listClear, count: counts.done)) }
    }
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
    let (shows, sorts) = (View.Show.allCases, View.Sort.allCases)
    var fields = Fields(capacity: 40)
    fields.append(.id, list.description)
    fields.append(.arranged, view.sort != .manual || !view.query.isEmpty)
    fields.append(.shows, count: shows.count) { index, fields in
      var other = view
      other.show = shows[index]
      append("show.\(other.show.rawValue)", other, to: &fields, language)
    }
    fields.append(.sorts, count: sorts.count) { index, fields in
      var other = view
      other.sort = sorts[index]
      append("sort.\(other.sort.rawValue)", other, to: &fields, language)
    }
    fields.append(view.fieldsOfForm)
    return fields
  }

  private func append(
    _ key: String, _ choice: View, to fields: inout Fields, _ language: Language
  ) {
    fields.append(.text, language.text(key))
    fields.append(.href, ListQuery(view: choice).address(of: list))
    fields.append(.current, choice == view)
  }
}
