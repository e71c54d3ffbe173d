import HTTP
import Testing

private func head(
  _ response: Response, _ connection: Exchange.Connection = .keep
) -> String {
  var octets: [UInt8] = []
  ResponseEncoder(date: HTTPDate(seconds: 784_111_777))
    .encodeHead(of: response, connection: connection, into: &octets)
  return String(decoding: octets, as: UTF8.self)
}

private let common =
  "X-Content-Type-Options: nosniff\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

@Test func `a head says status, date, length and connection, then what the response says`() {
  let page = Response(.ok, type: "text/html", body: Body("ab"))
  #expect(
    head(page)
      == "HTTP/1.1 200 OK\r\n\(common)Content-Length: 2\r\nContent-Type: text/html\r\n\r\n")
  #expect(head(page, .close).contains("\r\nConnection: close\r\n"))
  #expect(head(page, .keepAsAsked).contains("\r\nConnection: keep-alive\r\n"))
}

@Test(arguments: [Status.noContent, .notModified])
func `a response without a body has no length`(_ status: Status) {
  #expect(head(Response(status, body: Body("x"))) == "HTTP/1.1 \(status)\r\n\(common)\r\n")
  #expect(!ResponseEncoder.sendsBody(status, to: .get))
}

@Test(arguments: [0, 9, 10, 99, 100, 26_000, 1_000_000_007])
func `a length is written in full`(_ number: Int) {
  var octets: [UInt8] = []
  octets.append(decimal: number)
  #expect(String(decoding: octets, as: UTF8.self) == "\(number)")
}

@Test func `a field value cannot start another field`() {
  var fields = FieldSection()
  fields.append("Location", "/a\r\nX: b\0\tc\u{7f}é")
  #expect(fields.description == "Location: /a  X: b \tc é\r\n")
  #expect(fields.count == 1)
}

@Test func `fields keep their order and are found in any case`() {
  var fields: FieldSection = ["A": "1", "b": "2"]
  fields.append(contentsOf: ["B": "3", "c": ""])
  #expect(fields["B"] == "2")
  #expect(fields.values(of: "b") == ["2", "3"])
  #expect(fields["C"]?.isEmpty == true)
  #expect(fields["d"] == nil)
  #expect(fields.description == "A: 1\r\nb: 2\r\nB: 3\r\nc: \r\n")
}

@Test func `a body is its fragments one after the other`() {
  var body = Body(fragments: [Array("ab".utf8), [], Array("c".utf8)])
  body.append(Array("d".utf8))
  #expect(body.count == 4)
  #expect(body.octets == Array("abcd".utf8))
  #expect(Body().count == 0)
}

@Test(arguments: [
  ("text/html", "text/html"), ("Text/HTML; charset=UTF-8", "text/html"), (" a/b ;c", "a/b"),
  ("", ""),
])
func `a media type is compared without its parameters`(value: String, essence: String) {
  #expect(MediaType.essence(of: value) == essence)
}

@Test(arguments: [
  ("a.css", "text/css; charset=utf-8"), ("a.min.JS", "text/javascript; charset=utf-8"),
  ("a.svg", "image/svg+xml"), ("css", "application/octet-stream"), ("", "application/octet-stream"),
])
func `a file has the media type of its ending`(name: String, type: String) {
  #expect(MediaType.ofFile(named: name) == type)
}

@Test func `a target is parted at its first question mark`() {
  #expect(Target("/a?b?c") == Target(path: "/a", query: "b?c"))
  #expect(Target("/a?").query?.isEmpty == true)
  #expect(Target("/a").query == nil)
  #expect(Target("/a?b").description == "/a?b")
}
