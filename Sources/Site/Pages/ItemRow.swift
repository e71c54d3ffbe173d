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
    var rows = RowWriter(language, hidden: hidden, isMovable: isMovable)
    var builder = HTMLBuilder(capacity: 1024)
    rows.append(
      ItemSummary(item), title: item.title.utf8.span, list: list, isFirst: isFirst, isLast: isLast,
      to: &builder)
    return builder.finish()
  }
}

/// Writes rows of one page, one after the other.
struct RowWriter {
  private let language: Language
  private var values: StencilValues
  private var id: [UInt8] = []

  /// - Parameters: as of `ItemRow`.
  init(_ language: Language, hidden: HTML, isMovable: Bool) {
    self.language = language
    values = StencilValues(for: language.row)
    id.reserveCapacity(36)
    set(.hidden, hidden)
    values.set(Field.movable.rawValue, isMovable)
    values.keep()
  }

  /// - Parameter title: in UTF-8.
  mutating func append(
    _ item: ItemSummary, title: Span<UInt8>, list: String? = nil, isFirst: Bool, isLast: Bool,
    to builder: inout HTMLBuilder
  ) {
    values.startPiece()
    self.id.removeAll(keepingCapacity: true)
    item.id.append(to: &self.id)
    let id = self.id
    values.set(Field.id.rawValue, utf8: id.span)
    values.set(Field.ordinal.rawValue, item.ordinal)
    values.set(Field.title.rawValue, utf8: title)
    values.set(Field.done.rawValue, item.done)
    values.set(Field.favorite.rawValue, item.favorite)
    values.set(Field.count.rawValue, item.count == 0 ? "" : language.number(item.count))
    values.set(Field.ja.rawValue, language.code != "ja" && title.looksJapanese)
    values.set(Field.list.rawValue, list ?? "")
    values.set(Field.first.rawValue, isFirst)
    values.set(Field.last.rawValue, isLast)
    builder.append(language.row, values)
  }

  private mutating func set(_ field: Field, _ html: HTML) { values.set(field.rawValue, html) }

  /// What `item-row.html` uses.
  private enum Field: Int, CaseIterable {
    case id, ordinal, title, done, favorite, count, ja, list, hidden, movable, first, last

    var name: FieldName {
      switch self {
      case .id: .id
      case .ordinal: .ordinal
      case .title: .title
      case .done: .done
      case .favorite: .favorite
      case .count: .count
      case .ja: .ja
      case .list: .list
      case .hidden: .hidden
      case .movable: .movable
      case .first: .first
      case .last: .last
      }
    }
  }

  /// The fields in the order of their places.
  static var fields: [(name: FieldName, kind: Stencil.Kind)] {
    Field.allCases.map { ($0.name, $0 == .hidden ? .markup : .value) }
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
    fields.append(view.fieldsOfForm)
    return fields
  }
}

extension View {
  /// The fields with which a form says what the page shows.
  var fieldsOfForm: Fields {
    [
      .show: .text(show == .all ? "" : show.rawValue),
      .filter: .text(query),
      .sort: .text(sort == .manual ? "" : sort.rawValue),
    ]
  }
}
