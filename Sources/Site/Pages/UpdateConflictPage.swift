package import Todo

/// An update of what was changed meanwhile (409): both versions, and three choices.
package struct UpdateConflictPage {
  package let context: PageContext
  /// The item as it is stored.
  package let item: Item
  package let list: ItemList
  /// What was typed.
  package let input: ItemInput
  /// A fresh base: sending the form again overwrites what is stored now.
  package let base: String
  /// The names of the properties in conflict: those of `Property`, or list.
  package let conflicts: [String]

  package init(
    _ context: PageContext, item: Item, list: ItemList, input: ItemInput, base: String,
    conflicts: [String]
  ) {
    self.context = context
    self.item = item
    self.list = list
    self.input = input
    self.base = base
    self.conflicts = conflicts
  }

  package func html() -> HTML {
    HTML()
  }
}
