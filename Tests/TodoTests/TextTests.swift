import Testing
import Todo

@Suite struct TextTests {
  @Test(arguments: [
    ("  one\r\ntwo\nthree\rfour\t  ", "one two three four"), ("a  b", "a  b"),
    ("\u{3000}a\u{A0}", "a"), ("\u{200B}a\u{200B}", "\u{200B}a\u{200B}"),
    ("a\u{2028}b\u{85}c", "a\u{2028}b\u{85}c"), ("bell\u{7}", "bell\u{7}"), ("\u{301}", "\u{301}"),
    ("se\u{AD}en", "se\u{AD}en"), ("e\u{301}", "e\u{301}"), (".", "."), ("0", "0"),
  ])
  func `a title is one line without white space at its ends`(typed: String, kept: String) throws {
    #expect(try Title(typed).value.unicodeScalars.elementsEqual(kept.unicodeScalars))
  }

  @Test(arguments: [
    "", " ", "\t\r\n", "\u{3000}", "\u{200B}", "\u{2060}\u{200D}", "\u{AD} \u{202E}\u{202C}",
    "\u{FEFF}", "\u{7}\u{1B}", "\u{3164}", "\u{2800}", "\u{FE0F}", "\u{E0001}", "\u{85}",
    "\u{2029}",
  ])
  func `a title of nothing visible is blank`(typed: String) {
    #expect(throws: TextProblem.blank) { try Title(typed) }
    #expect(typed.isBlank)
  }

  @Test func `lengths are counted in code points after line ends are one`() throws {
    for sign in ["x", "ä", "日", "🌻"] {
      #expect(try Title(" " + String(repeating: sign, count: 1_000)).value.utf8.count >= 1_000)
      #expect(throws: TextProblem.tooLong(limit: 1_000)) {
        try Title(String(repeating: sign, count: 1_001))
      }
    }
    let lines = try Detail(String(repeating: "\r\n", count: 100_000)).value
    #expect(lines.utf8.count == 100_000)
    #expect(throws: TextProblem.tooLong(limit: 100_000)) {
      try Detail(String(repeating: "\r\n", count: 100_001))
    }
  }

  @Test(arguments: [
    ("a\r\nb\rc\nd\r\n", "a\nb\nc\nd\n"), ("\r\r\n\n", "\n\n\n"), ("  \n ", "  \n "), ("", ""),
  ])
  func `lines of a detail end in LF`(typed: String, kept: String) throws {
    #expect(try Detail(typed).value == kept)
  }

  @Test func `NUL is refused`() {
    #expect(throws: TextProblem.containsNUL) { try Title("a\0b") }
    #expect(throws: TextProblem.containsNUL) { try Title("\0") }
    #expect(throws: TextProblem.containsNUL) { try Detail("a\0") }
  }

  @Test(arguments: [
    ("0", 0), ("7", 7), ("07", 7), ("+2", 2), ("-12", -12), (" 2 ", 2), ("-0", 0),
    ("999999999", 999_999_999), ("-999999999", -999_999_999), ("0000000000000000000001", 1),
  ])
  func `numbers are read`(typed: String, value: Int) throws {
    #expect(try Count(typed).value == value)
  }

  @Test(arguments: [
    "", "abc", "1.5", "1e3", "0x10", "--1", "+", "-", "+-1", "1 2", "\u{661}", "１", "1\0", "n",
  ])
  func `what is no whole number is refused`(typed: String) {
    #expect(throws: CountProblem.notANumber) { try Count(typed) }
  }

  @Test(arguments: [
    "1000000000", "-1000000000", "99999999999999999999999", "-99999999999999999999",
  ])
  func `numbers too large are refused`(typed: String) {
    #expect(throws: CountProblem.outOfRange) { try Count(typed) }
  }

  @Test func `random names are an adjective and a noun`() {
    var generator = Seeded(1)
    let names = Set((0..<200).map { _ in RandomName.make(using: &generator) })
    #expect(names.count > 100)
    #expect(names.allSatisfy { $0.split(separator: " ").count == 2 })
  }
}
