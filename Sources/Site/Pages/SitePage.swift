package import Templating

/// A page: values, a template, and the fields that carry the one into the other.
package protocol SitePage: Sendable {
  /// The name of the template, without its ending.
  static var template: String { get }
  /// What the page shows around its content.
  var context: PageContext { get }
  /// The first part of the document's title.
  var title: String { get }
  /// What the template uses beside what the context supplies.
  var fields: Fields { get }
}

extension SitePage {
  /// All that the template uses.
  var allFields: Fields {
    var all = fields
    context.append(to: &all, title: title)
    return all
  }

  /// The whole document.
  package func html() -> HTML {
    context.language.render(Self.template, allFields)
  }
}
