import HTTP
import Serving
import Site
import Storage
import Testing
import Todo

struct CoordinatorTests {
  let site: TestSite
  let me: Person

  init() throws {
    site = try TestSite()
    me = Person(site)
  }

  @Test func `a form is answered 303 to the page with the new item, and the page shows it`() throws
  {
    let response = me.post("/items", ["title": "Buy milk"])
    #expect(response.status == .seeOther)
    let location = try #require(response.fields["Location"])
    #expect(location.contains("#item-"))
    #expect(me.get(String(location.prefix { $0 != "#" })).contains("Added “Buy milk”"))
    #expect(me.titles() == ["Buy milk"])
  }

  @Test func `undo and redo say what they would do, and do it`() throws {
    let id = try me.add("Buy milk")
    me.post("/items/\(id)", ["do": "delete"])
    #expect(me.button("undo") == "Undo delete “Buy milk”")
    me.post("/undo")
    #expect(me.titles() == ["Buy milk"])
    #expect(me.button("redo") == "Redo delete “Buy milk”")
    me.post("/redo")
    #expect(me.titles() == [])
    #expect(me.send(.get, "/items/\(id)").status == .gone)
  }

  @Test func `histories, texts and tokens survive a restart`() throws {
    me.post("/items", ["title": "one", "once": "token-of-a-page"])
    let id = try me.add("two", detail: "\nfirst\nsecond\n")
    me.post("/items/\(id)", ["do": "favorite"])
    me.post("/undo")
    let before = (me.button("undo"), me.button("redo"), me.get("/items/\(id)").count)
    try site.restart()
    #expect((me.button("undo"), me.button("redo"), me.get("/items/\(id)").count) == before)
    me.post("/items", ["title": "one", "once": "token-of-a-page"])
    #expect(me.titles() == ["one", "two"])
  }

