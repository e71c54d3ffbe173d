package import Todo

/// A list: its items, a form to add one, filters.
package struct ListPage {
  package let context: PageContext
  package let list: ItemList
  package let counts: Counts
  package let view: View
  /// From 1; pages have `Limits.pageSize` items.
  package let number: Int
  /// The items on this page, and how many the view has in all.
  package let page: Page
  /// The one-time token of the form that adds an item.
  package let once: String
  package let refused: CreationInput?

  package init(
    _ context: PageContext, list: ItemList, counts: Counts, view: View, number: Int, page: Page,
    once: String, refused: CreationInput? = nil
  ) {
    self.context = context
    self.list = list
    self.counts = counts
    self.view = view
    self.number = number
    self.page = page
    self.once = once
    self.refused = refused
  }

  package func html() -> HTML {
    HTML()
  }
}
