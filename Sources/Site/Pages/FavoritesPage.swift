/// The favourites of every list.
package struct FavoritesPage {
  package let context: PageContext
  package let items: [FoundItem]
  package let total: Int
  package let number: Int

  package init(_ context: PageContext, items: [FoundItem], total: Int, number: Int) {
    self.context = context
    self.items = items
    self.total = total
    self.number = number
  }

  package func html() -> HTML {
    HTML()
  }
}
