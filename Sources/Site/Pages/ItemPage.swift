package import Templating
package import Todo

/// An item: the detail page.
package struct ItemPage: SitePage {
  package static let template = "item"

  package let context: PageContext
  package let item: Item
  package let list: ItemList
  package let isFirst: Bool
  package let isLast: Bool
  /// What the form was loaded with, as the form sends it back.
  package let base: String
  /// The page that the person came from, to which update and cancel lead.
  package let origin: String?
  package let refused: ItemInput?

  package init(
    _ context: PageContext, item: Item, list: ItemList, isFirst: Bool, isLast: Bool, base: String,
    origin: String? = nil,
    refused: ItemInput? = nil
  ) {
    self.context = context
    self.item = item
    self.list = list
    self.isFirst = isFirst
    self.isLast = isLast
    self.base = base
    self.origin = origin
    self.refused = refused
  }

  package var title: String { item.title }

  package var fields: Fields {
    let language = context.language
    let created = context.civil(item.created)
    var fields: Fields = [
      .id: .text(item.id.description),
      .ordinal: .number(item.ordinal),
      .heading: .text(item.title),
      .ja: context.isForeign(item.title),
      .listID: .text(list.id.description),
      .listName: .text(list.name),
      .refused: .flag(refused != nil),
      .problems: .list(
        (refused?.problems ?? []).map {
          [.field: .text($0.field ?? ""), .text: .text(language.text($0))]
        }),
      .first: .flag(isFirst),
      .last: .flag(isLast),
      .created: .text(language.dateAndTime(created)),
      .createdMachine: .text(created.machineReadable),
      .completed: item.completed.map { time in
        let time = context.civil(time)
        return .group([
          .text: .text(language.dateAndTime(time)), .machine: .text(time.machineReadable),
        ])
      } ?? .flag(false),
    ]
    let input = refused ?? ItemInput(item, in: list.id)
    fields.append(input.fields(context, list: list.id, base: base, origin: origin))
    return fields
  }
}
