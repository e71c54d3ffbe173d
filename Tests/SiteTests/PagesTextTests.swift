import Site
import Testing
import Todo

@Suite struct PagesTextTests {
  @Test(arguments: [
    (0, 0, "1970-01-01T00:00:00Z", 4), (-1, 0, "1969-12-31T23:59:59Z", 3),
    (951_782_400_000, 0, "2000-02-29T00:00:00Z", 2),
    (951_868_800_000, 0, "2000-03-01T00:00:00Z", 3),
    (1_709_164_799_000, 3_600, "2024-02-29T00:59:59+01:00", 4),
    (1_798_761_599_000, 0, "2026-12-31T23:59:59Z", 4),
    (1_798_761_599_000, 1, "2027-01-01T00:00:00+00:00", 5),
    (0, -12_600, "1969-12-31T20:30:00-03:30", 3),
    (4_107_542_400_000, 0, "2100-03-01T00:00:00Z", 1),
  ])
  func `a point in time is a date and a time of day`(
    milliseconds: Int64, offset: Int, text: String, weekday: Int
  ) {
    let time = CivilTime(Timestamp(milliseconds: milliseconds), offset: offset)
    #expect(time.machineReadable == text)
    #expect(time.weekday == weekday)
  }

  @Test(arguments: [("en", "30 November 2026, 00:53"), ("ja", "2026年11月30日 00:53")])
  func `a date and a time for people`(code: String, text: String) throws {
    #expect(try Sample.language(code).dateAndTime(CivilTime(Sample.time, offset: 0)) == text)
  }

  @Test(arguments: [
    ("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "abc…"), ("日本語", 3, "日本語"),
    ("👨‍👩‍👧‍👦b", 2, "👨‍👩‍👧‍👦b"), ("a👨‍👩‍👧‍👦bc", 3, "a👨‍👩‍👧‍👦b…"), ("🇯🇵🇫🇷🇩🇪", 2, "🇯🇵🇫🇷…"),
    ("ae\u{301}\u{302}\u{303}\u{304}\u{305}x", 2, "ae\u{301}\u{302}\u{303}\u{304}\u{305}…"),
    ("👋🏽👋🏽", 1, "👋🏽…"),
  ])
  func `a shortened text has whole characters`(text: String, limit: Int, short: String) {
    #expect(Array(text.shortened(to: limit).utf8) == Array(short.utf8))
  }

  @Test func `a character of a thousand marks is left out of a shortened text`() {
    let monster = "a" + String(repeating: "\u{301}", count: 1_000)
    #expect("xy\(monster)z".shortened(to: 48) == "xy…")
  }

  @Test(arguments: [
    ("Buy milk", false), ("Crème brûlée", false), ("京都", true), ("ミルク", true), ("のり", true),
    ("中文", true), ("한국어", false), ("👍", false), ("Kyoto 京", true),
  ])
  func `kana and Chinese characters are marked as Japanese`(text: String, looks: Bool) {
    #expect(text.looksJapanese == looks)
  }

  @Test(arguments: [
    ("Buy milk", "Buy milk", "Buy milk", "Buy milk"),
    ("Buy oat milk", "Buy milk", "Buy [oat ]milk", "Buy milk"),
    ("4", "3", "[4]", "[3]"), ("", "x", "", "[x]"), ("x", "", "[x]", ""), ("", "", "", ""),
    ("a b c d", "a x c y", "a [b] c [d]", "a [x] c [y]"),
    ("one\ntwo", "one\n\ntwo", "one\ntwo", "one\n[\n]two"),
    ("cafe\u{301}", "café", "[cafe\u{301}]", "[café]"),
    ("牛乳を買う", "豆乳を買う", "[牛]乳を買う", "[豆]乳を買う"),
  ])
  func `what differs between two texts is marked word by word`(
    old: String, new: String, oldMarked: String, newMarked: String
  ) {
    func marked(_ pieces: [WordDifference.Piece]) -> String {
      pieces.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined()
    }
    let difference = WordDifference(old, new)
    #expect(Array(marked(difference.old).utf8) == Array(oldMarked.utf8))
    #expect(Array(marked(difference.new).utf8) == Array(newMarked.utf8))
  }

  @Test func `long texts that share little are marked from the first difference to the last`() {
    let old = (0..<2_000).map { "a\($0)" }.joined(separator: " ")
    let new = (0..<2_000).map { "b\($0)" }.joined(separator: " ")
    let difference = WordDifference("start \(old) end", "start \(new) end")
    #expect(difference.old.map(\.isMarked) == [false, true, false])
    #expect(difference.old.map(\.text).joined() == "start \(old) end")
  }
}
