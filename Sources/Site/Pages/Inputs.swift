package import Todo

/// What is wrong with a value that a form sent (422).
package enum InputProblem: Hashable, Sendable {
  case blankTitle
  /// So many code points, more than `Limits.title`.
  case longTitle(Int)
  case nulInTitle
  case longDetail(Int)
  case nulInDetail
  case blankName
  case longName(Int)
  case nulInName
  case countNotANumber
  /// The count is, or would become, more than the limit on either side of zero.
  case countOutOfRange
  /// A list that never existed.
  case unknownList
  /// `before` or `after` of something that never existed.
  case unknownNeighbor
  /// `before` or `after` of something deleted.
  case deletedNeighbor
  /// Neither `do` nor `by`, both of them, or a `do` that nobody knows.
  case badAction
  case badBy
  case badSteps
  /// A checkbox that is neither true nor false.
  case badFlag
  /// A move within a view that is not sorted by hand.
  case moveInSorted

  /// The field of the form that it belongs to.
  package var field: String? {
    switch self {
    case .blankTitle, .longTitle, .nulInTitle: "title"
    case .longDetail, .nulInDetail: "detail"
    case .blankName, .longName, .nulInName: "name"
    case .countNotANumber, .countOutOfRange: "count"
    case .unknownList: "list"
    case .unknownNeighbor, .deletedNeighbor, .badAction, .badBy, .badSteps, .badFlag,
      .moveInSorted:
      nil
    }
  }
}

/// The detail form as it was sent: what was typed, good or bad, whichever properties items have.
package struct ItemInput: Sendable {
  /// What a field of the form holds.
  package enum Typed: Hashable, Sendable {
    case text(String)
    case ticked(Bool)
  }

  /// What was typed, by the name of the property.
  package var typed: [String: Typed]
  /// The chosen list; `nil` if there is no such list.
  package var list: ListID?
  /// What is wrong with it, in the order of the fields.
  package var problems: [InputProblem]

  package init(typed: [String: Typed], list: ListID?, problems: [InputProblem] = []) {
    self.typed = typed
    self.list = list
    self.problems = problems
  }

  /// The form as it shows an item that nobody has typed into.
  package init(_ item: Item, in list: ListID) {
    typed = [:]
    for property in Item.editableProperties { typed[property.name] = Typed(property.read(item)) }
    self.list = list
    problems = []
  }

  /// The text typed for a property; empty for a checkbox.
  package func text(_ property: Property<String>) -> String {
    if case .text(let text)? = typed[property.name] { text } else { "" }
  }
}

extension ItemInput.Typed {
  /// What the form shows of a value.
  init(_ value: StoredValue) {
    self =
      switch value {
      case .text(let text): .text(text)
      case .number(let number): .text(String(number))
      case .flag(let flag): .ticked(flag)
      case .time(let time): .text(time.map { CivilTime($0, offset: 0).machineReadable } ?? "")
      }
  }

  /// What was typed into a field whose property has values of that kind.
  init(_ text: String, like value: StoredValue) {
    if case .flag = value { self = .ticked(text == "true") } else { self = .text(text) }
  }
}

/// A form that could not be accepted, shown again so that nothing typed is lost.
package struct KeptForm: Sendable {
  /// The path that it is sent to.
  package var action: String
  /// All of its fields in their order; texts can be edited, others are hidden.
  package var fields: [Field]
  /// The name and value of the button that sends it; without one the button has no name.
  package var button: Field?
  var purpose = Purpose.again

  /// What sending it means to a person.
  enum Purpose {
    case again, newItem, newList
  }

  package struct Field: Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(action: String, fields: [Field], button: Field? = nil) {
    self.action = action
    self.fields = fields
    self.button = button
  }

  /// Saves what was typed as a new item.
  ///
  /// - Parameter address: where the form leads back to; without it to the item in its list.
  package static func newItem(
    title: String, detail: String, list: ListID?, once: String? = nil,
    leadingTo address: String? = nil
  ) -> KeptForm {
    var fields = [Field("title", title), Field("detail", detail)]
    if let list { fields.append(Field("list", list.description)) }
    if let address { fields.append(Field("return", address)) }
    if let once { fields.append(Field("once", once)) }
    var form = KeptForm(action: "/items", fields: fields)
    form.purpose = .newItem
    return form
  }

  /// Makes a new list of the name that was typed.
  package static func newList(name: String, once: String? = nil) -> KeptForm {
    var fields = [Field("name", name)]
    if let once { fields.append(Field("once", once)) }
    var form = KeptForm(action: "/lists", fields: fields)
    form.purpose = .newList
    return form
  }
}

/// The form that renames a list, as it was sent and refused.
package struct ListInput: Sendable {
  package var name: String
  package var problem: InputProblem

  package init(name: String, problem: InputProblem) {
    self.name = name
    self.problem = problem
  }
}

/// What pages and forms hold to.
package enum Limits {
  /// Items, search results, deleted things and steps a page.
  package static let pageSize = 100
  /// Code points of a title or a list's name.
  package static let title = 1_000
  /// Code points of a detail.
  package static let detail = 100_000
  /// The largest count, and with a minus sign the smallest.
  package static let count = 999_999_999
}
