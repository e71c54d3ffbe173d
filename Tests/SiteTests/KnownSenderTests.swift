import HTTP
import Site
import Testing

/// One connection to a site, over which the same fields come again and again.
private final class Line {
  private let site: TestSite
  private let fields: String
  private var exchange = Exchange(limits: Limits(), at: 0)

  init(_ site: TestSite, fields: String) {
    self.site = site
    self.fields = fields
  }

  /// The status with which a form of seven octets is answered.
  func post(_ target: String, _ body: String) -> Int? {
    let length = "Content-Length: 7\r\n"
    let octets = Array("POST \(target) HTTP/1.1\r\n\(fields)\(length)\r\n\(body)".utf8)
    var range = octets.indices
    while !range.isEmpty {
      if case .request(let request) = exchange.receive(octets, &range, at: 0) {
        return site.answer(request).status.code
      }
    }
    return nil
  }
}

@Test func `a form is looked at again if it goes to another host than one that was admitted`()
  throws
{
  let site = try TestSite()
  let person = Person(site)
  let path = "/items/\(try person.add("Milk"))"
  let cookies = person.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
  let line = Line(
    site,
    fields: "Host: localhost:8080\r\nOrigin: http://localhost:8080\r\nCookie: \(cookies)\r\n"
      + "Content-Type: \(MediaType.form)\r\n")
  #expect(line.post(path, "do=done") == 303)
  #expect(line.post(path, "do=open") == 303)
  #expect(line.post("http://evil.example\(path)", "do=done") == 421)
  // A name of this machine, but not the one that the form comes from.
  #expect(line.post("http://127.0.0.1:8080\(path)", "do=done") == 403)
  #expect(line.post(path, "do=done") == 303)
  #expect(person.get("/history").contains("Milk"))
}
