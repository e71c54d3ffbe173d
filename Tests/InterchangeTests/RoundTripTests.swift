import Interchange
import Testing
import Todo

/// Titles that one format or another would take for something else.
private let titles = [
  "Milk", "x buy", "X buy", "(A) call", "(B) call", "2026-01-02 dated", "2026-01-02",
  "x 2026-01-02 2026-01-03 both", "a:b", "due:2026-01-01", "count:7", "note:x", "title:%41",
  "list:other", "pri:A", "created:2026-01-01", "Buy +1 apple", "+p @c", "end +project", "+", "+ +",
  "two  spaces", "tab\there", "- [ ] inside", "[x] inside", "[ ] box", "* star", "1. one", "# head",
  "> quote", "a # b #", "<!-- favorite -->", "a <!-- count 3 -->", "**bold** _it_ `code` ~no~",
  "back\\slash", "ends in \\", "\\n", "\\,", "a,b;c:d", "\"quoted\"", "'", "''=1", "'=1+1",
  "=1+1", "+1", "-1", "@x", "=HYPERLINK(\"http://x\")", "＝1", "|pipe|", "&amp; &", "é e\u{301}",
  "👩‍👩‍👧‍👦🇯🇵", "買い物", "U+2028\u{2028}x", "U+0085\u{85}x", "nbsp\u{A0}x", "\u{1}control\u{7F}",
  "vt\u{B}ff\u{C}x", "%41%", "%", "null", "{\"a\":1}", "BEGIN:VTODO", "\u{FEFF}bom", "~~~", "```",
  "---", "===", "+++", "www.example.org https://x.y/?a=b&c=d", "x", "x x", "(A)", "-", "'", "𝒳",
  String(repeating: "買", count: 1_000), String(repeating: "word ", count: 60) + "end",
]

private let details = [
  "", "one", "one\ntwo\nthree", "\n", "\n\n", "ends\n", "\nbegins", "a\n\nb", "a\n\n\nb",
  "  indented\n\ttab\n    code", "trailing  \nspaces ", "```\nfence\n```", "````\n~~~",
  "- [ ] not an item\n- [x] nor this\n* nor\n1. nor\n1) nor", "# not a head\n===\n---",
  "\\\n\\\\\nx\\", "a, b; c: d\n\"quoted\"\nback\\slash\\n", "=1\n+2\n-3\n@4", "END:VTODO\nBEGIN:X",
  "| a | b |\n| - | - |", "<b>&lt;</b> <!-- x -->", "é e\u{301}\u{2028}x\u{85}y", "\u{1}\u{2}\tz",
  "+p @c a:b x", " ", "x\n \ny", String(repeating: "🏳️‍🌈, \"q\"; \\ ", count: 60),
  String(repeating: "w", count: 200) + "\n" + String(repeating: "é", count: 200) + "\nlast",
]

private let names = [
  "Home", "To do", "a,b", "- [ ] list", "# x #", "x y", "+p", "=1", "a\u{A0}b", "\"q\"", "é;\\",
  "_under_ score", "under_score", "🛒", "a_b c", "'=x", "@home", "<!-- x -->",
]

@Suite struct RoundTripTests {
  @Test(arguments: Format.allCases)
  func `what is written is read back, but for what the format leaves out`(
    _ format: Format
  ) throws {
    var items: [Item] = []
    for (index, title) in titles.enumerated() {
      items.append(
        item(
          title, detail: details[index % details.count], favorite: index % 3 == 0,
          done: index % 2 == 0,
          completed: index % 4 == 0 ? Timestamp(milliseconds: 1_790_000_000_250) : nil,
          count: index % 5 == 0 ? -index : index, ordinal: index + 1))
    }
    for (index, detail) in details.enumerated() {
      items.append(item(titles[index], detail: detail, ordinal: 1_000 + index))
      items.append(item(titles[index], done: true, ordinal: 2_000 + index))
    }
    for (index, title) in titles.enumerated() {
      for completed in [nil, moment] {
        items.append(item(title, done: true, completed: completed, ordinal: 3_000 + index))
      }
    }
    for (index, name) in names.enumerated() {
      let items = index == 0 ? items : Array(items[index * 5..<index * 5 + 5])
      let selection = selection(name)
      let written = format.write(
        Selection(title: name, parts: [.init(selection.parts[0].list, items: items)]))
      let imported = try Imported(written, name: "a.\(format.suffix)")
      let expected = Selection(
        title: name, parts: [.init(selection.parts[0].list, items: items)])
      let wanted = lines(expected, without: format.omissions)
      let found = lines(imported, without: format.omissions)
      #expect(found.count == wanted.count)
      for (found, wanted) in zip(found, wanted) { #expect(found == wanted) }
      #expect(imported.losses == [])
    }
  }

  @Test func `JSON keeps everything, lists of one name and empty ones included`() throws {
    let parts: [Selection.Part] = [
      .init(
        list("A", number: 1),
        items: [item("b", done: true, completed: moment, ordinal: 7), item("a", ordinal: 3)]),
      .init(list("Empty", number: 2), items: []),
      .init(list("A", number: 3), items: [item("c", ordinal: 5)]),
    ]
    let written = Format.json.write(Selection(title: "T", parts: parts))
    let imported = try Imported(written, name: "x.json")
    #expect(imported.lists.map { $0.name?.value } == ["A", "Empty", "A"])
    #expect(imported.lists.map(\.id) == parts.map(\.list.id))
    #expect(imported.lists.flatMap { $0.items.map(\.ordinal) } == [3, 1, 2])
    let again = Selection(
      title: "T",
      parts: imported.lists.compactMap { list in
        guard let name = list.name, let id = list.id, let created = list.created else { return nil }
        let items = list.items.compactMap { item -> Item? in
          guard let id = item.id, let created = item.created, let ordinal = item.ordinal else {
            return nil
          }
          return Item(
            id: id, title: item.title.value, detail: item.detail.value, favorite: item.favorite,
            done: item.done, completed: item.completed, count: item.count, created: created,
            ordinal: ordinal)
        }
        return .init(ItemList(id: id, name: name.value, created: created), items: items)
      })
    #expect(Format.json.write(again) == written)
  }

  @Test(arguments: Format.allCases)
  func `line ends of another kind and a byte order mark change nothing`(_ format: Format) throws {
    let selection = selection(
      "Home", item("a \"b\", c", detail: "1\n2", favorite: true), item("é", count: 3, ordinal: 2))
    let unix = text(format, selection).replacing("\r\n", with: "\n")
    for end in ["\n", "\r\n", "\r"] {
      let changed = "\u{FEFF}" + unix.replacing("\n", with: end)
      let imported = try read(changed, format)
      #expect(
        lines(imported, without: format.omissions) == lines(selection, without: format.omissions))
    }
  }

  @Test(arguments: Format.allCases)
  func `nothing is written and read as nothing`(_ format: Format) throws {
    let imported = try Imported(
      format.write(Selection(title: "", parts: [])), name: "a.\(format.suffix)")
    #expect(imported.itemCount == 0)
    #expect(imported.losses == [])
  }
}

extension String {
  /// Replaces by code points: in Swift CRLF is one character.
  fileprivate func replacing(_ old: String, with new: String) -> String {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    var rest = Array(utf8)[...]
    var result: [UInt8] = []
    while !rest.isEmpty {
      if rest.starts(with: old) {
        result += new
        rest = rest.dropFirst(old.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
