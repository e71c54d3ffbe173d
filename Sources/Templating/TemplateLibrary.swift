/// Mustache templates that know each other by name.
///
/// All of the public specification but lambdas and dynamic names: `{{name}}` escaped, `{{{name}}}`
/// and `{{&name}}` as it is, `{{a.b}}`, `{{.}}`, sections `{{#a}}…{{/a}}`, inverted ones
/// `{{^a}}…{{/a}}`, `{{! comments }}`, partials `{{>file}}`, parents `{{<file}}…{{/file}}` with
/// blocks `{{$block}}…{{/block}}`, and `{{=<% %>=}}`.
///
/// Everything is parsed and put together when the library is made; rendering only copies bytes.
///
/// ```swift
/// let library = try TemplateLibrary(
///   sources: [
///     "layout": Array("<title>{{$title}}{{t.name}}{{/title}}</title>\n{{$main}}{{/main}}".utf8),
///     "list": Array(
///       """
///       {{<layout}}
///         {{$title}}{{name}}{{/title}}
///         {{$main}}
///           {{#items}}{{>row}}{{/items}}
///           {{^items}}{{t.empty}}{{/items}}
///         {{/main}}
///       {{/layout}}
///       """.utf8),
///     "row": Array("<li>{{title}}</li>".utf8),
///   ],
///   constants: ["t": ["name": "To do", "empty": "Nothing to do & all day for it"]])
/// let list = library["list"]
/// let page = list?.render(["name": "Home", "items": [["title": "<Tea>"], ["title": "Milk"]]])
/// // <title>Home</title>
/// // <li>&lt;Tea&gt;</li><li>Milk</li>
/// ```
public struct TemplateLibrary: Sendable {
  private let templates: [String: Template]

  /// - Parameters:
  ///   - sources: the text of each file, under the name that partials and parents use.
  ///   - constants: values that are the same for every page, such as the strings of a language in a
  ///     group `t`. They are inserted while parsing, and come before fields of the same name. A
  ///     section over a constant list is written out once for each element; it inserts no template.
  /// - Throws: the first fault, of the files in the order of their names. A partial that does not
  ///   exist is none (the specification has it insert nothing); `Template.check` reports it.
  public init(sources: [String: [UInt8]], constants: Fields = [:]) throws(TemplateError) {
    var trees: [SyntaxTree] = []
    for (name, bytes) in sources.sorted(by: { $0.key < $1.key }) {
      trees.append(try Parser.parse(Source(name: name, bytes: bytes)))
    }
    let program = try Linker.link(trees, constants: constants)
    templates = Dictionary(
      uniqueKeysWithValues: trees.indices.map {
        (trees[$0].source.name, Template(program, routine: $0))
      })
  }

  public subscript(name: String) -> Template? { templates[name] }

  /// The names of all templates, sorted.
  public var names: [String] { templates.keys.sorted() }
}
