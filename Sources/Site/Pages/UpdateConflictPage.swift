package import Templating
package import Todo

/// An update of what was changed meanwhile (409): both versions, and three choices.
package struct UpdateConflictPage: SitePage {
  package static let template = "update-conflict"

  package let context: PageContext
  /// The item as it is stored.
  package let item: Item
  package let list: ItemList
  /// What was typed.
  package let input: ItemInput
  /// A fresh base: sending the form again overwrites what is stored now.
  package let base: String
  /// The page that the person came from, to which update leads.
  package let origin: String?
  /// The names of the properties in conflict: those of `Property`, or list.
  package let conflicts: [String]

  package init(
    _ context: PageContext, item: Item, list: ItemList, input: ItemInput, base: String,
    origin: String? = nil,
    conflicts: [String]
  ) {
    self.context = context
    self.item = item
    self.list = list
    self.input = input
    self.base = base
    self.origin = origin
    self.conflicts = conflicts
  }

  package var title: String {
    context.language(.pageConflict, ["name": item.title])
  }

  package var fields: Fields {
    var fields: Fields = [
      .id: .text(item.id.description),
      .name: .text(item.title),
      .ja: context.isForeign(item.title),
      .properties: .list(versions.map(fields)),
    ]
    fields.append(input.fields(context, list: list.id, base: base, origin: origin))
    return fields
  }

  /// Both versions of each property, in the order of the detail form.
  private var versions: [(field: FieldText, mine: String, theirs: String)] {
    let language = context.language
    let chosen = context.lists.first { $0.list.id == input.list }?.list ?? list
    return [
      (.title, input.title, item.title),
      (.detail, input.detail, item.detail),
      (.count, input.count, String(item.count)),
      (.list, chosen.name, list.name),
      (.done, language.text(flag: input.done), language.text(flag: item.done)),
      (.favorite, language.text(flag: input.favorite), language.text(flag: item.favorite)),
    ]
  }

  private func fields(of version: (field: FieldText, mine: String, theirs: String)) -> Fields {
    let difference = WordDifference(version.mine, version.theirs)
    return [
      .label: .text(context.language.text(version.field.key)),
      .clash: .flag(conflicts.contains(version.field.rawValue)),
      .mine: .list(difference.old.map(\.fields)),
      .theirs: .list(difference.new.map(\.fields)),
    ]
  }
}
