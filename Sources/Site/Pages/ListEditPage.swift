package import Todo

/// A list's own page: rename, move, delete.
package struct ListEditPage {
  package let context: PageContext
  package let list: ItemList
  package let counts: Counts
  package let isFirst: Bool
  package let isLast: Bool
  package let refused: ListInput?

  package init(
    _ context: PageContext, list: ItemList, counts: Counts, isFirst: Bool, isLast: Bool,
    refused: ListInput? = nil
  ) {
    self.context = context
    self.list = list
    self.counts = counts
    self.isFirst = isFirst
    self.isLast = isLast
    self.refused = refused
  }

  package func html() -> HTML {
    HTML()
  }
}
