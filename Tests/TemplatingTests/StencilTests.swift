import Templating
import Testing

@Suite struct StencilTests {
  private static let fields: [(name: FieldName, kind: Stencil.Kind)] = [
    ("title", .value), ("done", .value), ("count", .value), ("html", .markup),
  ]

  private func library(_ sources: [String: String]) throws -> TemplateLibrary {
    try TemplateLibrary(
      sources: sources.mapValues { Array($0.utf8) }, constants: ["t": ["yes": "Yes & no"]])
  }

  private func stencil(_ sources: [String: String]) throws -> Stencil {
    try #require(try library(sources)["row"]).stencil(Self.fields)
  }

  private func fill(
    _ stencil: Stencil, title: String, done: Bool = false, count: Int = 0, html: HTML = HTML()
  ) -> String {
    var values = StencilValues(for: stencil)
    values.set(0, title)
    values.set(1, done)
    values.set(2, count)
    values.set(3, html)
    var builder = HTMLBuilder(capacity: 16)
    builder.append(stencil, values)
    return String(decoding: builder.finish().bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "<li>{{title}}</li>", "{{title}}{{title}}", "plain", "",
    "{{#done}}a{{/done}}{{^done}}b{{/done}}",
    "{{#title}}[{{#done}}{{title}}{{/done}}{{^count}}none{{/count}}]{{/title}}end",
    "{{done}} {{count}} {{{html}}} {{html}} {{&html}}", "{{t.yes}}x{{#html}}h{{/html}}",
    "a\n  {{>part}}\nb", "{{! comment }}\n{{<part}}{{$block}}mine {{title}}{{/block}}{{/part}}",
  ]) func `it is filled as the template is rendered`(source: String) throws {
    let sources = ["row": source, "part": "<p>\n{{$block}}{{title}}{{/block}}\n</p>"]
    let template = try #require(try library(sources)["row"])
    let stencil = try template.stencil(Self.fields)
    let html = HTML(escaping: "<b>")
    for title in ["", "x", "R&D <\"'>", "牛乳を買う", String(repeating: "long & ", count: 900)] {
      for (done, count) in [(true, 0), (false, -12), (true, 1_234)] {
        let rendered = template.render([
          "title": .text(title), "done": .flag(done), "count": .number(count), "html": .html(html),
        ])
        let filled = fill(stencil, title: title, done: done, count: count, html: html)
        #expect(filled == String(decoding: rendered.bytes, as: UTF8.self))
      }
    }
  }

  @Test func `values that are kept stand in every piece, the others in one`() throws {
    let stencil = try stencil(["row": "{{{html}}}{{title}}{{#count}}({{count}}){{/count}};"])
    var values = StencilValues(for: stencil)
    values.set(3, HTML(escaping: "<"))
    values.keep()
    var builder = HTMLBuilder(capacity: 0)
    var ends: [Int] = []
    for (title, count) in [("a", 1), ("", 0), ("ccc", 22)] {
      values.startPiece()
      values.set(0, utf8: title.utf8.span)
      values.set(2, count)
      builder.append(stencil, values)
      ends.append(builder.count)
    }
    let html = builder.finish()
    #expect(String(decoding: html.bytes, as: UTF8.self) == "&lt;a(1);&lt;;&lt;ccc(22);")
    var other = HTMLBuilder(capacity: 4)
    other.append(html, ends[1]..<ends[2])
    other.append(html, 0..<ends[0])
    #expect(String(decoding: other.finish().bytes, as: UTF8.self) == "&lt;ccc(22);&lt;a(1);")
  }

  @Test(arguments: [
    ("{{name}}", "row:1:1: “name” is not supplied."),
    ("x\n{{#a.b}}{{/a.b}}", "row:2:1: “a.b” is not supplied."),
    ("{{#done}}{{.}}{{/done}}", "row:1:10: “.” is not supplied."),
    ("{{{title}}}", "row:1:1: “title” is text, which cannot be inserted without escaping."),
    ("{{>missing}}", "row:1:1: No template has this name."),
    ("{{#done}}{{>row}}{{/done}}", "row:1:10: A stencil cannot insert itself."),
  ]) func `what it cannot be filled with is found beforehand`(source: String, fault: String) throws
  {
    let template = try #require(try library(["row": source])["row"])
    let error = #expect(throws: TemplateError.self) { try template.stencil(Self.fields) }
    #expect(error?.description == fault)
  }

  @Test func `templates that multiply each other are no stencil`() throws {
    var sources = ["row": "{{>f0}}", "f40": "{{title}}"]
    for level in 0..<40 { sources["f\(level)"] = "{{>f\(level + 1)}}{{>f\(level + 1)}}" }
    let template = try #require(try library(sources)["row"])
    let error = #expect(throws: TemplateError.self) { try template.stencil(Self.fields) }
    #expect(error?.reason == "The templates insert each other in too many ways.")
  }
}
