import HTTP
import Serving
import Site
import Testing

struct AccessGateTests {
  let site: TestSite
  let gate: AccessGate

  init() throws {
    site = try TestSite()
    gate = AccessGate(site.coordinator, token: Array("a-long-enough-token".utf8), port: 8080)
  }

  private func answer(_ request: Request) -> Response {
    gate.respond(to: request).response
  }

  private func login(_ token: String) -> Response {
    answer(
      Request(
        method: .post, target: Target("/login"), fields: ["Content-Type": MediaType.form],
        body: Array("token=\(token)&return=%2Fhistory".utf8)))
  }

  @Test func `without the token a page leads to the login, and a form is refused`() {
    let page = answer(Request(target: Target("/search?q=a")))
    #expect(page.status == .seeOther)
    #expect(page.fields["Location"] == "/login?return=%2Fsearch%3Fq%3Da")
    let form = answer(Request(method: .post, target: Target("/items")))
    #expect(form.status == .unauthorized)
    #expect(!String(decoding: form.body.octets, as: UTF8.self).contains("First"))
  }

  @Test(
    arguments: [
      ["Sec-Fetch-Site": "cross-site"], ["Origin": "http://other.example"], ["Origin": "null"],
    ] as [FieldSection], ["/login", "/items", "/undo", "/nowhere"])
  func `a form of another site is refused without a word of what is stored`(
    fields: FieldSection, path: String
  ) {
    var fields = fields
    fields.append("Content-Type", MediaType.form)
    let page = answer(Request(method: .post, target: Target(path), fields: fields))
    #expect(page.status == .forbidden)
    #expect(!String(decoding: page.body.octets, as: UTF8.self).contains("First"))
  }

  @Test func `the right token gives a cookie that opens every page`() throws {
    let response = login("a-long-enough-token")
    #expect(response.fields["Location"] == "/history")
    let line = try #require(response.fields["Set-Cookie"])
    #expect(line.contains("HttpOnly") && line.contains("SameSite=Strict"))
    let pair = String(line.prefix { $0 != ";" })
    #expect(answer(Request(fields: ["Cookie": pair])).status == .ok)
    #expect(answer(Request(fields: ["Cookie": pair + "x"])).status == .seeOther)
    #expect(
      answer(Request(fields: ["Authorization": "Bearer a-long-enough-token"])).status == .ok)
  }

  @Test func `guesses are few a minute`() {
    for _ in 0..<5 { #expect(login("wrong").status == .forbidden) }
    #expect(login("wrong").status == .tooManyRequests)
    #expect(login("a-long-enough-token").status == .tooManyRequests)
  }

  @Test func `a broken request learns nothing of what is stored`() {
    let page = gate.refuse(.bodyTooLarge, head: Request())
    #expect(page.status == .contentTooLarge)
    #expect(!String(decoding: page.body.octets, as: UTF8.self).contains("First"))
  }
}
