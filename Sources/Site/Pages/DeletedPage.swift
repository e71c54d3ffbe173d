package import Templating
package import Todo

/// Deleted items and lists, newest deletion first.
package struct DeletedPage: SitePage {
  package static let template = "deleted"

  package let context: PageContext
  package let entries: [Entry]
  package let total: Int
  package let number: Int

  package init(_ context: PageContext, entries: [Entry], total: Int, number: Int) {
    self.context = context.at(.deleted)
    self.entries = entries
    self.total = total
    self.number = number
  }

  /// Characters of a title in the name of its button.
  private static let nameLength = 60

  package enum Entry: Sendable {
    case item(Item, list: ItemList, listIsDeleted: Bool)
    case list(ItemList)
  }

  package var title: String { context.language.text("deleted") }

  package var fields: Fields {
    [
      .any: .flag(!entries.isEmpty),
      .entries: .list(entries.map(fields)),
      .pager: context.pager(number: number, total: total) { "/deleted?page=\($0)" },
    ]
  }

  private func fields(of entry: Entry) -> Fields {
    let (name, href, place) =
      switch entry {
      case .item(let item, let list, _):
        (
          item.title, "/items/\(item.id)",
          context.language(
            .goneFromList, ["name": list.name.shortened(to: Label.nameLength)])
        )
      case .list(let list):
        (list.name, "/lists/\(list.id)", context.language(.goneIsList))
      }
    return [
      .name: .text(name), .short: .text(name.shortened(to: Self.nameLength)),
      .ja: context.isForeign(name), .href: .text(href), .place: .text(place),
    ]
  }
}
