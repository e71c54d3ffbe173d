internal import HTTP
internal import Todo

/// A form that was posted to an item, read: what its button asks for, and what was typed.
final class ItemForm: Sendable {
  enum Action: Sendable {
    case cancel, delete, restore
    /// One property set to the state that the button names.
    case mark(Property<Bool>, Bool)
    /// Past the neighbour, or to the end, that the person sees in this view.
    case shift(Shift, View)
    case move(Target)
    case update
  }

  enum Shift: String, Sendable {
    case up, down, top, bottom
  }

  enum Target: Sendable {
    case before(String)
    case after(String)
    case list(String)
  }

  /// What the button asks for, or what is wrong with it or with the base. What is wrong with typed
  /// texts is told by `edit`.
  let action: Result<Action, Problem>
  /// What the pressed button adds to the count, as it came.
  let by: String?
  let base: Base?
  /// Where a detail form was opened from, and so where update and cancel lead back to.
  let origin: ReturnPath?
  /// As it came.
  let form: Form

  /// What was typed into the detail form's fields; those that the form had not are absent. Most forms
  /// are a button's, so it is looked for when it is asked for.
  var edit: ItemEdit { ItemEdit(form) }

  enum Problem: Error {
    case damagedBase
    case input(InputProblem)
  }

  init(_ form: Form) {
    self.form = form
    by = form.last("by")
    origin = ReturnPath(form.last("from"))
    let text = form.last("base")
    base = text.flatMap { Base($0) }
    if text != nil, base == nil {
      action = .failure(.damagedBase)
    } else {
      let hasStep = by != nil
      action = Result { () throws(Problem) in try Self.action(of: form, hasStep: hasStep) }
    }
  }

  private static func action(of form: Form, hasStep: Bool) throws(Problem) -> Action {
    guard let name = form.last("do") ?? form.last("action") else {
      guard hasStep else { throw .input(.badAction) }
      return .update
    }
    guard !hasStep else { throw .input(.badAction) }
    switch name {
    case "update": return .update
    case "cancel": return .cancel
    case "delete": return .delete
    case "restore": return .restore
    case "done": return .mark(.done, true)
    case "open": return .mark(.done, false)
    case "favorite": return .mark(.favorite, true)
    case "unfavorite": return .mark(.favorite, false)
    case "move":
      if let id = form.last("before") { return .move(.before(id)) }
      if let id = form.last("after") { return .move(.after(id)) }
      if let id = form.last("list") { return .move(.list(id)) }
      throw .input(.badAction)
    default:
      guard let shift = Shift(rawValue: name) else { throw .input(.badAction) }
      return .shift(shift, View(form))
    }
  }
}

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
