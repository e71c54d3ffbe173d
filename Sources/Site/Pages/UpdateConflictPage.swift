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
    ItemFields(item: item, list: list.id, input: input, base: base, origin: origin)
      .append(to: &fields, context)
    return fields
  }

  /// Both versions of each property and of the list.
  private var versions: [(name: String, mine: String, theirs: String)] {
    let chosen = context.lists.first { $0.list.id == input.list }?.list ?? list
    let properties = Item.editableProperties.map { property in
      let theirs = ItemInput.Typed(property.read(item))
      return (property.name, words(input.typed[property.name] ?? theirs), words(theirs))
    }
    return properties + [(FieldText.list.rawValue, chosen.name, list.name)]
  }

  private func words(_ typed: ItemInput.Typed) -> String {
    switch typed {
    case .text(let text): text
    case .ticked(let isTicked): context.language.text(flag: isTicked)
    }
  }

  private func fields(of version: (name: String, mine: String, theirs: String)) -> Fields {
    let difference = WordDifference(version.mine, version.theirs)
    return [
      .label: .text(label(version.name)),
      .clash: .flag(conflicts.contains(version.name)),
      .mine: .list(difference.old.map(\.fields)),
      .theirs: .list(difference.new.map(\.fields)),
    ]
  }

  private func label(_ name: String) -> String {
    FieldText(rawValue: name).map { context.language.text($0.key) } ?? name
  }
}
