import HTTP
import Testing

@Suite struct MultipartFormTests {
  static let type = "multipart/form-data; boundary=zz"

  private func parse(_ body: String, _ type: String = type) -> MultipartForm? {
    MultipartForm(Array(body.utf8), contentType: type)
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
    let form = try #require(parse(body, type))
    #expect(form.parts.map(\.name) == ["list", "file"])
    #expect(form.text("list") == "é")
    let file = try #require(form.file("file"))
    #expect(file.fileName == "a %22b\"c.csv")
    #expect(String(decoding: form.body[file.content], as: UTF8.self) == "a,--zz\r\n\r\n -zz")
    #expect(form.text("file") == nil)
    #expect(form.file("list") == nil)
  }

  @Test func `an empty file field of a browser is no file, an empty file is`() throws {
    let none = "--zz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\r\n\r\n\r\n--zz--"
    #expect(try #require(parse(none)).file("f") == nil)
    let empty =
      "--zz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n\r\n--zz--"
    #expect(try #require(parse(empty)).file("f")?.content.isEmpty == true)
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
  func `what is cut or damaged is none`(_ body: String, _ type: String) {
    #expect(parse(body, type) == nil)
  }

  @Test func `every beginning of a form is read or none, without a trap`() {
    let body = Array(
      ("--zz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\\\"\"\r\n\r\na\r\n--zz--")
        .utf8)
    let read = body.indices.filter {
      MultipartForm(Array(body[..<$0]), contentType: Self.type) != nil
    }
    #expect(read == [])
  }
}
