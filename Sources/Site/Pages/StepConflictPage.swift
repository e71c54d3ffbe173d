package import Todo

/// An undo or redo that would overwrite what somebody else changed since (409).
package struct StepConflictPage {
  package let context: PageContext
  package let direction: Direction
  /// The step in conflict.
  package let step: Step
  /// The value of `skip` that drops the step.
  package let skipToken: String
  /// What it was done to, as it is now.
  package let subject: Subject
  package let clash: Clash

  package init(
    _ context: PageContext, direction: Direction, step: Step, skipToken: String, subject: Subject,
    clash: Clash
  ) {
    self.context = context
    self.direction = direction
    self.step = step
    self.skipToken = skipToken
    self.subject = subject
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

  package func html() -> HTML {
    HTML()
  }
}
