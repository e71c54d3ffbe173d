internal import HTTP
internal import Todo

/// What was typed into the fields of a detail form.
struct ItemEdit: Sendable {
  /// The properties that the form has fields for, and the texts in them.
  let fields: [(property: AnyProperty, text: String)]
  /// The chosen list's id as it came.
  let list: String?
  /// What the pressed button adds to the count, as it came.
  let by: String?

  init(_ form: Form) {
    var fields: [(property: AnyProperty, text: String)] = []
    for property in Item.editableProperties {
      if let text = form.last(property.name) { fields.append((property, text)) }
    }
    self.fields = fields
    list = form.last("list")
    by = form.last("by")
  }

  /// Whether nothing was typed that could be lost.
  var isEmpty: Bool { fields.isEmpty }

  /// What was typed of some properties only; the others stand as the item has them.
  func only(_ names: [String]) -> ItemEdit {
    ItemEdit(
      fields: fields.filter { names.contains($0.property.name) },
      list: names.contains(Base.list) ? list : nil, by: by)
  }

  private init(
    fields: [(property: AnyProperty, text: String)], list: String?, by: String?
  ) {
    self.fields = fields
    self.list = list
    self.by = by
  }

  /// The detail form as it was sent; what it had not stands as the item has it.
  func input(over item: Item, in present: ListID, problems: [InputProblem]) -> ItemInput {
    var input = ItemInput(item, in: present)
    for (property, text) in fields {
      input.typed[property.name] = ItemInput.Typed(text, like: property.read(item))
    }
    if let list { input.list = ListID(list) }
    input.problems = problems
    return input
  }
}
