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

@Test func `what has to be escaped is found wherever it stands among whatever else`() throws {
  let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
  ]
  let template = try #require(library("{{text}}")["main"])
  let others =
    (0..<128).map { Unicode.Scalar($0) }
    + ["é", "\u{26}\u{301}", "日", "😀"]
    .flatMap(\.unicodeScalars)
  for length in [1, 7, 8, 9, 15, 16, 17, 24] {
    for place in 0..<length {
      for scalar in others {
        let around: [Unicode.Scalar] = scalar.value % 2 == 0 ? ["x", "!"] : ["¢", "="]
        var scalars = (0..<length).map { around[$0 % 2] }
        scalars[place] = scalar
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        let expected = scalars.map { entities[$0] ?? String($0) }.joined()
        let all = [HTML(escaping: String(text)), template.render(["text": .text(String(text))])]
        for html in all where html.bytes != Array(expected.utf8) {
          Issue.record("\(scalars) is escaped as \(html.text)")
        }
      }
    }
  }
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
}

@Test func `a page is the same whatever room the ones before it took`() throws {
  let page = try #require(library("{{#rows}}{{n}}<{{gap}}>{{{big}}}{{/rows}}{{end}}")["main"])
  let big = HTML(escaping: String(repeating: "b", count: HTML.sharedSize))
  for count in [0, 1, 1_000, 3, 40_000, 0, 5] {
    let rows = (0..<count).map { index -> Fields in
      index % 100 == 0 ? ["n": .number(index), "gap": .gap, "big": .html(big)] : ["n": "<"]
    }
    let html = page.render(["rows": .list(rows), "end": "."])
    let expected = (0..<count).map { $0 % 100 == 0 ? "\($0)<>" + big.text : "&lt;<>" }
    #expect(html.text == expected.joined() + ".")
    #expect(html.gaps.count == (count + 99) / 100)
  }
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

@Test func `gaps are left open where the template has them, and count as true`() throws {
  let main = "a{{gap}}b{{#gap}}({{gap}}){{/gap}}{{^gap}}none{{/gap}}{{{inner}}}{{gap}}"
  let inner = try #require(library("<{{gap}}>")["main"]).render(["gap": .gap])
  let template = try #require(library(main)["main"])
  let html = template.render(["gap": .gap, "inner": .html(inner)])
  var text = ""
  for (index, fragment) in html.fragments.enumerated() {
    text += String(repeating: "_", count: html.gaps.count { $0 == index })
    text += String(decoding: fragment, as: UTF8.self)
  }
  text += String(repeating: "_", count: html.gaps.count { $0 == html.fragments.count })
  #expect(text == "a_b(_)<_>_")
  #expect(html.text == "ab()<>")
  #expect(!HTML(joining: [try #require(library("{{gap}}")["main"]).render(["gap": .gap])]).isEmpty)
}

@Test func `values nested in groups and lists stay apart however they are put in`() throws {
  let inner: Fields = [
    "name": "in<", "tags": .items(["x", "&"]),
    "group": ["name": "deep", "html": .html(HTML(escaping: "'"))],
  ]
  var fields = Fields()
  fields.append("before", .html(HTML(escaping: "<")))
  fields.append("list", count: 3) { index, fields in
    fields.append("number", .number(index))
    if index > 0 { fields.append(inner) }
    fields.append("more", count: index) { inner, fields in fields.append("i", .number(inner)) }
  }
  fields.append("group") { fields in
    fields.append("name", "g")
    fields.append("group") { $0.append("name", "gg") }
  }
  var all: Fields = ["name": "page"]
  all.append(fields)
  let main = """
    {{{before}}}{{#list}}[{{number}} {{name}}{{#tags}}{{.}}{{/tags}} {{group.name}}\
    {{{group.html}}}{{#more}}{{i}},{{/more}}]{{/list}}{{group.name}} {{group.group.name}} {{name}}
    """
  #expect(
    try render(main, [:], all)
      == "&lt;[0 page g][1 in&lt;x&amp; deep&#39;0,][2 in&lt;x&amp; deep&#39;0,1,]g gg page")
  guard case .list(let list)? = all["list"], case .group(let group)? = list[2]["group"],
    case .text(let name)? = list[1]["name"]
  else {
    Issue.record("the values are of other kinds")
    return
  }
  #expect(name == "in<")
  #expect(try render("{{name}}{{{html}}}", [:], group) == "deep&#39;")
}
