import HTTP

/// Forms, percent-encoding and media types.
enum FormTarget {
  static func run(_ octets: [UInt8]) throws(BrokenProperty) {
    let text = String(decoding: octets, as: UTF8.self)
    try checkForm(octets)
    try checkEncoding(text)
    let essence = MediaType.essence(of: text)
    try hold(isSame(MediaType.essence(of: essence), essence), "an essence is its own essence")
    try hold(!essence.utf8.contains(UInt8(ascii: ";")), "an essence has no parameters")
    _ = MediaType.ofFile(named: text)
  }

  private static func checkForm(_ octets: [UInt8]) throws(BrokenProperty) {
    let form: Form
    do throws(FormError) {
      form = try Form(urlEncoded: octets)
    } catch {
      return
    }
    let pairs = octets.split(separator: UInt8(ascii: "&"))
    try hold(form.entries.count == pairs.count, "every pair is a field")
    let written = form.entries.map {
      PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value)
    }
    let query = Form(query: written.joined(separator: "&"))
    try hold(
      query.entries.count == form.entries.count
        && zip(query.entries, form.entries).allSatisfy {
          isSame($0.name, $1.name) && isSame($0.value, $1.value)
        }, "a form that is written is read as it was")
    if let last = form.entries.last {
      try hold(
        form.last(last.name).map { isSame($0, last.value) } ?? false, "the last field is found")
    }
  }

  private static func checkEncoding(_ text: String) throws(BrokenProperty) {
    let encoded = PercentEncoding.encode(text)
    try hold(
      encoded.utf8.allSatisfy { Octets.isUnreserved($0) || $0 == UInt8(ascii: "%") },
      "nothing but escapes and unreserved characters is written")
    try hold(PercentEncoding.decode(encoded).elementsEqual(text.utf8), "escapes are taken back")
    if !text.utf8.contains(0) {
      let path = PercentEncoding.decodePath(encoded)
      try hold(path.map { isSame($0, text) } ?? false, "escapes of a path are taken back")
    }
    if let path = PercentEncoding.decodePath(text) {
      try hold(!path.utf8.contains(0), "a path holds no NUL")
      try hold(
        PercentEncoding.decode(text).elementsEqual(path.utf8), "both ways to decode agree")
    }
  }
}

/// Whether two texts are the same octets; `==` would call some that differ equal.
func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
