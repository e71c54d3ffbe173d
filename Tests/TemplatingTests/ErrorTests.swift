import Templating
import Testing

struct Fault: Sendable, CustomTestStringConvertible {
  let template: String
  let message: String

  init(_ template: String, _ message: String) {
    self.template = template
    self.message = message
  }

  var testDescription: String { template }

  static let all = [
    Fault("a\n  {{title", "main:2:3: The tag is not closed: }} is missing."),
    Fault("{{{title}}", "main:1:1: The tag is not closed: }}} is missing."),
    Fault("{{", "main:1:1: The tag is not closed: }} is missing."),
    Fault("{{! x", "main:1:1: The tag is not closed: }} is missing."),
    Fault("日本{{}}", "main:1:3: The tag has no name."),
    Fault("{{# }}", "main:1:1: The tag has no name."),
    Fault("{{a b}}", "main:1:1: The name “a b” has white space in it."),
    Fault("{{a {{b}}", "main:1:1: The tag is not closed before the next one opens."),
    Fault("{{a..b}}", "main:1:1: The name “a..b” has an empty part."),
    Fault("{{#.a}}{{/.a}}", "main:1:1: The name “.a” has an empty part."),
    Fault(
      "{{=<%=}}",
      "main:1:1: Delimiters are set by two words without an equals sign, as in {{=<% %>=}}."),
    Fault("{{#a}}\n{{#b}}\n{{/b}}", "main:1:1: {{#a}} is never closed."),
    Fault("x{{/a}}", "main:1:2: {{/a}} closes nothing: no such tag is open."),
    Fault("{{#a}}\n\n{{/b}}", "main:3:1: {{/b}} cannot close {{#a}} of line 1."),
    Fault("{{$é}}{{/e\u{301}}}", "main:1:7: {{/e\u{301}}} cannot close {{$é}} of line 1."),
    Fault(
      "{{>*name}}",
      "main:1:1: Dynamic names (“*name”) are not supported: write the name out."),
    Fault(
      "{{<*name}}{{/*name}}",
      "main:1:1: Dynamic names (“*name”) are not supported: write the name out."),
    Fault(
      "{{<layout}}\n {{title}}{{/layout}}",
      "main:2:2: {{title}} stands directly inside {{<layout}}, where only blocks may stand."),
    Fault(
      "{{<layout}}{{$a}}{{/a}}\n{{$a}}{{/a}}{{/layout}}",
      "main:2:1: The block “a” is given twice to the same parent."),
    Fault(
      "x\n{{>main}}",
      "main:2:1: The file inserts itself here without end: no section decides about it."),
    Fault(
      String(repeating: "{{#a}}", count: 101), "main:1:601: Tags nest deeper than 100 levels."),
    Fault("{{t.none}}", "main:1:1: The constant “t.none” does not exist."),
    Fault("{{t}}", "main:1:1: The constant “t” is not a single value."),
    Fault("{{#t}}{{/t}}", "main:1:1: The constant “t” is not a single value."),
    Fault("{{t.l}}", "main:1:1: The constant “t.l” is not a single value."),
    Fault(
      "{{#t.l}}\n{{>layout}}{{/t.l}}",
      "main:2:1: Nothing is inserted in a section over a constant list."),
  ]
}

@Test(arguments: Fault.all)
func `a fault is reported with file, line, column and a sentence`(fault: Fault) {
  let error = #expect(throws: TemplateError.self) {
    _ = try library(
      fault.template, ["layout": "{{$a}}{{/a}}"], constants: ["t": ["a": "b", "l": .items(["x"])]])
  }
  #expect(error?.description == fault.message)
}

@Test func `a fault in a partial is reported for the partial`() {
  #expect(throws: TemplateError(file: "row", line: 2, column: 1, reason: "The tag has no name.")) {
    _ = try library("{{>row}}", ["row": "\n{{}}"])
  }
}

@Test func `templates that multiply each other are refused`() {
  var files: [String: String] = [:]
  for level in 0..<40 {
    files["f\(level)"] = " {{>f\(level + 1)}}\n\t{{>f\(level + 1)}}\n"
  }
  files["f40"] = "end"
  do throws(TemplateError) {
    _ = try library("{{>f0}}", files)
    Issue.record("nothing was thrown")
  } catch {
    #expect(error.reason == "The templates insert each other in too many ways.")
  }
}
