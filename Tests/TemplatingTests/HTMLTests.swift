import Templating
import Testing

@Test(arguments: [
  ("", ""), ("plain", "plain"), ("&<>\"'", "&amp;&lt;&gt;&quot;&#39;"),
  ("a & b < c", "a &amp; b &lt; c"), ("&", "&amp;"), ("x\"", "x&quot;"), ("\"x", "&quot;x"),
  ("\"\u{301}", "&quot;\u{301}"), ("<\u{338}", "&lt;\u{338}"), ("日本 & 京都", "日本 &amp; 京都"),
  ("\u{0}\u{7F}", "\u{0}\u{7F}"), ("bdfz|~`", "bdfz|~`"),
])
func `text is escaped byte by byte`(text: String, markup: String) {
  #expect(HTML(escaping: text).bytes == Array(markup.utf8))
}

@Test(arguments: [0, 1, -1, 10, 999_999_999, -1_000_000, Int.max, Int.min])
func `numbers are written in decimal digits`(number: Int) throws {
  #expect(try render("{{n}} {{{n}}}", [:], ["n": .number(number)]) == "\(number) \(number)")
}

@Test func `markup is inserted as it is and text is not`() throws {
  let fields: Fields = ["html": .html(HTML(escaping: "<")), "text": "<", "yes": true, "no": false]
  #expect(
    try render("{{html}}{{{html}}} {{text}}{{{text}}}{{&text}} {{yes}} {{no}}", [:], fields)
      == "&lt;&lt; &lt;<< true false")
}

@Test func `big markup is shared, small markup is copied`() {
  let big = HTML(escaping: String(repeating: "x", count: HTML.sharedSize))
  let small = HTML(escaping: String(repeating: "y", count: HTML.sharedSize - 1))
  let all = HTML(joining: [small, big, small, small, big])
  #expect(all.fragments.map(\.count) == [1023, 1024, 2046, 1024])
  #expect(all.count == 5117)
  #expect(all.bytes.count == 5117)
  let (original, found) = (big.fragments[0], all.fragments[1])
  let isShared = original.span.isIdentical(to: found.span)
  #expect(isShared)
}

@Test func `a page of rendered rows shares them and puts all in order`() throws {
  let text = String(repeating: "é&", count: 1000)
  let row = try #require(library("<li>{{text}}</li>")["main"]).render(["text": .text(text)])
  let page = try #require(library("<ul>\n{{#rows}}{{{row}}}, {{/rows}}</ul>")["main"])
  let rows = Array(repeating: Fields([("row", .html(row))]), count: 100)
  let html = page.render(["rows": .list(rows)])
  #expect(html.fragments.count == 201)
  let expected = "<ul>\n" + String(repeating: row.text + ", ", count: 100) + "</ul>"
  #expect(html.bytes == Array(expected.utf8))
  var bytes: [UInt8] = [1]
  page.render(["rows": .list(rows)], into: &bytes)
  #expect(bytes == [1] + Array(expected.utf8))
}

@Test func `long pages are whole`() throws {
  let rows = (0..<5000).map { Fields([("n", .number($0))]) }
  let template = "{{#rows}}<li>{{n}}</li>\n{{/rows}}"
  let expected = (0..<5000).map { "<li>\($0)</li>\n" }.joined()
  #expect(try render(template, [:], ["rows": .list(rows)]).utf8.elementsEqual(expected.utf8))
  let text = String(repeating: "long <text> ", count: 20_000)
  let escaped = String(repeating: "long &lt;text&gt; ", count: 20_000)
  #expect(try render("({{a}})", [:], ["a": .text(text)]).utf8.elementsEqual("(\(escaped))".utf8))
}
