package import Todo

/// Deleted items and lists, newest deletion first.
package struct DeletedPage {
  package let context: PageContext
  package let entries: [Entry]
  package let total: Int
  package let number: Int

  package init(_ context: PageContext, entries: [Entry], total: Int, number: Int) {
    self.context = context
    self.entries = entries
    self.total = total
    self.number = number
  }

  package enum Entry: Sendable {
    case item(Item, list: ItemList, listIsDeleted: Bool)
    case list(ItemList)
  }

  package func html() -> HTML {
    HTML()
  }
}
