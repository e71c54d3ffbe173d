import Assets
import Site
import Testing

@Suite struct PagesStringsTests {
  @Test func `every text of the strings files is used`() throws {
    var used = Set(Languages.keysOfTheProgram)
    for (name, bytes) in Assets.templates where name.hasSuffix(".html") {
      for part in String(decoding: bytes, as: UTF8.self).split(separator: "{{t.").dropFirst() {
        used.insert(String(part.prefix { $0 != "}" }))
      }
    }
    for language in try Languages(files: Assets.templates).all {
      let unused = language.keys.subtracting(used).filter { !$0.hasSuffix(".one") }
      #expect(unused == [], "\(language.code)")
    }
  }

  @Test func `the languages have the same texts but for plural forms`() throws {
    let languages = try Languages(files: Assets.templates).all
    let keys = languages.map { language in
      Set(language.keys.map { $0.replacing(".one", with: ".other") })
    }
    #expect(keys[0] == keys[1])
  }

  @Test(arguments: [
    (nil, nil, "en"), ("", nil, "en"), ("ja", nil, "ja"), ("ja-JP,en;q=0.8", nil, "ja"),
    ("en, ja;q=0.9", nil, "en"), ("ja;q=0.5, en;q=0.6", nil, "en"), ("fr, de;q=0.9", nil, "en"),
    ("fr, ja;q=0.1", nil, "ja"), ("JA", nil, "ja"), ("en;q=0, ja;q=0.001", nil, "ja"),
    ("*", nil, "en"), ("ja;q=0.5, *;q=0.7", nil, "en"), ("ja ; q=1.0 , en", nil, "ja"),
    (";;;,,,q=", nil, "en"), ("en", "ja", "ja"), ("ja", "en", "en"), ("ja", "xx", "ja"),
    ("ja;q=nonsense, en;q=0.3", nil, "en"),
  ])
  func `the language is a person's choice, else what the browser likes best`(
    header: String?, choice: String?, code: String
  ) throws {
    let languages = try #require(Sample.languages)
    #expect(languages.pick(acceptLanguage: header, choice: choice).code == code)
  }
}
