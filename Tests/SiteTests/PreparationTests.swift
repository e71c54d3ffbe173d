import Foundation
import HTTP
import Serving
import Site
import Storage
import Testing
import Todo

/// Searching right after a start, when nothing is made ready yet.
struct PreparationTests {
  @Test func `a search right after the start is answered aside, with what came meanwhile`() throws {
    let (site, me) = try Self.started()
    let reply = site.coordinator.respond(to: Request(target: Target("/search?q=thing+12")))
    let work = try #require(reply.work)
    _ = try me.add("Thing 12, too")
    let page = String(decoding: work().response.body.octets, as: UTF8.self)
    // 12, 120 to 129, 1,200 to 1,299.
    #expect(page.contains("112 results for “thing 12”"))
    // The next one has what it needs.
    let next = site.coordinator.respond(to: Request(target: Target("/search?q=thing+12")))
    #expect(next.work == nil)
  }

  @Test(arguments: ["q=thing+7", "sort=title", "sort=created", "q=thing&sort=title&show=open"])
  func `a list is sorted and filtered aside the first time`(_ query: String) throws {
    let (site, me) = try Self.started()
    let request = Request(target: Target("/?\(query)"))
    #expect(site.coordinator.respond(to: request).work != nil)
    let first = me.titles("/?\(query)")
    #expect(first.count == 100)
    #expect(site.coordinator.respond(to: request).work == nil)
    #expect(me.titles("/?\(query)") == first)
  }

  @Test func `a form of a filtered page is taken aside where the filter is not ready`() throws {
    let (site, me) = try Self.started()
    let document = site.store.read { $0.document }.result
    let list = try #require(document.firstList)
    let item = try #require(document.last(of: list.id, in: View()))
    let request = Request(
      method: .post, target: Target("/items/\(item)"),
      fields: ["Content-Type": MediaType.form],
      body: Array("do=done&return=%2F%3Fq%3Dthing%26page%3D13".utf8))
    #expect(site.coordinator.respond(to: request).work != nil)
    let done = me.post("/items/\(item)", ["do": "done", "return": "/?q=thing&page=13"])
    // The box of the item, which is on that page.
    #expect(done.fields["Location"]?.hasPrefix("/?q=thing&page=13#d") == true)
    #expect(site.coordinator.respond(to: request).work == nil)
    #expect(me.get("/search.md?q=thing+1299").contains("Thing 1299"))
  }

  @Test func `what is added while a search is made ready is found by it or the next one`() throws {
    let (site, me) = try Self.started()
    let work = try #require(
      site.coordinator.respond(to: Request(target: Target("/search?q=thing"))).work)
    let search = Thread { _ = work() }
    search.start()
    for number in 0..<20 { _ = try me.add("Thing \(number) again") }
    #expect(me.get("/search?q=thing").replacing(",", with: "").contains("1320 results"))
  }

  @Test(arguments: [(1_000, false), (1_001, true)])
  func `an import of many items is taken aside`(count: Int, isAside: Bool) throws {
    let site = try TestSite()
    let file = (0..<count).map { "Thing \($0)" }.joined(separator: "\n")
    let preview = Person(site).send(.post, "/import", file: ("x.txt", file)).body.octets
    let once = try #require(
      String(decoding: preview, as: UTF8.self)
        .firstMatch(of: /action="\/import"><input[^>]*name="once" value="([^"]*)"/))
    let yes = Request(
      method: .post, target: Target("/import"), fields: ["Content-Type": MediaType.form],
      body: Array("once=\(once.output.1)".utf8))
    let reply = site.coordinator.respond(to: yes)
    #expect((reply.work != nil) == isAside)
    #expect(reply.awaited(by: site.store).status == .seeOther)
    #expect(site.store.read { $0.document.itemCount }.result == count)
  }

  /// A site with 1,300 items that was started again, and somebody who uses it.
  private static func started() throws -> (TestSite, Person) {
    let site = try TestSite()
    let time = Timestamp(milliseconds: 1_700_000_000_000)
    _ = try site.store.write { workspace in
      let items = (0..<1_300).map {
        Item(id: .random(), title: "Thing \($0)", created: time, ordinal: $0)
      }
      let list = try #require(workspace.document.firstList?.id)
      let command = ImportLists([.init(.list(list), items: items)])
      return (0, try workspace.perform(command, session: nil, time: time))
    }
    try site.restart()
    return (site, Person(site))
  }
}
