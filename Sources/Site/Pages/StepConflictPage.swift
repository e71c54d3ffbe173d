package import Templating
package import Todo

/// An undo or redo that would overwrite what somebody else changed since (409).
package struct StepConflictPage: SitePage {
  package static let template = "step-conflict"

  package let context: PageContext
  package let direction: Direction
  /// The step in conflict.
  package let step: Step
  /// The value of `skip` that drops the step.
  package let skipToken: String
  /// What it was done to, as it is now.
  package let subject: Subject
  /// The list in which an item is.
  package let home: ListID?
  package let clash: Clash

  package init(
    _ context: PageContext, direction: Direction, step: Step, skipToken: String, subject: Subject,
    home: ListID? = nil, clash: Clash
  ) {
    self.context = context
    self.direction = direction
    self.step = step
    self.skipToken = skipToken
    self.subject = subject
    self.home = home
    self.clash = clash
  }

  package enum Subject: Sendable {
    case item(Item)
    case list(ItemList)
  }

  /// What stands in the way.
  package enum Clash: Sendable {
    /// The property holds something else than the step left there.
    case property(AnyProperty, expected: StoredValue, present: StoredValue)
    /// The list has another name than the step gave it.
    case name(expected: String, present: String)
    /// It was moved since, within its list or to the one named here.
    case moved(to: ItemList?)
    /// It is deleted.
    case deleted
    /// It is there again.
    case present
    /// It was made or brought back by the step, and changed since; the property, if it is one.
    case changedSince(AnyProperty?)
  }

  package var title: String {
    context.language(.pageConflict, ["name": name])
  }

  package var fields: Fields {
    let language = context.language
    let isUndo = direction == .undo
    return [
      .heading: .text(language(isUndo ? .clashUndo : .clashRedo)),
      .reason: .text(reason),
      .what: .text(language.text(step.label, .past)),
      .name: .text(name),
      .ja: context.isForeign(name),
      .href: .text(href),
      .open: .text(isItem ? language(.clashOpenItem) : language(.clashOpenList)),
      .values: values.map { .group($0) } ?? .flag(false),
      .action: .text(isUndo ? "/undo" : "/redo"),
      .token: .text(skipToken),
    ]
  }

  private var isItem: Bool {
    if case .item = subject { true } else { false }
  }

  private var name: String {
    switch subject {
    case .item(let item): item.title
    case .list(let list): list.name
    }
  }

  var href: String {
    switch subject {
    case .item(let item): "/items/\(item.id)"
    case .list(let list): "/lists/\(list.id)"
    }
  }

  var reason: String {
    let language = context.language
    switch clash {
    case .property(let property, _, _):
      return language(.clashProperty, ["field": language.text(property)])
    case .name: return language(.clashName)
    case .moved(let list?): return language(.clashMovedTo, ["list": list.name])
    case .moved(nil): return language(.clashMoved)
    case .deleted: return language(.clashDeleted)
    case .present: return language(.clashPresent)
    case .changedSince(let property?):
      return language(.clashChangedProperty, ["field": language.text(property)])
    case .changedSince(nil): return language(.clashChangedSince)
    }
  }

  /// What the step left there, and what is there now.
  private var values: Fields? {
    let language = context.language
    let (label, mine, theirs): (String, String, String)
    switch clash {
    case .property(let property, let expected, let present):
      (label, mine, theirs) = (
        language.text(property), language.text(expected), language.text(present)
      )
    case .name(let expected, let present):
      (label, mine, theirs) = (language.text(FieldText.name.key), expected, present)
    default: return nil
    }
    let difference = WordDifference(mine, theirs)
    return [
      .property: .text(label),
      .mine: .list(difference.old.map(\.fields)),
      .theirs: .list(difference.new.map(\.fields)),
    ]
  }
}
