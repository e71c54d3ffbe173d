package import Todo

/// A deleted item or list (410).
package struct GonePage {
  package let context: PageContext
  package let subject: Subject
  /// What was typed, to be saved otherwise.
  package let kept: KeptForm?

  package init(_ context: PageContext, subject: Subject, kept: KeptForm? = nil) {
    self.context = context
    self.subject = subject
    self.kept = kept
  }

  package enum Subject: Sendable {
    /// Restoring it brings its list back if that is deleted, too.
    case item(Item, list: ItemList, listIsDeleted: Bool)
    case list(ItemList)
  }

  package func html() -> HTML {
    HTML()
  }
}
