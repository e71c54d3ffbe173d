import HTTP
import Serving
import Site
import Storage
import Testing
import Todo

/// What is answered while a change is on its way to the disk and pages are shown as of before it.
struct DurablePageTests {
  @Test func `a page without a change says nothing of it, and the next one does`() throws {
    let (site, me) = try Self.readWhileWriting()
    let waiting = site.coordinator.respond(to: me.form("/items", "title=Late"))
    #expect(waiting.after != 0)
    let meanwhile = site.coordinator.respond(to: me.request(.get, "/"))
    #expect(meanwhile.after == 0)
    #expect(!String(decoding: meanwhile.response.body.octets, as: UTF8.self).contains("Late"))
    #expect(waiting.awaited(by: site.store).status == .seeOther)
    let page = me.get("/")
    #expect(page.contains("Added “Late”"))
    #expect(me.titles().contains("Late"))
  }

  @Test func `a page that waits for a change says that it was made`() throws {
    let site = try TestSite()
    let me = Person(site)
    _ = try me.add("Early")
    _ = me.get("/")
    let waiting = site.coordinator.respond(to: me.form("/items", "title=Late"))
    // Nobody has read meanwhile, so there is no other state at hand.
    let page = site.coordinator.respond(to: me.request(.get, "/"))
    #expect(page.after != 0)
    let text = String(decoding: page.awaited(by: site.store).body.octets, as: UTF8.self)
    #expect(text.contains("Added “Late”"))
    #expect(waiting.awaited(by: site.store).status == .seeOther)
  }

  @Test func `the first list as a file is that of the state it is taken from`() throws {
    let (site, me) = try Self.readWhileWriting()
    #expect(me.post("/lists", ["name": "Second"]).status == .seeOther)
    let document = site.store.read { $0.document }.result
    let first = try #require(document.firstList?.id)
    #expect(me.post("/lists/\(first)", ["do": "delete"]).status == .seeOther)
    #expect(me.file() == 200)
    Self.read(site, me)
    // Brings the first list back, in a while.
    let waiting = site.coordinator.respond(to: me.form("/undo", ""))
    let undone = waiting.work?() ?? waiting
    #expect(undone.after != 0)
    #expect(me.file() == 200)
    #expect(undone.awaited(by: site.store).status == .seeOther)
    #expect(me.file() == 200)
  }

  /// A site where somebody reads between two syncs, so that there is a copy of what is durable.
  private static func readWhileWriting() throws -> (TestSite, Person) {
    let site = try TestSite()
    let me = Person(site)
    _ = try me.add("Early")
    read(site, me)
    return (site, me)
  }

  private static func read(_ site: TestSite, _ me: Person) {
    let waiting = site.coordinator.respond(to: me.form("/items", "title=Between"))
    _ = site.coordinator.respond(to: me.request(.get, "/favorites"))
    #expect(waiting.awaited(by: site.store).status == .seeOther)
    _ = me.get("/")
  }
}

extension Person {
  /// What the browser would send.
  fileprivate func request(_ method: Method, _ target: String) -> Request {
    let cookies = cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; ")
    return Request(method: method, target: Target(target), fields: ["Cookie": cookies])
  }

  fileprivate func form(_ target: String, _ body: String) -> Request {
    var request = request(.post, target)
    request.fields.append("Content-Type", MediaType.form)
    request.body = Array(body.utf8)
    return request
  }

  /// The status of the first list as a file.
  fileprivate func file() -> Int {
    send(.get, "/", fields: ["Accept": "application/json"]).status.code
  }
}
