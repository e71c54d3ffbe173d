import Templating
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

extension FoundItem {
  /// The rows of a page of items of several lists.
  static func rows(_ found: [FoundItem], _ context: PageContext) -> [Fields] {
    let hidden = RowFields(address: context.address).html(in: context.language)
    return found.map {
      let row = ItemRow(
        item: $0.item, list: $0.list.name, hidden: hidden, isMovable: false, isFirst: false,
        isLast: false)
      return [.row: .html(row.html(in: context.language))]
    }
  }
}
