import HTTP
import Testing

@Suite struct MultipartFormTests {
  static let type = "multipart/form-data; boundary=zz"

  private static var limits: Limits {
    var limits = Limits()
    limits.largeBodyPath = "/import"
    return limits
  }

  private static func head(_ type: String, _ framing: String, path: String = "/import") -> String {
    "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\n\(framing)\r\n\r\n"
  }

  /// The request with that body, which arrives in pieces of so many octets.
  private static func request(
    _ body: [UInt8], _ type: String, pieces: Int = .max, path: String = "/import"
  ) throws -> Request? {
    let wire = Array(head(type, "Content-Length: \(body.count)", path: path).utf8) + body
    var parser = RequestParser(limits: limits)
    var rest = wire.indices
    while !rest.isEmpty {
      var range = rest.prefix(min(pieces, rest.count))
      let event = try parser.read(wire, &range)
      rest = range.lowerBound..<rest.upperBound
      if case .complete(let request) = event { return request }
    }
    return nil
  }

  private func parse(_ body: String, _ type: String = type) throws -> MultipartForm? {
    try Self.request(Array(body.utf8), type)?.multipart
  }

  @Test(arguments: [
    type, "Multipart/Form-Data;boundary=\"zz\"", "multipart/form-data; charset=x; Boundary=zz",
  ])
  func `fields and files are read as they were sent`(_ type: String) throws {
    let body = """
      --zz\r
      Content-Disposition: form-data; name="list"\r
      \r
      é\r
      --zz\r
      content-disposition: form-data; filename="a %22b\\"c.csv"; name="file"\r
      Content-Type: text/csv\r
      \r
      a,--zz\r\n\r\n -zz\r
      --zz--\r\n
      """
    let form = try #require(try parse(body, type))
    #expect(form.parts.map(\.name) == ["list", "file"])
    #expect(form.text("list") == "é")
    let file = try #require(form.file("file"))
    #expect(file.fileName == "a %22b\"c.csv")
    #expect(String(decoding: file.content, as: UTF8.self) == "a,--zz\r\n\r\n -zz")
    #expect(form.text("file") == nil)
    #expect(form.file("list") == nil)
  }

  @Test func `an empty file field of a browser is no file, an empty file is`() throws {
    let none = "--zz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\r\n\r\n\r\n--zz--"
    #expect(try #require(try parse(none)).file("f") == nil)
    let empty =
      "--zz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n\r\n--zz--"
    #expect(try #require(try parse(empty)).file("f")?.content.isEmpty == true)
  }

  @Test(arguments: [
    ("", type), ("--zz--", "multipart/form-data"), ("--zz--", "multipart/form-data; boundary="),
    ("--zz\r\n", type), ("--zz\r\n\r\n--zz--", type), ("--zz\r\nx\r\n--zz--", type),
    ("--zz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx--zz--", type),
    ("--zz\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--zz--", type),
    (
      String(
        repeating: "--zz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n", count: 101)
        + "--zz--", type
    ),
  ])
  func `what is cut or damaged is none`(_ body: String, _ type: String) throws {
    #expect(try parse(body, type) == nil)
  }

  @Test func `every beginning of a form is read or none, without a trap`() throws {
    let body = Array(
      ("--zz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\\\"\"\r\n\r\na\r\n--zz--")
        .utf8)
    let read = try body.indices.filter {
      try Self.request(Array(body[..<$0]), Self.type)?.multipart != nil
    }
    #expect(read == [])
  }

  /// What may be taken for a boundary, or for the beginning of one, by who is cut short.
  private static let traps = [
    "", "a", "\r", "\n", "\r\n", "\r\r\n-", "\r\n-", "\r\n--", "\r\n--z", "--zz", "\r\n--zy--zz",
    "\r\r\n--z\r\n--", "x--zz--", "\r\n\r\n", "\n--zz\n", "\r\n--\r\n--z\r",
  ]

  @Test(arguments: traps)
  func `a file is the same wherever the stream is cut`(_ content: String) throws {
    let body =
      "preamble\r\n--zz \t\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--zz\r\n"
      + "X: y\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n\(content)"
      + "\r\n--zz--\r\nepilogue\r\n--zz\r\n"
    let wire = Array((Self.head(Self.type, "Content-Length: \(body.utf8.count)") + body).utf8)
    for cut in 0...wire.count {
      var parser = RequestParser(limits: Self.limits)
      var found: MultipartForm?
      for part in [0..<cut, cut..<wire.count] {
        var range = part
        while !range.isEmpty {
          if case .complete(let request) = try parser.read(wire, &range) {
            found = request.multipart
            #expect(request.body.isEmpty)
          }
        }
      }
      #expect(found?.text("a") == "1")
      #expect(found?.file("f")?.content == Array(content.utf8))
    }
    for pieces in 1...7 {
      let request = try Self.request(Array(body.utf8), Self.type, pieces: pieces)
      #expect(request?.multipart?.file("f")?.content == Array(content.utf8))
    }
  }

  @Test
  func `a file as large as a body may be is read, in chunks too, and one octet more is refused`()
    throws
  {
    let start = Array(
      "--zz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n".utf8)
    let end = Array("\r\n--zz--".utf8)
    let room = Self.limits.largeBodyOctets - start.count - end.count
    for excess in 0...1 {
      let content = [UInt8](repeating: 13, count: room + excess)
      let body = start + content + end
      let head = Array(Self.head(Self.type, "Transfer-Encoding: chunked").utf8)
      var parser = RequestParser(limits: Self.limits)
      func send(_ octets: [UInt8]) throws -> Request? {
        var range = octets.indices
        while !range.isEmpty {
          if case .complete(let request) = try parser.read(octets, &range) { return request }
        }
        return nil
      }
      _ = try send(head)
      if excess == 0 {
        for start in stride(from: 0, to: body.count, by: 65_536) {
          let piece = Array(body[start..<min(start + 65_536, body.count)])
          _ = try send(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece)
          _ = try send(Array("\r\n".utf8))
        }
        #expect(try send(Array("0\r\n\r\n".utf8))?.multipart?.file("f")?.content == content)
        #expect(try Self.request(body, Self.type)?.multipart?.file("f")?.content == content)
      } else {
        #expect(throws: RequestProblem.bodyTooLarge) {
          _ = try send(Array("\(String(body.count, radix: 16))\r\n".utf8))
        }
        #expect(throws: RequestProblem.bodyTooLarge) { try Self.request(body, Self.type) }
      }
    }
  }

  @Test func `elsewhere a form with files is a body like any other`() throws {
    let body = Array("--zz--".utf8)
    let request = try #require(try Self.request(body, Self.type, path: "/items"))
    #expect(request.body == body)
    #expect(request.multipart == nil)
    #expect(try Self.request(body, "text/plain")?.body == body)
  }
}
