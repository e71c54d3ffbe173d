import Templating
import Testing

// The code is that of the documentation of `TemplateLibrary`, to the letter.
@Test func `the example of the documentation renders what it says`() throws {
  let library = try TemplateLibrary(
    sources: [
      "layout": Array("<title>{{$title}}{{t.name}}{{/title}}</title>\n{{$main}}{{/main}}".utf8),
      "list": Array(
        """
        {{<layout}}
          {{$title}}{{name}}{{/title}}
          {{$main}}
            {{#items}}{{>row}}{{/items}}
            {{^items}}{{t.empty}}{{/items}}
          {{/main}}
        {{/layout}}
        """.utf8),
      "row": Array("<li>{{title}}</li>".utf8),
    ],
    constants: ["t": ["name": "To do", "empty": "Nothing to do & all day for it"]])
  let list = library["list"]
  let page = list?.render(["name": "Home", "items": [["title": "<Tea>"], ["title": "Milk"]]])
  #expect(
    page?.text == """
      <title>Home</title>
      <li>&lt;Tea&gt;</li><li>Milk</li>


      """)
  let empty = list?.render(["name": "Home"])
  #expect(
    empty?.text == """
      <title>Home</title>

      Nothing to do &amp; all day for it

      """)
}
