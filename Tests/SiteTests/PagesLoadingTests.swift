import Assets
import Site
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct PagesLoadingTests {
  @Test func `every page supplies what its template uses, in every language`() throws {
    let languages = try Languages(files: Assets.templates)
    #expect(languages.all.map(\.code) == ["en", "ja"])
    #expect(languages.all.map(\.name) == ["English", "日本語"])
  }

  @Test(arguments: [
    ("list.html", "{{t.add}}", "{{t.ad}}", "list.html:9:35"),
    ("item-row.html", "{{{hidden}}}", "{{{hiden}}}", "item-row.html:2:"),
    ("list.html", "{{countText}}", "{{{countText}}}", "list.html:4:"),
    ("gone.html", "{{/content}}", "", "gone.html:"),
    ("en.strings", "skip = Skip", "skp = Skip", "layout.html:"),
    ("en.strings", "do.addItem = add", "do.addItm = add", "en.strings:1:1: do.addItem is missing"),
    ("en.strings", "show.all = All", "show.all = {All", "en.strings:"),
    ("ja.strings", "note.undid = ", "note.undid = {who}", "ja.strings:1:1: note.undid has other"),
    ("ja.strings", "show.all = ", "show.all ", "ja.strings:"),
    ("ja.strings", "language.plural = other", "language.plural = two", "ja.strings:1:1"),
  ])
  func `a mistake in a file stops the start and is named with its place`(
    file: String, right: String, wrong: String, place: String
  ) throws {
    var files = Assets.templates
    let text = String(decoding: try #require(files[file]), as: UTF8.self)
    #expect(text.contains(right))
    files[file] = Array(text.replacing(right, with: wrong, maxReplacements: 1).utf8)
    let error = #expect(throws: SiteFileError.self) { try Languages(files: files) }
    #expect(try #require(error).description.hasPrefix(place), "\(error?.description ?? "")")
  }

  @Test func `a third language is one file`() throws {
    var files = Assets.templates
    files["fr.strings"] = files["en.strings"]
    let languages = try Languages(files: files)
    #expect(languages.all.map(\.code) == ["en", "fr", "ja"])
    #expect(languages.pick(acceptLanguage: "fr-CA, en;q=0.5", choice: nil).code == "fr")
  }

  @Test(arguments: ["Public", "Templates"])
  func `every file of the folder is embedded`(folder: String) throws {
    let embedded = folder == "Public" ? Assets.files : Assets.templates
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let directory = unsafe try #require(opendir("/\(root)/\(folder)"))
    defer { unsafe closedir(directory) }
    var names: Set<String> = []
    while let entry = unsafe readdir(directory) {
      // The name ends with a zero within the fixed field of the entry.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.insert(name) }
    }
    #expect(names == Set(embedded.keys))
  }
}
