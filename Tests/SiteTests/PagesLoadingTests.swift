import Assets
import Site
import Testing

@Suite struct PagesLoadingTests {
  @Test func `every page supplies what its template uses, in every language`() throws {
    let languages = try Languages(files: Assets.templates)
    #expect(languages.all.map(\.code) == ["en", "ja"])
  }
}
