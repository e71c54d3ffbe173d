import Templating
import Testing

@Test(arguments: SpecCase.modules)
func `every case of a module of the specification`(module: String, count: Int) throws {
  let cases = try SpecCase.all(of: module)
  #expect(cases.count == count)
  for test in cases {
    let library = try TemplateLibrary(sources: test.sources)
    let template = try #require(library[SpecCase.main])
    let page = template.render(test.data.fields)
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(Array(page.bytes) == Array(test.expected.utf8), "\(test.name): \(test.desc)\n\(text)")
  }
}
