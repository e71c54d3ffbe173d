internal import Interchange
internal import Todo

/// What a program is told of a conflict or of something deleted: as much as the page says, so that it
/// can go on.
struct ProblemFacts: Sendable {
  let title: String
  var detail: String?
  /// What it is about, as it is now.
  var item: (item: Item, list: ListID)?
  var list: ItemList?
  var isDeleted = false
  /// What stands against what.
  var clashes: [Clash] = []
  /// The step of the history that is in the way of itself.
  var step: (revision: Int, text: String)?
  /// Forms that lead on, by what they do.
  var ways: [(name: String, form: KeptForm)] = []

  struct Clash: Sendable {
    let property: String
    /// What the program asked for, or the step left behind; `nil` of a place.
    let wanted: StoredValue?
    let present: StoredValue?
  }

  /// The members of the problem (RFC 9457, section 3.2).
  func write(to json: inout JSONText) {
    if let item {
      json.name("item")
      json.current(item.item, in: item.list)
    }
    if let list {
      json.name("list")
      json.object { json in
        json.member("id", list.id)
        json.member("name", list.name)
        json.member("created", list.created)
      }
    }
    if isDeleted { json.member("deleted", true) }
    if let step {
      json.name("step")
      json.object { json in
        json.member("revision", step.revision)
        json.member("did", step.text)
      }
    }
    if !clashes.isEmpty { write(clashes, to: &json) }
    for way in ways {
      json.name(way.name)
      json.object { json in
        json.member("action", way.form.action)
        json.name("fields")
        json.object { json in
          for field in way.form.fields { json.member(field.name, field.value) }
        }
      }
    }
  }

  private func write(_ clashes: [Clash], to json: inout JSONText) {
    json.name("conflicts")
    json.array { json in
      for clash in clashes {
        json.object { json in
          json.member("property", clash.property)
          for (name, value) in [("wanted", clash.wanted), ("present", clash.present)] {
            guard let value else { continue }
            json.name(name)
            json.value(value)
          }
        }
      }
    }
  }
}

extension ProblemFacts {
  fileprivate mutating func restore(_ path: String) {
    isDeleted = true
    ways.append(("restore", KeptForm(action: path, fields: [.init("do", "restore")])))
  }
}

extension GonePage {
  var facts: ProblemFacts {
    var facts = ProblemFacts(title: "")
    switch subject {
    case .item(let item, let list, let listIsDeleted):
      facts = ProblemFacts(title: context.language(.goneItem), detail: item.title)
      facts.item = (item, list.id)
      if listIsDeleted { facts.detail = context.language(.goneWithList, ["name": list.name]) }
      facts.restore(Route.item(item.id).path)
    case .list(let list):
      facts = ProblemFacts(title: context.language(.goneList), detail: list.name)
      facts.list = list
      facts.restore(Route.list(list.id).path)
    }
    if let kept { facts.ways.append(("keep", kept)) }
    return facts
  }
}

extension UpdateConflictPage {
  var facts: ProblemFacts {
    var facts = ProblemFacts(
      title: context.language.text("changedMeanwhile"),
      detail: context.language.text("chooseVersion"))
    facts.item = (item, list.id)
    var fields = [KeptForm.Field("do", "update"), KeptForm.Field("base", base)]
    for property in Item.editableProperties {
      let present = property.read(item)
      guard let typed = input.typed[property.name], typed != ItemInput.Typed(present) else {
        continue
      }
      fields.append(.init(property.name, typed.text))
      guard conflicts.contains(property.name) else { continue }
      let wanted = try? property.value(of: typed.text, for: item)
      facts.clashes.append(.init(property: property.name, wanted: wanted, present: present))
    }
    if let wanted = input.list, wanted != list.id {
      fields.append(.init(Base.list, wanted.description))
      if conflicts.contains(Base.list) {
        facts.clashes.append(.places(from: wanted, to: list.id))
      }
    }
    facts.ways = [("retry", KeptForm(action: Route.item(item.id).path, fields: fields))]
    return facts
  }
}

extension StepConflictPage {
  var facts: ProblemFacts {
    var facts = ProblemFacts(
      title: context.language(direction == .undo ? .clashUndo : .clashRedo), detail: reason)
    facts.step = (step.revision, context.language.text(step.label, .past))
    switch subject {
    case .item(let item): facts.item = home.map { (item, $0) }
    case .list(let list): facts.list = list
    }
    switch clash {
    case .property(let property, let expected, let present):
      facts.clashes = [.init(property: property.name, wanted: expected, present: present)]
    case .name(let expected, let present):
      facts.clashes = [
        .init(property: "name", wanted: .text(expected), present: .text(present))
      ]
    case .moved(let list): facts.clashes = [.places(from: nil, to: list?.id)]
    case .changedSince(let property?):
      facts.clashes = [.init(property: property.name, wanted: nil, present: nil)]
    case .deleted: facts.restore(href)
    case .present, .changedSince(nil): break
    }
    facts.ways.append(
      (
        "skip",
        KeptForm(action: Route.step(direction).path, fields: [.init("skip", skipToken)])
      ))
    return facts
  }
}

extension ProblemFacts.Clash {
  /// Two lists, or the place within one.
  fileprivate static func places(from wanted: ListID?, to present: ListID?) -> Self {
    let value = { (id: ListID?) in id.map { StoredValue.text($0.description) } }
    return Self(
      property: wanted == nil && present == nil ? "place" : Base.list, wanted: value(wanted),
      present: value(present))
  }
}

extension ItemInput.Typed {
  /// What a form would send.
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .ticked(let isTicked): isTicked ? "true" : "false"
    }
  }
}
