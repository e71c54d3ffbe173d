import Templating

/// Templates of any octets are refused with a place, or render the same every time.
enum MustacheTarget {
  private static let names = ["main", "p", "q"]

  private static let fields: Fields = [
    "a": "<&\"'> é", "n": 12, "z": 0, "t": true, "f": false, "e": "",
    "l": [["b": "x", "a": "in"], ["b": "y"]], "o": [],
    "g": ["a": "deep", "g": ["b": "deeper", "l": [["c": 1]]]],
  ]

  private static let constants: Fields = ["s": ["k": "<b>", "f": false, "l": "text"]]

  /// The octets are up to three files, which a form feed parts.
  static func run(_ octets: [UInt8]) throws(BrokenProperty) {
    let parts = octets.split(separator: 0x0C, maxSplits: 2, omittingEmptySubsequences: false)
    let sources = Dictionary(uniqueKeysWithValues: zip(names, parts.map(Array.init)))
    let library: TemplateLibrary
    do throws(TemplateError) {
      library = try TemplateLibrary(sources: sources, constants: constants)
    } catch {
      return try check(error)
    }
    for name in library.names {
      guard let template = library[name] else { continue }
      let html = template.render(fields)
      let again = template.render(fields)
      try hold(again.bytes == html.bytes && again.gaps == html.gaps, "a page is what it was before")
      try hold(html.count == html.bytes.count, "the count of the markup is right")
      try checkStencil(template)
      do throws(TemplateError) {
        try template.check(supplied: fields)
      } catch {
        try check(error)
      }
    }
  }

  private static let places: [(name: FieldName, kind: Stencil.Kind)] = [
    ("a", .value), ("n", .value), ("t", .value), ("e", .value), ("h", .markup),
  ]

  /// What can be made a stencil is filled as the template is rendered.
  private static func checkStencil(_ template: Template) throws(BrokenProperty) {
    let stencil: Stencil
    do throws(TemplateError) {
      stencil = try template.stencil(places)
    } catch {
      return try check(error)
    }
    let markup = HTML(escaping: "<>")
    var values = StencilValues(for: stencil)
    values.set(0, "<&\"'> é")
    values.set(1, 12)
    values.set(2, true)
    values.set(3, "")
    values.set(4, markup)
    var builder = HTMLBuilder(capacity: 0)
    builder.append(stencil, values)
    let rendered = template.render([
      "a": "<&\"'> é", "n": 12, "t": true, "e": "", "h": .html(markup),
    ])
    try hold(
      builder.finish().bytes.elementsEqual(rendered.bytes),
      "a stencil is filled as its template is rendered")
  }

  private static func check(_ error: TemplateError) throws(BrokenProperty) {
    try hold(names.contains(error.file), "an error names a file")
    try hold(error.line > 0 && error.column > 0, "an error has a place")
    try hold(!error.reason.isEmpty, "an error has a reason")
  }
}
