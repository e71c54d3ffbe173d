package import Todo

/// An item that a search or a property found, and where it is.
package struct FoundItem: Sendable {
  package let item: Item
  package let list: ItemList

  package init(_ item: Item, in list: ItemList) {
    self.item = item
    self.list = list
  }
}

/// An item: the detail page.
package struct ItemPage {
  package let context: PageContext
  package let item: Item
  package let list: ItemList
  package let isFirst: Bool
  package let isLast: Bool
  /// What the form was loaded with, as the form sends it back.
  package let base: String
  package let refused: ItemInput?

  package init(
    _ context: PageContext, item: Item, list: ItemList, isFirst: Bool, isLast: Bool, base: String,
    refused: ItemInput? = nil
  ) {
    self.context = context
    self.item = item
    self.list = list
    self.isFirst = isFirst
    self.isLast = isLast
    self.base = base
    self.refused = refused
  }

  package func html() -> HTML {
    HTML()
  }
}
