package import Templating
package import Todo

/// A deleted item or list (410).
package struct GonePage: SitePage {
  package static let template = "gone"

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

  package var title: String {
    context.language(.pageDeletedItem, ["name": name])
  }

  package var fields: Fields {
    var fields = subjectFields
    fields.append(.name, .text(name))
    fields.append(.ja, context.isForeign(name))
    fields.append(.kept, kept.map { .group($0.fields(in: context.language)) } ?? .flag(false))
    return fields
  }

  private var name: String {
    switch subject {
    case .item(let item, _, _): item.title
    case .list(let list): list.name
    }
  }

  private var subjectFields: Fields {
    let language = context.language
    switch subject {
    case .item(let item, let list, let listIsDeleted):
      let created = context.civil(item.created)
      let back: Fields = [.id: .text(list.id.description), .name: .text(list.name)]
      return [
        .heading: .text(language(.goneItem)),
        .back: listIsDeleted ? .flag(false) : .group(back),
        .detail: .text(item.detail),
        .facts: .group([
          .listName: .text(list.name), .count: .text(language.number(item.count)),
          .created: .text(language.dateAndTime(created)),
          .createdMachine: .text(created.machineReadable),
        ]),
        .explanation: .text(
          listIsDeleted ? language(.goneWithList, ["name": list.name]) : ""),
        .action: .text("/items/\(item.id)"),
      ]
    case .list(let list):
      return [
        .heading: .text(language(.goneList)),
        .back: .flag(false),
        .detail: .text(""),
        .facts: .flag(false),
        .explanation: .text(language(.goneListExplained)),
        .action: .text("/lists/\(list.id)"),
      ]
    }
  }
}
