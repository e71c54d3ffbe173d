import Site
import Testing
import Todo

@Suite struct PagesEscapingTests {
  @Test(arguments: [
    "<b id=evil>", "\"><b id=evil>", "'><b id=evil>", "</textarea><b id=evil>",
    "</title><b id=evil>", "<!--<b id=evil>", "\"\u{301}><b id=evil>",
  ])
  func `no text of a person becomes markup on any page`(text: String) throws {
    for code in ["en", "ja"] {
      for page in try Sample.pages(code, text: text) {
        let html = page.html().text
        #expect(!html.contains("<b id=evil"), "\(type(of: page)) \(code)")
        #expect(html.contains("&lt;b id=evil"), "\(type(of: page)) \(code)")
      }
    }
  }

  @Test(arguments: ["\" data-evil=\"", "' data-evil='", "\"\u{301} data-evil=1 "])
  func `no text of a person leaves its attribute`(text: String) throws {
    for page in try Sample.pages("en", text: text) {
      let html = page.html().text
      #expect(html.contains("data-evil"))
      #expect(!tagsWithoutValues(html).contains("data-evil"), "\(type(of: page))")
    }
  }

  /// What stands within the tags, but for the quoted values of attributes.
  private func tagsWithoutValues(_ html: String) -> String {
    var kept: [UInt8] = []
    var isInTag = false
    var isInValue = false
    for byte in html.utf8 {
      switch byte {
      case UInt8(ascii: "<") where !isInTag: isInTag = true
      case UInt8(ascii: ">") where !isInValue: isInTag = false
      case UInt8(ascii: "\"") where isInTag: isInValue.toggle()
      default: if isInTag, !isInValue { kept.append(byte) }
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  @Test func `braces of a person are no template`() throws {
    for page in try Sample.pages("en", text: "{{title}} {{{x}}} {{#a}}{name}") {
      #expect(page.html().text.contains("{{title}} {{{x}}} {{#a}}{name}"))
    }
  }

  @Test func `no page has a style, a script or a handler of its own`() throws {
    for page in try Sample.pages("en", text: "x") {
      let html = page.html().text
      #expect(html.count(of: "<script") == 1)
      #expect(html.contains("<script type=\"module\" src=\"/static/app.js\"></script>"))
      for part in ["<style", " style=", " onclick=", " onload=", "javascript:"] {
        #expect(!html.contains(part), "\(part) in \(type(of: page))")
      }
    }
  }
}
