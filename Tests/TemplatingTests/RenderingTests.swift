import Templating
import Testing

private let values: [(String, FieldValue, String)] = [
  ("{{#a}}yes{{/a}}{{^a}}no{{/a}}", FieldValue.text(""), "no"),
  ("{{#a}}yes{{/a}}{{^a}}no{{/a}}", "x", "yes"), ("{{#a}}yes{{/a}}{{^a}}no{{/a}}", 0, "no"),
  ("{{#a}}yes{{/a}}{{^a}}no{{/a}}", 1, "yes"), ("{{#a}}yes{{/a}}{{^a}}no{{/a}}", false, "no"),
  ("{{#a}}yes{{/a}}{{^a}}no{{/a}}", .html(HTML()), "no"),
  ("{{#a}}yes{{/a}}{{^a}}no{{/a}}", .group([:]), "yes"), ("{{a}}{{{a}}}", .group([:]), ""),
  ("{{#a}}{{.}}-{{/a}}", .items(["x", 2, true]), "x-2-true-"),
  ("{{#a.b}}{{.}}{{c}}{{d}}{{/a.b}}", ["b": "x", "c": "wrong"], "xD"),
  ("{{#a.b}}{{c}}{{d}}{{/a.b}}", ["b": ["c": "C"], "c": "wrong"], "CD"),
  ("{{#a.b}}{{.}}{{c}}{{d}}{{/a.b}}", ["b": .items([1, 2]), "c": "wrong"], "1D2D"),
  ("{{^a.b}}{{c}}{{d}}{{/a.b}}", ["c": "wrong"], "D"),
]

@Test(arguments: values)
func `values as conditions and contexts`(
  template: String, value: FieldValue, output: String
) throws {
  #expect(try render(template, [:], ["a": value, "d": "D"]) == output)
}

@Test func `constants are inserted while parsing, escaped unless the template says otherwise`()
  throws
{
  let t: Fields = ["undo": "Undo <“it’s”> & go", "on": true, "off": "", "n": 5]
  let template = "{{t.undo}}|{{{t.undo}}}|{{#t.on}}on{{/t.on}}{{^t.off}}off{{/t.off}}|{{t.n}}"
  let fields: Fields = ["t": ["undo": "from the page"]]
  #expect(
    try render(template, [:], fields, constants: ["t": .group(t)])
      == "Undo &lt;“it’s”&gt; &amp; go|Undo <“it’s”> & go|onoff|5")
}

@Test func `a section over a constant list is written out for each element`() throws {
  let constants: Fields = [
    "all": .list([["name": "<a>", "on": true], ["name": "b", "on": false]]), "none": .list([]),
    "name": "outer",
  ]
  let template = """
    {{#all}}{{name}}{{#on}}!{{/on}}{{^on}}?{{/on}}{{field}}{{#all}}.{{/all}} {{/all}}{{name}}
    {{#none}}none{{/none}}{{^none}}empty{{/none}}{{^all}}none{{/all}}
    """
  let expected = "&lt;a&gt;!f.. b?f.. outer\nempty"
  #expect(try render(template, [:], ["field": "f", "all": "g"], constants: constants) == expected)
}

@Test func `a file that inserts itself is indented once more at each level`() throws {
  let files = ["node": "{{name}}\n  {{#nodes}}\n  {{>node}}\n  {{/nodes}}\n"]
  var fields: Fields = ["name": "0", "nodes": []]
  for level in 1..<60 {
    fields = ["name": .number(level), "nodes": .list([fields, fields].suffix(1))]
  }
  let lines = try render(" {{>node}}\nend", files, fields).split(separator: "\n")
  #expect(lines.count == 61)
  for level in 0..<60 {
    #expect(lines[level] == String(repeating: " ", count: 1 + 2 * level) + "\(59 - level)")
  }
  #expect(lines.last == "end")
}

@Test func `a partial within a line is not indented, even in a file that is`() throws {
  let files = ["outer": "{{x}}{{>inner}}!\n{{#more}}\n {{>outer}}\n{{/more}}\n", "inner": "a\nb"]
  let fields: Fields = ["x": "-", "more": ["x": "+", "more": ["more": false]]]
  #expect(
    try render("  {{>outer}}\n", files, fields) == "  -a\nb!\n   +a\nb!\n    +a\nb!\n")
}

@Test func `a page in a layout is indented where the layout says`() throws {
  let layout = "<main>\n  {{$main}}\n  {{/main}}\n</main>\n"
  let page =
    "{{<layout}}\n{{$main}}\n    <ul>\n      {{#rows}}\n      {{>row}}\n      {{/rows}}\n    </ul>\n{{/main}}\n{{/layout}}\n"
  #expect(
    try render(
      page, ["layout": layout, "row": "<li>\n{{n}}\n</li>\n"], ["rows": [["n": "1\n2"]]])
      == "<main>\n  <ul>\n    <li>\n    1\n2\n    </li>\n  </ul>\n</main>\n")
}

@Test func `recursion that the data does not end stops`() throws {
  // The inner element lacks `nodes`, so the outer list is found again, twice at each level.
  let fields: Fields = ["nodes": [["n": 1], ["n": 2]]]
  let text = try render("<{{#nodes}}{{n}}{{>main}}{{/nodes}}>", [:], fields)
  #expect(text.hasPrefix("<1<1<1<"))
  #expect(text.utf8.count < 1000)
}

@Test func `templates render the same from many threads`() async throws {
  let template = try #require(library("{{#rows}}{{a}},{{/rows}}")["main"])
  await withTaskGroup(of: String.self) { group in
    for count in 0..<50 {
      group.addTask {
        template.render(["rows": .list(Array(repeating: ["a": 1], count: count))]).text
      }
    }
    var lengths: [Int] = []
    for await text in group { lengths.append(text.utf8.count) }
    #expect(lengths.sorted() == (0..<50).map { $0 * 2 })
  }
}

@Test func `names are equal by bytes`() throws {
  let fields: Fields = [FieldName("é"): "composed", FieldName("e\u{301}"): "decomposed"]
  #expect(try render("{{é}} {{e\u{301}}}", [:], fields) == "composed decomposed")
  #expect(FieldName("title") == FieldName("title"))
  #expect(FieldName("title").description == "title")
}

@Test func `a field can be replaced and taken out`() throws {
  var fields: Fields = ["a": "<", "b": 2]
  fields["a"] = "&"
  #expect(try render("{{a}}{{b}}", [:], fields) == "&amp;2")
  fields.append(["c": "\"", "d": 4])
  #expect(try render("{{a}}{{b}}{{c}}{{d}}", [:], fields) == "&amp;2&quot;4")
  fields["b"] = nil
  #expect(try render("{{a}}{{b}}", [:], fields) == "&amp;")
}

@Test func `a parent may be given very many blocks`() throws {
  let numbers = 0..<5_000
  let blocks = numbers.map { "{{$b\($0)}}{{/b\($0)}}" }.joined()
  let arguments = numbers.map { "{{$b\($0)}}\($0);{{/b\($0)}}" }.joined()
  let rendered = try render("{{<parent}}\(arguments){{/parent}}", ["parent": blocks])
  #expect(rendered == numbers.map { "\($0);" }.joined())
}
