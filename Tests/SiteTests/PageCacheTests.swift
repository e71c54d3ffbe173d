import Assets
import HTTP
import Serving
import Site
import Storage
import Testing
import Todo

@Suite struct PageCacheTests {
  private let site: TestSite
  /// Makes every page anew.
  private let forgetful: Coordinator

  init() throws {
    site = try TestSite()
    let languages = try TestSite.languages.get()
    forgetful = Coordinator(
      store: site.store, port: 8080, files: StaticFiles(Assets.files), keepsPages: false,
      languages: { languages })
  }

  /// A page without its one-time tokens.
  private func plain(_ response: Response) -> String {
    String(decoding: response.body.octets, as: UTF8.self)
      .replacing(/name="once" value="[0-9a-f]+[a-z]"/, with: "")
  }

  private func expectSame(_ address: String, for person: Person) {
    let message = person.get(address)
    let kept = plain(person.send(.get, address))
    let again = plain(person.send(.get, address))
    let cookies = person.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
    let request = Request(method: .get, target: Target(address), fields: ["Cookie": cookies])
    let anew = plain(forgetful.respond(to: request).response)
    #expect(kept == anew, "\(address)")
    #expect(again == anew, "\(address)")
    #expect(rows(message) == rows(anew), "\(address)")
  }

  private func rows(_ page: String) -> Substring? {
    page.firstMatch(of: /<ul class="items">[\s\S]*?<\/ul>/)?.output
  }

  @Test func `a page made of what is known of it is the page made anew`() throws {
    let people = [Person(site), Person(site)]
    var ids = try (1...40).map { try people[0].add("item \($0)") }
    var random = Random(state: 1)
    for turn in 0..<48 {
      let person = people[random.below(2)]
      let item = "/items/\(ids[random.below(ids.count)])"
      let actions = [
        "done", "open", "favorite", "delete", "restore", "up", "down", "top", "bottom", "update",
      ]
      switch random.below(14) {
      case let index where index < actions.count:
        person.post(item, ["do": actions[index], "title": "<new> & \(turn)", "count": "\(turn)"])
      case 10: person.post("/undo")
      case 11: person.post("/redo")
      default: ids.append(try person.add("added in turn \(turn)"))
      }
      for address in ["/", "/?show=open", "/?sort=title", "/?page=2"] {
        expectSame(address, for: people[turn % 2])
      }
      if turn % 8 == 0 { expectSame(item, for: people[0]) }
    }
  }

  @Test func `no two answers have the same tokens`() throws {
    let person = Person(site)
    _ = try person.add("item")
    var tokens: Set<Substring> = []
    for _ in 0..<200 {
      for token in person.get("/").matches(of: /name="once" value="([0-9a-f]+[a-z])"/) {
        #expect(tokens.insert(token.output.1).inserted)
      }
    }
    #expect(tokens.count == 400)
  }
}

/// Numbers that are the same in every run: a linear congruential generator with Knuth's constants.
private struct Random {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
