import Templating
import Todo

/// The fields of an item's form, as `item-fields.html` has them.
struct ItemFields {
  let item: Item
  let list: ListID
  /// What was typed, if that was refused; without it they show the item as it is.
  let input: ItemInput?
  /// What the form was loaded with, as the form sends it back; without it, what the item is now.
  let base: String?
  /// The page that the person came from.
  let origin: String?

  func append(to fields: inout Fields, _ context: PageContext) {
    let chosen = input?.list ?? list
    let values = Self.properties.map { $0.read(item) }
    if let base {
      fields.append(.base, base)
    } else {
      fields.append(.base, writing: Base(values, in: list).append)
    }
    fields.append(.from, origin ?? "")
    fields.append(.choices, count: context.lists.count) { index, fields in
      let choice = context.lists[index].list
      fields.append(.id, writing: choice.id.append)
      fields.append(.name, choice.name)
      fields.append(.selected, choice.id == chosen)
    }
    fields.append(.listError, error("list", context.language))
    // Each has a field of its name, and one for what is wrong with it.
    for (property, value) in zip(Self.properties, values) {
      if let typed = input?.typed[property.name] {
        fields.append(property.value, typed.field)
      } else {
        fields.append(property.value, ItemInput.Typed(value).field)
      }
      fields.append(property.error, error(property.name, context.language))
    }
  }

  /// A property that has a field, and the names that this and what is wrong with it have.
  private struct Named {
    let name: String
    let read: @Sendable (Item) -> StoredValue
    let value: FieldName
    let error: FieldName
  }

  private static let properties = Item.editableProperties.map {
    Named(
      name: $0.name, read: $0.read, value: FieldName($0.name), error: FieldName($0.name + "Error"))
  }

  private func error(_ field: String, _ language: Language) -> String {
    input?.problems.first { $0.field == field }.map(language.text) ?? ""
  }
}

extension ItemInput.Typed {
  fileprivate var field: FieldValue {
    switch self {
    case .text(let text): .text(text)
    case .ticked(let isTicked): .flag(isTicked)
    }
  }
}

extension KeptForm {
  /// What `kept-form.html` uses.
  func fields(in language: Language) -> Fields {
    [
      .action: .text(action),
      .fields: .list(
        fields.map { field in
          let text = FieldText(rawValue: field.name)
          let isLine = text == .title || text == .name || text == .count
          return [
            .name: .text(field.name), .value: .text(field.value),
            .label: .text(text.map { language.text($0.key) } ?? ""),
            .line: .flag(isLine), .lines: .flag(text == .detail),
            .hidden: .flag(!isLine && text != .detail),
          ]
        }),
      .button: button.map { .group([.name: .text($0.name), .value: .text($0.value)]) }
        ?? .flag(false),
      .send: .text(send(language)),
    ]
  }

  private func send(_ language: Language) -> String {
    switch purpose {
    case .again: language(.keptAgain)
    case .newItem: language(.keptNewItem)
    case .newList: language(.keptNewList)
    }
  }
}
