package import Templating
package import Todo

/// A list's own page: rename, move, delete.
package struct ListEditPage: SitePage {
  package static let template = "list-edit"

  package let context: PageContext
  package let list: ItemList
  package let counts: Counts
  package let isFirst: Bool
  package let isLast: Bool
  package let refused: ListInput?

  package init(
    _ context: PageContext, list: ItemList, counts: Counts, isFirst: Bool, isLast: Bool,
    refused: ListInput? = nil
  ) {
    self.context = context
    self.list = list
    self.counts = counts
    self.isFirst = isFirst
    self.isLast = isLast
    self.refused = refused
  }

  package var title: String {
    context.language(.pageEdit, ["name": list.name])
  }

  package var fields: Fields {
    let language = context.language
    return [
      .id: .text(list.id.description),
      .name: .text(list.name),
      .ja: context.isForeign(list.name),
      .typed: .text(refused?.name ?? list.name),
      .refused: refused.map { .group([.problem: .text(language.text($0.problem))]) }
        ?? .flag(false),
      .first: .flag(isFirst),
      .last: .flag(isLast),
      .only: .flag(isFirst && isLast),
      .deletes: .text(language(.listDeletes, count: counts.all)),
    ]
  }
}