  @Test func `two tabs that edit different properties both win, the same property is a conflict`()
    throws
  {
    let id = try me.add("milk")
    let base = try #require(
      me.get("/items/\(id)").firstMatch(of: /name="base" value="([^"]*)"/)?.output.1)
    let loaded = String(base)
    #expect(
      me.post("/items/\(id)", ["do": "update", "title": "oat milk", "detail": "", "base": loaded])
        .status == .seeOther)
    #expect(
      me.post("/items/\(id)", ["do": "update", "title": "milk", "detail": "two", "base": loaded])
        .status == .seeOther)
    let conflict = me.post(
      "/items/\(id)", ["do": "update", "title": "soy milk", "detail": "", "base": loaded])
    #expect(conflict.status == .conflict)
    let page = String(decoding: conflict.body.octets, as: UTF8.self)
    #expect(page.contains("oat") && page.contains("value=\"soy milk\""))
    #expect(page.contains("\ntwo</textarea>"), "what the person did not touch is as it is now")
    #expect(me.titles() == ["oat milk"])
  }

  @Test
  func `undo never overwrites what another session changed since, and the step can be skipped`()
    throws
  {
    let other = Person(site)
    let id = try me.add("first")
    me.post("/items/\(id)", ["do": "update", "title": "second"])
    other.post("/items/\(id)", ["do": "update", "title": "third"])
    let refused = me.post("/undo")
    #expect(refused.status == .conflict)
    let page = String(decoding: refused.body.octets, as: UTF8.self)
    let token = try #require(page.firstMatch(of: /name="skip" value="([0-9]+)"/)?.output.1)
    #expect(page.contains("third"))
    me.post("/undo", ["skip": String(token)])
    #expect(me.titles() == ["third"])
    #expect(me.button("undo") == "Undo add “first”")
  }

  static let refusals: [(Method, String, String?, Int)] = [
    (.get, "/nothing", nil, 404), (.get, "/items/12", nil, 404), (.get, "/undo", nil, 405),
    (.post, "/history", "", 405), (.put, "/", nil, 405), (.post, "/items", "title=%ff", 400),
    (.post, "/items", "title=a%00", 422), (.post, "/undo", "steps=0", 422),
    (.post, "/redo", "steps=x", 422), (.post, "/items", "list=none", 422),
  ]

  @Test(arguments: refusals)
  func `a refusal is a page with its reason`(
    method: Method, target: String, body: String?, status: Int
  ) {
    let response = me.send(method, target, body: body)
    #expect(response.status.code == status)
    #expect(String(decoding: response.body.octets, as: UTF8.self).contains("role=\"alert\""))
    #expect(response.fields["Content-Type"] == "text/html; charset=utf-8")
  }

  static let itemRefusals: [(String, Int)] = [
    ("", 422), ("do=explode", 422), ("do=update&by=1", 422), ("by=1.5", 422),
    ("do=update&count=", 422),
    ("do=update&title=+", 422), ("do=update&done=maybe", 422), ("do=update&title=x&base=x", 400),
    ("do=move", 422), ("do=move&before=x", 422), ("do=move&list=x", 422),
    ("do=top&sort=title", 422), ("do=update&count=1000000000", 422), ("do=update&list=x", 422),
  ]

  @Test(arguments: itemRefusals)
  func `a form on an item that makes no sense changes nothing`(body: String, status: Int) throws {
    let id = try me.add("still")
    _ = me.get("/")  // which says once what was added
    let before = (me.get("/history").count, me.button("undo"))
    #expect(me.send(.post, "/items/\(id)", body: body).status.code == status)
    #expect((me.get("/history").count, me.button("undo")) == before)
  }

  @Test func `another site's form and another machine's name are refused`() throws {
    let crossSite = me.send(
      .post, "/items", body: "title=x", fields: ["Sec-Fetch-Site": "cross-site"])
    #expect(crossSite.status == .forbidden)
    var request = Request(host: "evil.example")
    request.target = Target("/")
    let misdirected = site.answer(request)
    #expect(misdirected.status == .misdirectedRequest)
    #expect(!String(decoding: misdirected.body.octets, as: UTF8.self).contains("First"))
  }

  @Test(arguments: [
    ("/items", "title=x"), ("/lists", "name=x"), ("/undo", ""),
  ])
  func `return leads there, unless it leads away`(path: String, body: String) {
    let back = me.send(.post, path, body: body + "&return=%2Fsearch%3Fq%3Da%2526b")
    #expect(back.fields["Location"]?.hasPrefix("/search?q=a%26b") == true)
    let away = me.send(.post, path, body: body + "&return=%2F%2Fevil.example")
    #expect(away.fields["Location"]?.contains("evil") == false)
  }

  @Test func `a message is shown once, and not to a prefetch`() throws {
    try _ = me.add("milk")
    for fields: FieldSection in [["Sec-Purpose": "prefetch"], ["Purpose": "prefetch"]] {
      _ = me.send(.get, "/", fields: fields)
    }
    _ = me.send(.head, "/")
    #expect(me.get("/").contains("Added “milk”"))
    #expect(!me.get("/").contains("Added “milk”"))
  }

  @Test func `a page is in the language that the browser prefers or the person chose`() {
    let japanese: FieldSection = ["Accept-Language": "fr;q=0.9, ja;q=0.8, en;q=0.1"]
    func page() -> String {
      String(decoding: me.send(.get, "/", fields: japanese).body.octets, as: UTF8.self)
    }
    #expect(page().contains("<html lang=\"ja\""))
    me.post("/language", ["language": "en"])
    #expect(page().contains("<html lang=\"en\""))
    me.post("/language", ["language": "auto"])
    #expect(page().contains("<html lang=\"ja\""))
  }

  @Test func `up and down go past what the person sees`() throws {
    let ids = try ["a", "x", "c", "y", "e"].map { try me.add($0) }
    for index in [1, 3] { me.post("/items/\(ids[index])", ["do": "done"]) }
    me.post("/items/\(ids[4])", ["do": "up", "show": "open"])
    #expect(me.titles() == ["a", "x", "e", "c", "y"])
    #expect(me.titles("/?show=open") == ["a", "e", "c"])
  }

  @Test func `the focus goes to the button pressed, or to the neighbour of what went`() throws {
    let ids = try ["a", "b", "c"].map { try me.add($0) }
    func fragment(_ index: Int, _ action: String) -> String? {
      me.post("/items/\(ids[index])", ["do": action, "return": "/"]).fields["Location"]
    }
    func part(_ fragment: String?) -> String {
      let page = me.get("/")
      let element = fragment.flatMap { page.firstRange(of: "id=\"\($0.dropFirst(2))\"") }
      guard let element else { return "nothing of the page" }
      return String(page[element.upperBound...].prefix { $0 != ">" })
    }
    #expect(part(fragment(1, "favorite")).contains("value=\"unfavorite\""))
    #expect(part(fragment(1, "done")).contains("value=\"open\""))
    let other = part(fragment(1, "up"))
    #expect(other.contains("value=\"down\""), "at the top the other button")
    #expect(part(fragment(1, "delete")).contains("href=\"/items/\(ids[0])\""))
  }

  @Test func `files are kept for a year under their hash, and asked for anew without it`() throws {
    let page = me.get("/")
    let link = try #require(
      page.firstMatch(of: /href="(\/static\/style.css\?v=[0-9a-f]+)"/)?.output.1)
    let kept = me.send(.get, String(link))
    #expect(kept.fields["Cache-Control"]?.contains("immutable") == true)
    let plain = me.send(.get, "/static/style.css")
    #expect(plain.fields["Cache-Control"] == "no-cache")
    let tag = try #require(plain.fields["ETag"])
    #expect(
      me.send(.get, "/static/style.css", fields: ["If-None-Match": tag]).status == .notModified)
    let date = try #require(plain.fields["Last-Modified"])
    #expect(
      me.send(.get, "/static/style.css", fields: ["If-Modified-Since": date]).status
        == .notModified)
    #expect(
      me.send(.get, "/static/style.css", fields: ["If-Match": "\"other\""]).status
        == .preconditionFailed)
  }

  @Test func `a page that is kept has a token of its own each time, and shows every change`() throws
  {
    let id = try me.add("milk")
    try _ = me.add("bread")
    _ = me.get("/")
    func tokens() -> [String] {
      me.get("/").matches(of: /name="once" value="([^"]*)"/).map { String($0.output.1) }
    }
    let seen = (0..<4).flatMap { _ in tokens() }
    #expect(seen.count == 8)
    #expect(Set(seen).count == 8)
    me.post("/items/\(id)", ["do": "update", "title": "oat milk"])
    #expect(me.titles() == ["oat milk", "bread"])
    me.post("/items/\(id)", ["do": "down"])
    #expect(me.titles() == ["bread", "oat milk"])
    me.post("/items/\(id)", ["do": "delete"])
    #expect(me.titles() == ["bread"])
    me.post("/undo", ["steps": "3"])
    #expect(me.titles() == ["milk", "bread"])
    #expect(me.titles("/?show=done") == [])
    #expect(Person(site).button("undo") == "Undo (nothing to undo)")
  }

  @Test func `who waits for a change hears of it when it is on disk, and at once if it was before`()
    throws
  {
    let site = try TestSite()
    let person = Person(site)
    person.post("/lists", ["name": "Other"])
    let page = person.get("/")
    let revision = try #require(page.firstMatch(of: /data-revision="([0-9]+)"/)).output.1
    let waiting = site.coordinator.respond(
      to: Request(target: Target("/changes?after=\(revision)")))
    #expect(site.store.settlement(of: waiting.after) == .pending)
    #expect(waiting.otherwise?().response.status == .noContent)
    _ = person.get("/")
    #expect(site.store.settlement(of: waiting.after) == .pending)
    _ = try Person(site).add("By someone else")
    #expect(site.store.settlement(of: waiting.after) == .durable)
    #expect(waiting.response.status == .ok)
    for after in ["\(revision)", "0", "999999", "x", ""] {
      #expect(person.send(.get, "/changes?after=\(after)").status == .ok)
    }
  }

  @Test func `a message links to an item that the page does not show`() throws {
    let id = try me.add("milk")
    me.post("/items/\(id)", ["do": "favorite"])
    let list = me.post("/lists", ["name": "Other"]).fields["Location"] ?? "/"
    _ = me.get("/")
    me.post("/undo", ["steps": "1"])
    _ = me.get("/")
    me.post("/redo")
    _ = me.get("/")
    me.post("/items/\(id)", ["do": "unfavorite"])
    #expect(me.get(list).contains("<a class=\"see\" href=\"/items/\(id)\""))
    me.post("/items/\(id)", ["do": "favorite"])
    #expect(!me.get("/").contains("class=\"see\""))
  }
}
