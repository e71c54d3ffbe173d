import HTTP
import Testing

private func pairs(_ text: String) throws -> [String] {
  try Form(urlEncoded: Array(text.utf8)).entries.map { "\($0.name)|\($0.value)" }
}

@Test(
  arguments: [
    ("", []), ("&&", []), ("a", ["a|"]), ("a=", ["a|"]), ("=b", ["|b"]), ("=", ["|"]),
    ("a=b", ["a|b"]), ("a=b&a=c", ["a|b", "a|c"]), ("&a=b&&c=d&", ["a|b", "c|d"]),
    ("a=b=c==", ["a|b=c=="]), ("a=b;c=d", ["a|b;c=d"]), ("a+b=c+d", ["a b|c d"]),
    ("a=%2B%2b+", ["a|++ "]), ("%61=%62", ["a|b"]), ("a=%", ["a|%"]), ("a=%4", ["a|%4"]),
    ("a=%zz%41", ["a|%zzA"]), ("a=%%41", ["a|%A"]), ("a=%2541", ["a|%41"]), ("a=%00", ["a|\0"]),
    ("a=%26%3D", ["a|&="]), ("a=%C3%A9%E2%82%AC", ["a|é€"]), ("a=é", ["a|é"]),
    ("a=%0D%0A", ["a|\r\n"]), ("a%3Db=c", ["a=b|c"]),
  ] as [(String, [String])])
func `a form is read as browsers write it`(text: String, entries: [String]) throws {
  #expect(try pairs(text) == entries)
}

@Test(arguments: ["a=%FF", "%C3=b", "a=%C3%28", "a=%ED%A0%80", "a=%F5%80%80%80", "x=1&a=%E2%82"])
func `a form that is not UTF-8 is refused`(_ text: String) {
  #expect(throws: FormError.notUTF8) { try pairs(text) }
}

@Test func `a form may have ten thousand fields and no more`() throws {
  let most = String(repeating: "a&", count: Form.maximumEntryCount)
  #expect(try pairs(most).count == Form.maximumEntryCount)
  #expect(throws: FormError.tooManyFields) { try pairs(most + "b") }
  #expect(Form(query: most + "b").entries.count == Form.maximumEntryCount)
}

@Test func `a query that is not UTF-8 shows replacement characters`() {
  #expect(Form(query: "q=a%FFb%C3").last("q") == "a\u{FFFD}b\u{FFFD}")
  #expect(Form(query: nil).entries.isEmpty)
}

@Test func `the last value of a repeated field counts, and names are compared by octets`() {
  let form = Form([("a", "1"), ("a", "2"), ("e\u{301}", "3")])
  #expect(form.last("a") == "2")
  #expect(form.last("é") == nil)
  #expect(form.last("A") == nil)
}

@Test(
  arguments: [
    ("/a%20b", "/a b"), ("/%2541", "/%41"), ("/%C3%A9", "/é"), ("/a+b", "/a+b"), ("/%zz", nil),
    ("/%", nil), ("/%4", nil), ("/%00", nil), ("/%C3%28", nil), ("/%FF", nil), ("/%2e%2E", "/.."),
  ] as [(String, String?)])
func `a path is decoded once or not at all`(raw: String, path: String?) {
  #expect(PercentEncoding.decodePath(raw) == path)
}

@Test func `what is encoded decodes to the same`() {
  let text = String(String.UnicodeScalarView((0...0x250).compactMap(Unicode.Scalar.init)))
  let encoded = PercentEncoding.encode(text)
  #expect(PercentEncoding.decode(encoded) == Array(text.utf8))
  #expect(PercentEncoding.encode("a b/é&~") == "a%20b%2F%C3%A9%26~")
  #expect(PercentEncoding.decode("%zz%4") == Array("%zz%4".utf8))
}
