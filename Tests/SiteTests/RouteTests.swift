import HTTP
import Interchange
import Site
import Testing
import Todo

struct RouteTests {
  static let list = ListID(high: 0x0123_4567_89AB_4CDE, low: 0x8FED_CBA9_8765_4321)
  static let item = ItemID(high: 1 << 14, low: 1 << 63)

  static let routes: [(Route, String)] = [
    (.home, "/"),
    (.list(list), "/lists/01234567-89ab-4cde-8fed-cba987654321"),
    (.listEditing(list), "/lists/01234567-89ab-4cde-8fed-cba987654321/edit"),
    (.item(item), "/items/00000000-0000-4000-8000-000000000000"),
    (.itemCommand(item, .count), "/items/00000000-0000-4000-8000-000000000000/count"),
    (.listCommand(list, .clearDone), "/lists/01234567-89ab-4cde-8fed-cba987654321/clear-done"),
    (.items, "/items"), (.lists, "/lists"), (.search, "/search"), (.favorites, "/favorites"),
    (.deleted, "/deleted"), (.history, "/history"), (.statistics, "/stats"),
    (.step(.undo), "/undo"),
    (.step(.redo), "/redo"), (.health, "/healthz"),
    (.written(.everything, .json), "/export.json"), (.schema, "/schema.json"),
    (.importing, "/import"), (.importJob("a b"), "/import/a%20b"),
    (.written(.list(list), .iCalendar), "/lists/01234567-89ab-4cde-8fed-cba987654321.ics"),
    (.written(.item(item), .markdown), "/items/00000000-0000-4000-8000-000000000000.md"),
    (.written(.search, .csv), "/search.csv"), (.written(.favorites, .todoTxt), "/favorites.txt"),
    (.file("style.css"), "/static/style.css"), (.file("a b/ü"), "/static/a%20b%2F%C3%BC"),
  ]

  @Test(arguments: routes)
  func `every route prints a path and reads it again`(route: Route, path: String) {
    #expect(route.path == path)
    #expect(Route(path: path) == route)
  }

  @Test(arguments: [
    "", "x", "//", "/Items", "/items/", "/items/12", "/items/00000000-0000-4000-8000-00000000000g",
    "/lists/01234567-89ab-4cde-8fed-cba987654321/Edit", "/search/x", "/static", "/static/a/b",
    "/items/00000000-0000-4000-8000-000000000000/explode", "/%", "/%00", "/items%2F12", "/../items",
    "/items/..", "/static/%ff", "/lists//edit", "/export", "/export.zip", "/export.JSON",
    "/deleted.json", "/lists.json", "/items/12.json", "/search.json/x",
  ])
  func `other paths are no routes`(path: String) {
    #expect(Route(path: path) == nil)
  }

  @Test func `ids are read in either case and behind percent encoding, once`() {
    let id = "00000000-0000-4000-8000-00000000ABCD"
    let expected = Route.item(ItemID(high: 1 << 14, low: 1 << 63 | 0xABCD))
    #expect(Route(path: "/items/\(id)") == expected)
    #expect(Route(path: "/items/\(id.replacing("-", with: "%2D"))") == expected)
    #expect(Route(path: "/items/\(id.replacing("-", with: "%252D"))") == nil)
  }

  @Test(arguments: [
    ("/search/", Route.search), ("//search", .search), ("/lists//\(list)/", .list(list)),
  ])
  func `needless slashes lead to the one right path`(path: String, route: Route) {
    #expect(Route.withoutNeedlessSlashes(path) == route)
  }

  @Test(arguments: ["/undo/", "/search", "/nothing/", "/"])
  func `no other path is led anywhere`(path: String) {
    #expect(Route.withoutNeedlessSlashes(path) == nil)
  }

  @Test(arguments: [
    ("show=open&q=a%26b&sort=title&page=3", "show=open&q=a%26b&sort=title&page=3"),
    ("page=3&sort=manual&show=all", "page=3"), ("", ""),
    ("show=nothing&sort=colour&page=-1&unknown=1", ""), ("page=1", ""), ("page=07", "page=7"),
    ("show=open&show=done", "show=done"),
    ("page=99999999999999999999", "page=9223372036854775807"), ("page=1.5", ""), ("page=", ""),
  ])
  func `a list's query is read and printed in one form`(query: String, printed: String) {
    let read = ListQuery(Form(query: query))
    #expect(read.text == printed)
    #expect(ListQuery(Form(query: read.text)).text == printed)
  }

  @Test(arguments: [
    (1, 0, 1, 0..<0), (3, 0, 1, 0..<0), (1, 250, 1, 0..<100), (3, 250, 3, 200..<250),
    (4, 250, 3, 200..<250), (Int.max, 250, 3, 200..<250), (2, 200, 2, 100..<200),
    (3, 200, 2, 100..<200),
  ])
  func `a page beyond the end is the last one`(
    number: Int, total: Int, expected: Int, range: Range<Int>
  ) {
    let cut = ListQuery.cut(number: number, of: total)
    #expect(cut.number == expected)
    #expect(cut.range == range)
  }
}
