import Templating
import Testing

private let example: Fields = [
  "title": "Home", "count": 3, "done": true,
  "items": [["name": "Tea", "tags": .items(["hot", "green"])]],
  "list": ["href": "/lists/1", "item": ["id": 7]],
]

private func check(_ main: String, _ files: [String: String] = [:]) throws -> String {
  let template = try #require(library(main, files)["main"])
  do throws(TemplateError) {
    try template.check(supplied: example)
    return "fine"
  } catch {
    return error.description
  }
}

@Test(arguments: [
  ("{{title}} {{count}} {{{count}}} {{done}}", "fine"),
  (
    "{{#items}}{{name}}{{title}}{{#tags}}{{.}}{{/tags}}{{/items}}{{^items}}{{title}}{{/items}}",
    "fine"
  ),
  ("{{list.href}}{{#list}}{{href}}{{item.id}}{{/list}}{{list.item.id}}", "fine"),
  ("{{#title}}{{.}}{{/title}}", "fine"),
  ("x\n {{titel}}", "main:2:2: “titel” is not supplied."),
  ("{{name}}", "main:1:1: “name” is not supplied."),
  ("{{.}}", "main:1:1: “.” is not supplied."),
  ("{{list.item.name}}", "main:1:1: “list.item.name” is not supplied."),
  ("{{#done}}{{a}}{{/done}}", "main:1:10: “a” is not supplied."),
  ("{{^done}}{{a}}{{/done}}", "main:1:10: “a” is not supplied."),
  ("{{#items}}\n{{nam}}\n{{/items}}", "main:2:1: “nam” is not supplied."),
  ("{{^items}}{{a}}{{/items}}", "main:1:11: “a” is not supplied."),
  ("{{#many}}{{/many}}", "main:1:1: “many” is not supplied."),
  ("{{^many}}{{/many}}", "main:1:1: “many” is not supplied."),
  ("{{items}}", "main:1:1: “items” is not a single value, so it cannot be inserted."),
  ("{{{title}}}", "main:1:1: “title” is text, which cannot be inserted without escaping."),
  ("{{&title}}", "main:1:1: “title” is text, which cannot be inserted without escaping."),
  ("a {{>nothing}}", "main:1:3: No template has this name."),
  ("{{<nothing}}{{/nothing}}", "main:1:1: No template has this name."),
])
func `what the example does not supply is reported`(template: String, result: String) throws {
  #expect(try check(template) == result)
}

@Test(arguments: [
  ("{{#items}}{{>row}}{{/items}}", "fine"),
  ("{{>row}}", "row:2:1: “name” is not supplied."),
  ("{{<layout}}{{$main}}{{title}}{{/main}}{{/layout}}", "fine"),
  ("{{<layout}}{{/layout}}", "layout:1:10: “none” is not supplied."),
  ("{{<layout}}{{$main}}\n{{nobody}}{{/main}}{{/layout}}", "main:2:1: “nobody” is not supplied."),
  ("{{#items}}{{>tree}}{{/items}}", "fine"),
])
func `what partials, parents and blocks ask for is checked`(
  template: String, result: String
) throws {
  let files = [
    "row": "\n{{name}}", "layout": "{{$main}}{{none}}{{/main}}",
    "tree": "{{name}}{{#tags}}{{>tree}}{{/tags}}",
  ]
  #expect(try check(template, files) == result)
}

@Test func `every element of a list is checked, and an empty list is not enough`() throws {
  let template = try #require(library("{{#rows}}{{a}}{{/rows}}")["main"])
  #expect(throws: Never.self) { try template.check(supplied: ["rows": [["a": 1], ["a": 2]]]) }
  let missing = #expect(throws: TemplateError.self) {
    try template.check(supplied: ["rows": [["a": 1], ["b": 2]]])
  }
  #expect(missing?.column == 10)
  let empty = #expect(throws: TemplateError.self) { try template.check(supplied: ["rows": []]) }
  #expect(empty?.reason == "“rows” is an empty list in the example: its section is unchecked.")
}

@Test func `templates that multiply each other are checked to the end`() throws {
  var files: [String: String] = [:]
  for level in 0..<60 {
    files["f\(level)"] = "{{#list}}{{>f\(level + 1)}}{{/list}}{{^done}}{{>f\(level + 1)}}{{/done}}"
  }
  files["f60"] = "{{title}}{{href}}"
  #expect(try check("{{#list}}{{>f0}}{{/list}}", files) == "fine")
  #expect(try check("{{>f0}}", files) == "f60:1:10: “href” is not supplied.")
}

@Test func `a template that inserts itself is checked with all that its sections bring in`() throws
{
  let files = [
    "tree": "{{#items}}{{#list}}{{>tree}}{{/list}}{{/items}}{{#list}}{{>tree}}{{/list}}{{>leaf}}",
    "leaf": "{{#items}}{{name}}{{/items}}{{#list}}{{href}}{{/list}}",
  ]
  #expect(try check("{{>tree}}", files) == "fine")
  let other = ["tree": "{{#list}}{{#item}}{{>tree}}{{/item}}{{/list}}{{#done}}{{id}}{{/done}}"]
  #expect(try check("{{>tree}}", other) == "tree:1:55: “id” is not supplied.")
}

@Test func `sections that nest deeper than they are rendered are reported`() throws {
  var files: [String: String] = [:]
  for level in 0..<130 { files["f\(level)"] = "{{#done}}{{>f\(level + 1)}}{{/done}}" }
  #expect(
    try check("{{>f0}}", files) == "f127:1:10: Sections and partials nest deeper than 256 levels.")
}

@Test func `a name with two values is reported`() throws {
  let template = try #require(library("x")["main"])
  var fields: Fields = ["a": 1]
  fields.append("b", 2)
  #expect(throws: Never.self) { try template.check(supplied: fields) }
  fields.append("a", 3)
  for example in [fields, ["group": .group(fields)], ["list": [["c": 1], fields]]] {
    let error = #expect(throws: TemplateError.self) { try template.check(supplied: example) }
    #expect(error?.description == "main:1:1: “a” is supplied twice.")
  }
}
