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
  /// What the form was loaded with, as the form sends it back; without it, what the item is now.
  package let base: String?
  /// The page that the person came from, to which update and cancel lead.
  package let origin: String?
  package let refused: ItemInput?

  package init(
    _ context: PageContext, item: Item, list: ItemList, isFirst: Bool, isLast: Bool, base: String?,
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
    // Room for what the context adds as well.
    var fields = Fields(capacity: 60 + 8 * context.lists.count)
    fields.append(.id, writing: item.id.append)
    fields.append(.ordinal, .number(item.ordinal))
    fields.append(.heading, item.title)
    fields.append(.ja, context.isForeign(item.title))
    fields.append(.listID, writing: list.id.append)
    fields.append(.listName, list.name)
    fields.append(.refused, refused != nil)
    let problems = refused?.problems ?? []
    fields.append(.problems, count: problems.count) { index, fields in
      fields.append(.field, problems[index].field ?? "")
      fields.append(.text, language.text(problems[index]))
    }
    fields.append(.first, isFirst)
    fields.append(.last, isLast)
    fields.append(.created, writing: { language.append(dateAndTime: created, to: &$0) })
    fields.append(.createdMachine, writing: created.appendMachineReadable)
    if let completed = item.completed.map(context.civil) {
      fields.append(.completed) {
        $0.append(.text, writing: { language.append(dateAndTime: completed, to: &$0) })
        $0.append(.machine, writing: completed.appendMachineReadable)
      }
    } else {
      fields.append(.completed, false)
    }
    ItemFields(item: item, list: list.id, input: refused, base: base, origin: origin)
      .append(to: &fields, context)
    return fields
  }
}
