import HTTP
import Testing

@Test(
  arguments: [
    ("s=1", "1"), ("a=0; s=1", "1"), ("a=0;s=1", "1"), ("s=1; s=2", "1"), ("s = 1 ;", "1"),
    ("s=a=b", "a=b"), ("s=\"q\"", "\"q\""), ("s=", ""), (";;s=1", "1"), ("S=1", nil), ("xs=1", nil),
    ("s", nil), ("", nil), ("a=s=1", nil), ("s=é", "é"),
  ] as [(String, String?)])
func `a cookie is found by its exact name`(line: String, value: String?) {
  #expect(Cookies(["Cookie": line])["s"] == value)
}

@Test func `cookies may come in several fields`() {
  let cookies = Cookies(["Cookie": "a=1", "X": "s=0", "cookie": "s=2"])
  #expect(cookies["a"] == "1")
  #expect(cookies["s"] == "2")
}

@Test func `a cookie to be kept says all about itself`() {
  #expect(
    SetCookie(name: "s", value: "1").fieldValue == "s=1; Path=/; HttpOnly; SameSite=Lax")
  let other = SetCookie(
    name: "r", value: "2", path: "/a", maxAge: -1, isHTTPOnly: false, isSecure: true,
    sameSite: .strict)
  #expect(other.fieldValue == "r=2; Path=/a; Max-Age=0; Secure; SameSite=Strict")
}

@Test func `a cookie value cannot add attributes or fields`() {
  let cookie = SetCookie(name: "s", value: "a; Domain=x\r\nY: \"é\"", path: "/;b")
  #expect(
    cookie.fieldValue
      == "s=a%3B%20Domain=x%0D%0AY:%20%22%C3%A9%22; Path=/%3Bb; HttpOnly; SameSite=Lax")
}

@Test(arguments: [0, 9, 10, 1_234_567_890])
func `a cookie of a number is as one whose value is its digits`(number: Int) {
  var cookie = SetCookie(name: "rev", value: "another", isHTTPOnly: false)
  let numbered = NumberCookie(cookie)
  cookie.value = String(number)
  var (fields, expected) = (FieldSection(), FieldSection())
  fields.append(numbered, number)
  expected.append(cookie)
  #expect(fields.description == expected.description)
  #expect(fields["set-cookie"] == cookie.fieldValue)
}
