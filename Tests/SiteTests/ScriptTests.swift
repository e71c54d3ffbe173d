import Foundation
import HTTP
import Interchange
import Site
import Testing
import Todo

/// What programs do: files instead of pages, JSON instead of forms.
struct ScriptTests {
  let site: TestSite
  let me: Person

  init() throws {
    site = try TestSite()
    me = Person(site)
  }

  static let json: FieldSection = [
    "Accept": "application/json", "Content-Type": "application/json",
  ]

  private func post(_ target: String, _ body: String) throws -> (Response, JSONValue) {
    let response = me.send(.post, target, body: body, fields: Self.json)
    return (response, try JSONValue(response.body.octets))
  }

  @Test func `JSON does what a form does, and says what is now and what undo would do`() throws {
    let (made, item) = try post("/items", #"{"title":"Milk","detail":"a\nb"}"#)
    #expect(made.status == .created)
    #expect(made.fields["Content-Type"] == "application/json")
    #expect(made.fields["Cache-Control"] == "no-store")
    let id = try #require(item["item"]?["id"]?.string)
    #expect(made.fields["Location"] == "/items/\(id)")
    let (changed, now) = try post(
      "/items/\(id)", #"{"do":"update","count":12,"favorite":true,"detail":null}"#)
    #expect(changed.status == .ok)
    #expect(now["changed"]?.flag == true)
    #expect(now["item"]?["count"]?.integer == 12)
    #expect(now["item"]?["favorite"]?.flag == true)
    #expect(now["item"]?["detail"]?.string == "a\nb")
    #expect(now["undo"]?.string == "update “Milk”")
    let (_, undone) = try post("/undo", "{}")
    #expect(undone["did"]?.string == "Undid: update “Milk”")
    #expect(undone["redo"]?.string == "update “Milk”")
    let (_, deleted) = try post("/items/\(id)", #"{"do":"delete"}"#)
    #expect(deleted["deleted"]?.flag == true)
  }

  @Test func `when an item was done is on its page and in its file, until it is open again`() throws
  {
    let (_, made) = try post("/items", #"{"title":"Milk"}"#)
    let id = try #require(made["item"]?["id"]?.string)
    for body in [#"{"do":"done"}"#, #"{"do":"update","title":"Oat milk","done":true}"#] {
      let (_, done) = try post("/items/\(id)", body)
      let time = try #require(done["item"]?["completed"]?.string)
      #expect(time.hasSuffix("Z"))
      #expect(me.get("/items/\(id)").contains("Done <time"))
      #expect(me.get("/items/\(id).ics").contains("COMPLETED:"))
      #expect(me.get("/items/\(id).json").contains(time))
      _ = try post("/undo", "{}")
      #expect(!me.get("/items/\(id)").contains("Done <time"))
      #expect(!me.get("/items/\(id).ics").contains("COMPLETED:"))
    }
  }

  @Test func `the same token makes nothing a second time`() throws {
    let (_, first) = try post("/items", #"{"title":"Milk","once":"a-token-of-mine"}"#)
    let (again, second) = try post("/items", #"{"title":"Milk","once":"a-token-of-mine"}"#)
    #expect(again.status == .ok)
    #expect(second["changed"]?.flag == false)
    #expect(second["item"]?["id"]?.string == first["item"]?["id"]?.string)
  }

  @Test(
    arguments: [
      ("/items", "[]", 400, nil), ("/items", "{", 400, nil), ("/items", #"{"title":{}}"#, 400, nil),
      ("/items", #"{"title":"a\u0000"}"#, 422, "title"),
      ("/items/00000000-0000-4000-8000-000000000000", #"{"do":"done"}"#, 404, nil),
      ("/undo", #"{"steps":0}"#, 422, nil), ("/nothing", "{}", 404, nil),
      ("/favorites", "{}", 405, nil),
    ] as [(String, String, Int, String?)])
  func `a refusal is a problem in JSON`(
    target: String, body: String, status: Int, field: String?
  ) throws {
    let (response, problem) = try post(target, body)
    #expect(response.status.code == status)
    #expect(response.fields["Content-Type"] == "application/problem+json")
    #expect(problem["status"]?.integer == status)
    #expect(problem["title"]?.string?.isEmpty == false)
    if let field { #expect(problem["errors"]?.elements?.first?["field"]?.string == field) }
  }

  @Test func `JSON from elsewhere, or from who does not ask for it, is refused`() {
    var foreign = Self.json
    foreign.append("Sec-Fetch-Site", "cross-site")
    #expect(me.send(.post, "/items", body: "{}", fields: foreign).status == .forbidden)
    for accept in ["text/html,*/*;q=0.8", "*/*"] {
      let fields: FieldSection = ["Accept": accept, "Content-Type": "application/json"]
      #expect(me.send(.post, "/items", body: "{}", fields: fields).status == .unsupportedMediaType)
    }
    #expect(me.titles() == [])
  }

  @Test(arguments: Format.allCases)
  func `pages are files by suffix and by Accept`(_ format: Format) throws {
    let id = try me.add("Milk & honey")
    me.post("/items/\(id)", ["do": "favorite"])
    let list = try #require(
      try JSONValue(me.send(.get, "/export.json").body.octets)["lists"]?.elements?.first?["id"]?
        .string)
    for path in ["/lists/\(list)", "/items/\(id)", "/favorites", "/search"] {
      let query = path == "/search" ? "?q=MILK" : ""
      let file = me.send(.get, "\(path).\(format.suffix)\(query)")
      #expect(file.status == .ok)
      #expect(file.fields["Content-Type"] == format.contentType || path.hasPrefix("/items"))
      #expect(String(decoding: file.body.octets, as: UTF8.self).contains("Milk"))
      let asked = me.send(.get, path + query, fields: ["Accept": format.mediaType])
      #expect(asked.body.octets == file.body.octets)
      #expect(asked.fields["Vary"]?.contains("Accept") == true)
    }
    me.post("/items/\(id)", ["do": "delete"])
    #expect(me.send(.get, "/items/\(id).\(format.suffix)").status == .gone)
  }

  @Test func `a file comes in as one step, after a preview`() throws {
    let file = "# New\n- [ ] one\n  - [x] two"
    let page = String(
      decoding: me.send(.post, "/import", file: ("x.md", file)).body.octets, as: UTF8.self)
    #expect(page.contains("2 items would come"))
    #expect(page.contains("an item below an item comes as an item beside it"))
    let once = try #require(
      page.firstMatch(of: /action="\/import"><input[^>]*name="once" value="([^"]*)"/))
    #expect(me.titles() == [])
    let made = me.post("/import", ["once": String(once.output.1)])
    #expect(made.status == .seeOther)
    let location = try #require(made.fields["Location"])
    #expect(me.titles(location) == ["one", "two"])
    #expect(me.button("undo") == "Undo import 2 items")
    #expect(me.post("/import", ["once": String(once.output.1)]).fields["Location"] == location)
    #expect(me.titles(location) == ["one", "two"])
    me.post("/undo")
    #expect(me.send(.get, location).status == .gone)
    #expect(me.post("/import", ["once": "unknown"]).status == .notFound)
  }

  /// Asks until an import has ended, and looks at each page on the way.
  private func follow(_ location: String, fields: FieldSection = FieldSection()) -> Response {
    while true {
      let response = me.send(.get, location, fields: fields)
      guard response.fields["Refresh"] != nil else { return response }
      let page = String(decoding: response.body.octets, as: UTF8.self)
      #expect(response.status == .ok)
      #expect(page.contains("role=\"status\"") && page.contains("<progress") || page.hasPrefix("{"))
    }
  }

  /// Sends a file that takes long enough to be followed.
  private func sendLongFile() -> Response {
    let lines = (1...6_000).map { "\(String(repeating: "long ", count: 40))\($0) +Many" }
    return me.send(.post, "/import", file: ("x.txt", lines.joined(separator: "\n")))
  }

  /// Says yes to what a preview shows.
  private func confirm(_ preview: String) throws -> Response {
    let once = try #require(
      preview.firstMatch(of: /action="\/import"><input[^>]*name="once" value="([^"]*)"/))
    return me.post("/import", ["once": String(once.output.1)])
  }

  @Test func `a long import is followed by its page, and is one step`() throws {
    let sent = sendLongFile()
    #expect(sent.status == .seeOther)
    let job = try #require(sent.fields["Location"])
    #expect(job.hasPrefix("/import/"))
    let preview = String(decoding: follow(job).body.octets, as: UTF8.self)
    #expect(preview.contains("6,000 items would come"))
    let yes = try confirm(preview)
    #expect(yes.status == .seeOther)
    let made = follow(try #require(yes.fields["Location"]))
    #expect(made.status == .seeOther)
    let list = try #require(made.fields["Location"])
    #expect(me.get(list).contains("Imported 6,000 items"))
    #expect(me.titles(list).count == 100)
    #expect(me.button("undo") == "Undo import 6,000 items")
    me.post("/undo")
    #expect(me.send(.get, list).status == .gone)
    #expect(me.send(.get, "/import/unknown").status == .notFound)
  }

  @Test func `an import that was made keeps nothing of the file, nor the site itself`() throws {
    weak let before = site.coordinator
    let sent = sendLongFile()
    let preview = String(
      decoding: follow(try #require(sent.fields["Location"])).body.octets, as: UTF8.self)
    let yes = try confirm(preview)
    #expect(follow(try #require(yes.fields["Location"])).status == .seeOther)
    try site.restart()
    // The thread that made it may hold on to it for a moment longer.
    for _ in 0..<500 where before != nil { Thread.sleep(forTimeInterval: 0.01) }
    #expect(before == nil)
  }

  @Test func `a program that does not want to wait is told where to ask`() throws {
    var fields = Self.json
    fields.append("Prefer", "respond-async")
    for (file, status) in [("one +New\ntwo", Status.ok), ("", .unprocessableContent)] {
      let name = file.isEmpty ? "x.json" : "x.txt"
      var upload: FieldSection = ["Accept": "application/json"]
      upload.append("Prefer", "respond-async")
      let sent = me.send(.post, "/import", fields: upload, file: (name, file))
      #expect(sent.status == .accepted)
      #expect(sent.fields["Preference-Applied"] == "respond-async")
      let preview = follow(try #require(sent.fields["Location"]), fields: Self.json)
      #expect(preview.status == status)
      guard status == .ok else { continue }
      let once = try #require(try JSONValue(preview.body.octets)["once"]?.string)
      let yes = me.send(.post, "/import", body: "{\"once\":\"\(once)\"}", fields: fields)
      #expect(yes.status == .accepted)
      let made = follow(try #require(yes.fields["Location"]), fields: Self.json)
      #expect(try JSONValue(made.body.octets)["did"]?.string == "Imported 2 items")
    }
  }

  /// Does what a problem offers, with the fields that it gives.
  private func go(_ way: JSONValue?) throws -> (Response, JSONValue) {
    let action = try #require(way?["action"]?.string)
    guard case .object(let members)? = way?["fields"] else { throw NoFields() }
    var fields = JSONText()
    fields.object { json in
      for member in members { json.member(member.name, member.value.string ?? "") }
    }
    return try post(action, String(decoding: fields.bytes, as: UTF8.self))
  }

  struct NoFields: Error {}

  @Test func `a program is told both values of a conflict, and can go on`() throws {
    let (_, made) = try post("/items", #"{"title":"Milk"}"#)
    let id = try #require(made["item"]?["id"]?.string)
    let base = try #require(made["item"]?["base"]?.string)
    #expect(try JSONValue(me.send(.get, "/items/\(id).json").body.octets)["base"]?.string == base)
    Person(site).post("/items/\(id)", ["do": "update", "title": "Oat milk", "count": "3"])
    let body = #"{"do":"update","title":"Soy milk","favorite":true,"base":"\#(base)"}"#
    let (refused, problem) = try post("/items/\(id)", body)
    #expect(refused.status == .conflict)
    #expect(refused.fields["Content-Type"] == "application/problem+json")
    #expect(problem["status"]?.integer == 409)
    let clash = try #require(problem["conflicts"]?.elements?.first)
    #expect(problem["conflicts"]?.elements?.count == 1)
    #expect(clash["property"]?.string == "title")
    #expect(clash["wanted"]?.string == "Soy milk")
    #expect(clash["present"]?.string == "Oat milk")
    #expect(problem["item"]?["title"]?.string == "Oat milk")
    #expect(problem["item"]?["count"]?.integer == 3)
    let (done, now) = try go(problem["retry"])
    #expect(done.status == .ok)
    #expect(now["item"]?["title"]?.string == "Soy milk")
    #expect(now["item"]?["favorite"]?.flag == true)
    #expect(now["item"]?["count"]?.integer == 3)
  }

  @Test func `a program is told what is deleted, and how to bring it back`() throws {
    let (_, made) = try post("/items", #"{"title":"Milk"}"#)
    let id = try #require(made["item"]?["id"]?.string)
    _ = try post("/items/\(id)", #"{"do":"delete"}"#)
    let read = me.send(.get, "/items/\(id).json", fields: Self.json)
    let (refused, problem) = try post("/items/\(id)", #"{"do":"update","title":"Oat milk"}"#)
    for (response, problem) in [(read, try JSONValue(read.body.octets)), (refused, problem)] {
      #expect(response.status == .gone)
      #expect(problem["deleted"]?.flag == true)
      #expect(problem["item"]?["title"]?.string == "Milk")
      #expect(problem["restore"]?["action"]?.string == "/items/\(id)")
    }
    #expect(problem["keep"]?["fields"]?["title"]?.string == "Oat milk")
    #expect(try go(problem["keep"]).0.status == .created)
    #expect(try go(problem["restore"]).1["item"]?["id"]?.string == id)

    let (_, list) = try post("/lists", #"{"name":"Work"}"#)
    let path = "/lists/\(try #require(list["list"]?["id"]?.string))"
    _ = try post(path, #"{"do":"delete"}"#)
    let (gone, deleted) = try post(path, #"{"do":"update","name":"x"}"#)
    #expect(gone.status == .gone)
    #expect(deleted["list"]?["name"]?.string == "Work")
    #expect(deleted["keep"]?["fields"]?["name"]?.string == "x")
    #expect(try go(deleted["restore"]).1["list"]?["name"]?.string == "Work")
  }

  @Test func `a program is told why a step cannot be undone, and can skip it`() throws {
    let (_, made) = try post("/items", #"{"title":"Milk"}"#)
    let id = try #require(made["item"]?["id"]?.string)
    _ = try post("/items/\(id)", #"{"do":"update","title":"Oat milk"}"#)
    let other = Person(site)
    other.post("/items/\(id)", ["do": "update", "title": "Soy milk"])
    let (refused, problem) = try post("/undo", "{}")
    #expect(refused.status == .conflict)
    let clash = try #require(problem["conflicts"]?.elements?.first)
    #expect(clash["wanted"]?.string == "Oat milk")
    #expect(clash["present"]?.string == "Soy milk")
    #expect(problem["item"]?["id"]?.string == id)
    #expect(problem["step"]?["did"]?.string?.contains("Oat milk") == true)
    #expect(try go(problem["skip"]).0.status == .ok)
    other.post("/items/\(id)", ["do": "delete"])
    let (again, deleted) = try post("/undo", "{}")
    #expect(again.status == .conflict)
    #expect(deleted["deleted"]?.flag == true)
    #expect(try go(deleted["restore"]).0.status == .ok)
    #expect(try post("/undo", "{}").0.status == .ok)
  }
}
