package import Templating
package import Todo

/// An item as a row of a list, with its buttons.
///
/// A row depends on its item, on the fields of the form that lead back to the page, and on whether
/// it stands first or last; so its markup can be kept for as long as these stay the same.
package struct ItemRow: Sendable {
  package let item: Item
  /// The list that it is in, named where items of several lists are shown.
  package let list: String?
  /// Hidden fields of its form: see `RowFields`.
  package let hidden: HTML
  /// Whether it has buttons to move it: within a list in its own order.
  package let isMovable: Bool
  package let isFirst: Bool
  package let isLast: Bool

  package init(
    item: Item, list: String? = nil, hidden: HTML, isMovable: Bool, isFirst: Bool, isLast: Bool
  ) {
    self.item = item
    self.list = list
    self.hidden = hidden
    self.isMovable = isMovable
    self.isFirst = isFirst
    self.isLast = isLast
  }

  package func html(in language: Language) -> HTML {
    language.render("item-row", fields(in: language))
  }

  func fields(in language: Language) -> Fields {
    [
      .id: .text(item.id.description),
      .ordinal: .number(item.ordinal),
      .title: .text(item.title),
      .done: .flag(item.done),
      .favorite: .flag(item.favorite),
      .count: .text(item.count == 0 ? "" : language.number(item.count)),
      .ja: .flag(language.code != "ja" && item.title.looksJapanese),
      .list: .text(list ?? ""),
      .hidden: .html(hidden),
      .movable: .flag(isMovable),
      .first: .flag(isFirst),
      .last: .flag(isLast),
    ]
  }
}

/// The hidden fields that the form of each row of a page has: where it leads back to, and within
/// what its item moves.
package struct RowFields: Sendable {
  package let address: String
  package let view: View

  package init(address: String, view: View = View()) {
    self.address = address
    self.view = view
  }

  package func html(in language: Language) -> HTML {
    language.render("row-fields", fields)
  }

  var fields: Fields {
    var fields: Fields = [.address: .text(address)]
    fields.append(viewFields)
    return fields
  }

  /// Those that say what the page shows.
  var viewFields: Fields {
    [
      .show: .text(view.show == .all ? "" : view.show.rawValue),
      .filter: .text(view.query),
      .sort: .text(view.sort == .manual ? "" : view.sort.rawValue),
    ]
  }
}
