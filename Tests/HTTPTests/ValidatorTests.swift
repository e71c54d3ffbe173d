import HTTP
import Testing

@Test(arguments: [
  ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
  ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Wed Nov 16 08:49:37 1994", 784_975_777),
  ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:60 GMT", 951_868_799),
  ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
  ("Friday, 31-Dec-69 00:00:00 GMT", 3_155_673_600),
  ("Thu, 31 Dec 1970 23:59:59 GMT", 31_535_999),
])
func `all three forms of a date are read`(text: String, seconds: Int) {
  #expect(HTTPDate(text)?.seconds == seconds)
}

@Test(arguments: [
  "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
  "Sun, 6 Nov 1994 08:49:37 GMT",
  "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
  "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
  "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
  "Someday, 99 Foo 2099 99:99:99 GMT",
  "Sun, +6 Nov 1994 08:49:37 GMT", "784111777", "Sun Nov 6 08:49:37 1994",
])
func `what is no date is none`(_ text: String) {
  #expect(HTTPDate(text) == nil)
}

@Test func `days of twelve centuries are written and read the same`() {
  let wrong = stride(from: -146_097, to: 2 * 146_097, by: 5).first { day in
    let date = HTTPDate(seconds: day * 86_400 + 45_296)
    return HTTPDate(date.text) != date
  }
  #expect(wrong == nil)
  #expect(HTTPDate(seconds: 784_111_777).text == "Sun, 06 Nov 1994 08:49:37 GMT")
}

@Test(arguments: [
  (Int.min, "Sat, 01 Jan 0000 00:00:00 GMT"), (-62_167_219_201, "Sat, 01 Jan 0000 00:00:00 GMT"),
  (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
  (253_402_300_800, "Fri, 31 Dec 9999 23:59:59 GMT"), (Int.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
])
func `a time that has no notation is written as the nearest that has one`(
  seconds: Int, text: String
) {
  #expect(HTTPDate(seconds: seconds).text == text)
}

@Test(arguments: [
  ("*", true), (" * ", true), ("\"a\"", true), ("W/\"a\"", true), ("\"b\"", false),
  ("\"b\",\"a\"", true),
  ("\"b\", W/\"c\" ,\"a\"", true), ("\"b,\"a\"", false), ("a", false), ("\"a", false), ("", false),
  (",\"a\",", true),
  ("\"A\"", false), ("w/\"a\"", false), ("\"b\"\"a\"", true),
])
func `a tag is found in a list by the weak comparison`(list: String, matches: Bool) {
  #expect(EntityTag("a").matches(ifNoneMatch: list) == matches)
  #expect(EntityTag("a", isWeak: true).matches(ifNoneMatch: list) == matches)
}

@Test(arguments: [
  ("*", true), ("\"a\"", true), ("W/\"a\"", false), ("\"b\", \"a\"", true), ("\"b\"", false),
  ("W/\"a\", \"a\"", true), ("", false), ("a", false),
])
func `a tag is found in a list by the strong comparison`(list: String, matches: Bool) {
  #expect(EntityTag("a").matches(ifMatch: list) == matches)
  #expect(EntityTag("a", isWeak: true).matches(ifMatch: list) == (list == "*"))
}

private let earlier = "Thu, 01 Jan 1970 00:01:39 GMT"
private let same = "Thu, 01 Jan 1970 00:01:40 GMT"

@Test(
  arguments: [
    (["If-None-Match": "\"a\""], .notModified), (["If-None-Match": "\"b\""], .met), ([:], .met),
    (["If-Modified-Since": same], .notModified), (["If-Modified-Since": earlier], .met),
    (["If-Modified-Since": "never"], .met),
    (["If-None-Match": "\"b\"", "If-Modified-Since": same], .met),
    (["If-None-Match": "\"b\"", "if-none-match": "\"a\""], .notModified),
    (["If-Match": "\"a\""], .met), (["If-Match": "\"b\""], .failed),
    (["If-Match": "\"b\"", "if-match": "\"a\""], .met),
    (["If-Match": "\"b\"", "If-None-Match": "\"a\""], .failed),
    (["If-Match": "*", "If-None-Match": "\"a\""], .notModified),
    (["If-Unmodified-Since": same], .met), (["If-Unmodified-Since": earlier], .failed),
    (["If-Unmodified-Since": "never"], .met),
    (["If-Match": "\"a\"", "If-Unmodified-Since": earlier], .met),
    (["If-Unmodified-Since": earlier, "If-None-Match": "\"a\""], .failed),
    (["If-Unmodified-Since": same, "If-Modified-Since": same], .notModified),
  ] as [(FieldSection, Preconditions)])
func `a tag counts before a date, and what must match before what must not`(
  fields: FieldSection, outcome: Preconditions
) {
  let date = HTTPDate(seconds: 100)
  for method in [Method.get, .head] {
    let request = Request(method: method, fields: fields)
    #expect(request.preconditions(entityTag: EntityTag("a"), lastModified: date) == outcome)
  }
}

@Test(
  arguments: [
    (["If-None-Match": "\"a\""], .failed), (["If-None-Match": "\"b\""], .met),
    (["If-Modified-Since": same], .met), (["If-Match": "\"b\""], .failed),
    (["If-Unmodified-Since": earlier], .failed),
  ] as [(FieldSection, Preconditions)])
func `what would change something fails where a page would be known`(
  fields: FieldSection, outcome: Preconditions
) {
  let post = Request(method: .post, fields: fields)
  let date = HTTPDate(seconds: 100)
  #expect(post.preconditions(entityTag: EntityTag("a"), lastModified: date) == outcome)
}

@Test(
  arguments: [
    (["If-None-Match": "\"a\""], .met), (["If-None-Match": "*"], .notModified),
    (["If-Match": "\"a\""], .failed), (["If-Match": " * "], .met),
    (["If-Modified-Since": same], .met),
    (["If-Unmodified-Since": earlier], .met),
  ] as [(FieldSection, Preconditions)])
func `without validators only an asterisk names what is there, and no date is compared`(
  fields: FieldSection, outcome: Preconditions
) {
  #expect(Request(fields: fields).preconditions(entityTag: nil) == outcome)
}
