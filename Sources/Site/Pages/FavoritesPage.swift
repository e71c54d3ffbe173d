package import Templating

/// The favourites of every list.
package struct FavoritesPage: SitePage {
  package static let template = "favorites"

  package let context: PageContext
  package let items: [FoundItem]
  package let total: Int
  package let number: Int

  package init(_ context: PageContext, items: [FoundItem], total: Int, number: Int) {
    self.context = context.at(.favorites)
    self.items = items
    self.total = total
    self.number = number
  }

  package var title: String { context.language.text("favorites") }

  package var fields: Fields {
    [
      .countText: .text(context.language(.favoritesCount, count: total)),
      .any: .flag(!items.isEmpty),
      .rows: .list(FoundItem.rows(items, context)),
      .pager: context.pager(number: number, total: total) { "/favorites?page=\($0)" },
    ]
  }
}
