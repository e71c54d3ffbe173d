import HTTP

/// Cookies both ways, entity tags and dates.
enum CookiesTarget {
  static func run(_ octets: [UInt8]) throws(BrokenProperty) {
    let text = String(decoding: octets, as: UTF8.self)
    try checkCookies(text)
    try checkTag(text)
    try checkDate(text)
    let seconds = octets.prefix(8).reduce(0) { $0 << 8 | Int($1) }
    let date = HTTPDate(seconds: octets.count < 6 ? seconds : 0 &- seconds)
    try hold(HTTPDate(date.text) == date, "a date that is written is read as it was")
  }

  private static func checkCookies(_ text: String) throws(BrokenProperty) {
    var fields = FieldSection()
    fields.append("Cookie", text)
    try hold(fields.octets.count { $0 == Octets.lineFeed } == 1, "a value does not end its line")
    let value = Cookies(fields)["a"]
    if let value {
      try hold(!value.utf8.contains(UInt8(ascii: ";")), "a cookie ends at its semicolon")
      try hold(text.utf8.contains(UInt8(ascii: "a")), "a cookie that was not sent is not found")
    }
    fields.append("cookie", "a=second")
    let second = Cookies(fields)["a"] ?? ""
    try hold(isSame(second, value ?? "second"), "the first cookie of a name counts")

    let cookie = SetCookie(name: "a", value: text, path: text).fieldValue
    try hold(cookie.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "a cookie holds no control")
    try hold(
      cookie.utf8.count { $0 == UInt8(ascii: ";") } == 3, "a value and a path add no attribute")
  }

  private static func checkTag(_ text: String) throws(BrokenProperty) {
    guard EntityTag("a").matches(ifNoneMatch: text) else { return }
    let octets = Array(text.utf8)
    let isNamed = octets.indices.contains { octets[$0...].starts(with: "\"a\"".utf8) }
    try hold(isNamed || octets.contains(UInt8(ascii: "*")), "a tag that matches is named")
  }

  private static func checkDate(_ text: String) throws(BrokenProperty) {
    guard let date = HTTPDate(text) else { return }
    try hold(HTTPDate(date.text) == date, "a date that is read is written as one")
    try hold(date.text.utf8.count == 29, "the fixed form has 29 octets")
  }
}
