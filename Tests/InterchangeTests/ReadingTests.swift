import Interchange
import Testing
import Todo

@Suite struct ReadingTests {
  @Test(arguments: [
    (
      "[{\"id\":1,\"description\":\"Buy\",\"status\":\"pending\",\"project\":\"Home\","
        + "\"priority\":\"H\",\"entry\":\"20260701T093000Z\",\"urgency\":1.5,"
        + "\"uuid\":\"11112222-3333-4444-8555-666677770001\",\"tags\":[\"a\"],"
        + "\"annotations\":[{\"entry\":\"20260701T093000Z\",\"description\":\"one\"},"
        + "{\"description\":\"two\"}]},"
        + "{\"description\":\"Old\",\"status\":\"deleted\"},"
        + "{\"description\":\"Did\",\"status\":\"completed\",\"due\":\"20260701T093000Z\","
        + "\"end\":\"20260702T093000Z\"}]",
      [
        "Home|Buy|one<a>two|false|true|0|11112222-3333-4444-8555-666677770001|1782898200000",
        "(none)|Did||true|false|0|nil|nil|1782984600000",
      ], ["property tags 1", "deleted  1", "property due 1"]
    ),
    (
      "[{\"id\":\"1-2\",\"title\":\"a\",\"completed\":true},{\"title\":\"b\",\"x\":1}]",
      ["(none)|a||true|false|0|nil|nil", "(none)|b||false|false|0|nil|nil"], ["property x 1"]
    ),
    (
      "{\"todos-vue\":\"[{\\\"title\\\":\\\"a\\\",\\\"completed\\\":false}]\",\"other\":1}",
      ["todos-vue|a||false|false|0|nil|nil"], ["component other 1"]
    ),
    ("[]", [], []),
  ])
  func `JSON of other programs is read`(_ json: String, _ items: [String], _ losses: [String])
    throws
  {
    let imported = try Imported(Array(json.utf8), name: "export")
    #expect(lines(imported, without: []) == items)
    #expect(imported.losses.map { "\($0.kind) \($0.name) \($0.count)" } == losses)
  }

  @Test(arguments: [
    (
      Format.todoTxt,
      "(B) 2026-07-01 Call +Family @phone due:2026-07-02\n\nx 2026-07-03 2026-07-01 Did\n",
      [
        "Family|Call +Family @phone due:2026-07-02||false|false|0|nil|1782864000000",
        "(none)|Did||true|false|0|nil|1782864000000|1783036800000",
      ],
      ["property priority 1"]
    ),
    (
      .todoTxt, "xylophone\n  x done \nX not done\n(a) small\n",
      [
        "(none)|xylophone||false|false|0|nil|nil", "(none)|done||true|false|0|nil|nil",
        "(none)|X not done||false|false|0|nil|nil", "(none)|(a) small||false|false|0|nil|nil",
      ], []
    ),
    (
      .markdown, "Intro\n\n## Work ##\n* [X] did\n  more\n  - [ ] sub\n- plain\n1) [ ] numbered\n",
      [
        "Work|did|more|true|false|0|nil|nil", "Work|sub||false|false|0|nil|nil",
        "Work|plain||false|false|0|nil|nil", "Work|numbered||false|false|0|nil|nil",
      ],
      ["text  1", "nesting  1"]
    ),
    (
      .markdown,
      "  - [x] one\n    more\n\n  - [ ] two\n    - [ ] sub\n    - [ ] sub\n- [ ] three\n",
      [
        "(none)|one|more|true|false|0|nil|nil", "(none)|two||false|false|0|nil|nil",
        "(none)|sub||false|false|0|nil|nil", "(none)|sub||false|false|0|nil|nil",
        "(none)|three||false|false|0|nil|nil",
      ],
      ["nesting  2"]
    ),
    (
      .markdown,
      "- [ ] a &amp; b&#9;c &#x1F600; &lt;&gt;&quot; \\&amp; &unknown; &#0; &#xD800; &#+5; &;\n",
      [
        "(none)|a & b<9>c <f0><9f><98><80> <>\" &amp; &unknown; &#0; &#xD800; &#+5; &;||false|false|0|nil|nil"
      ],
      []
    ),
    (
      .csv, "Task;Notes;Status;Due\n\"a;b\";\"x\ny\";completed;tomorrow\n\nb;;maybe;\n",
      ["(none)|a;b|x<a>y|true|false|0|nil|nil", "(none)|b||false|false|0|nil|nil"],
      ["property Due 1", "value done 1"]
    ),
    (
      .csv,
      "task,completed at\nA,2026-07-01 09:30\nB,\nC,yes\n",
      [
        "(none)|A||true|false|0|nil|nil|1782898200000", "(none)|B||false|false|0|nil|nil",
        "(none)|C||true|false|0|nil|nil",
      ], []
    ),
    (
      .csv, "title\tcount\nA\t1000000000\nB\tx\n",
      ["(none)|A||false|false|999999999|nil|nil", "(none)|B||false|false|0|nil|nil"],
      ["countRange  1", "value count 1"]
    ),
    (
      .iCalendar,
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:no\nEND:VEVENT\nBEGIN:VTODO\nSUMMARY;LANGUAGE=\"a:b\":Bu\n y\\, now\nDUE:20260701T000000Z\nCATEGORIES:A\\,B,C\nBEGIN:VALARM\nSUMMARY:alarm\nEND:VALARM\nCOMPLETED:20260701T000000Z\nEND:VTODO\nEND:VCALENDAR",
      ["A,B|Buy, now||true|false|0|nil|nil|1782864000000"],
      [
        "component VEVENT 1", "property DUE 1", "property CATEGORIES 1", "component VALARM 1",
      ]
    ),
  ])
  func `files of other programs are read, and what is lost is said`(
    _ format: Format, _ file: String, _ items: [String], _ losses: [String]
  ) throws {
    let imported = try read(file, format)
    #expect(lines(imported, without: []) == items)
    #expect(imported.losses.map { "\($0.kind) \($0.name) \($0.count)" } == losses)
  }

  @Test func `texts that do not fit are made to fit, and that is said`() throws {
    let long = String(repeating: "é", count: 1_001)
    let huge = String(repeating: "w", count: 100_001)
    let json = """
      [{"title":"\(long)"},{"title":"a\\u0000b"},{"title":" \\u200b "},{"title":"\(huge)"}]
      """
    let imported = try Imported(Array(json.utf8), name: "x.json")
    let items = imported.lists.flatMap(\.items)
    #expect(items.map { $0.title.value.unicodeScalars.count } == [1_000, 2, 1_000])
    #expect(items.map { $0.detail.value.unicodeScalars.count } == [1_001, 0, 100_000])
    #expect(
      imported.losses.map { "\($0.kind) \($0.count)" } == [
        "longTitle 2", "nul 1", "blank 1", "longDetail 1",
      ])
  }

  @Test(arguments: [
    ("x.json", "", ImportError.Reason.unexpectedEnd, 1, 1),
    ("x.json", "[\n  {\"title\": \"é\" ]", .unexpected, 2, 17),
    ("x.json", "{\"a\":1} x", .unexpected, 1, 9),
    ("x.json", "[\"\\ud800\"]", .unexpected, 1, 3),
    ("x.json", "[1,]", .unexpected, 1, 4),
    ("x.json", "{\"a\":01}", .unexpected, 1, 7),
    ("x.json", "{\"format\":\"modosu\",\"version\":2}", .newerVersion, 1, 1),
    ("x.json", "{\"format\":\"modosu\",\"version\":1}", .missing("lists"), 1, 1),
    ("x.json", "{\"x\":1}", .unknownFormat, 1, 1),
    ("x.bin", "hello", .unknownFormat, 1, 1),
    ("x.csv", "a,b\n1,2\n", .missing("title"), 1, 1),
    ("x.csv", "title\n\"open", .unexpectedEnd, 2, 1),
    ("x.csv", "title\n\"a\"b", .unexpected, 2, 4),
    ("x.ics", "", .unexpectedEnd, 1, 1),
    ("x.ics", "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n", .unexpectedEnd, 3, 1),
    ("x.ics", "BEGIN:VCALENDAR\nnonsense\n", .unexpected, 2, 1),
    ("x.ics", "BEGIN:VCALENDAR\nEND:VTODO\n", .unexpected, 2, 1),
    ("x.ics", "SUMMARY:a\n", .unexpected, 1, 1),
  ])
  func `an unreadable file is an error at its place`(
    _ name: String, _ file: String, _ reason: ImportError.Reason, _ line: Int, _ column: Int
  ) {
    #expect(throws: ImportError(reason, line: line, column: column)) {
      try Imported(Array(file.utf8), name: name)
    }
  }

  @Test func `bytes that are not UTF-8 are an error at their place`() {
    let bytes = Array("[\n\"é".utf8) + [0xFF] + Array("\"]".utf8)
    #expect(throws: ImportError(.notUTF8, line: 2, column: 3)) {
      try Imported(bytes, name: "x.json")
    }
  }

  @Test(
    arguments: [
      ([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], "😀"),
      ([0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80], "\u{10000}"),
      ([0xED, 0xAF, 0xBF, 0xED, 0xBF, 0xBF], "\u{10FFFF}"), ([0xED, 0xA0, 0xBD], nil),
      ([0xED, 0xB8, 0x80, 0xED, 0xA0, 0xBD], nil),
      ([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0xFF], nil),
    ] as [([UInt8], String?)])
  func `halves of a code point as Taskwarrior writes them are put together`(
    _ octets: [UInt8], _ title: String?
  ) {
    let file = Array("[{\"description\":\"a".utf8) + octets + Array("\"}]".utf8)
    let imported = try? Imported(file, name: "export")
    #expect(imported?.lists.first?.items.first?.title.value == title.map { "a\($0)" })
  }

  @Test func `depth is limited`() {
    let deep = String(repeating: "[", count: 65)
    #expect(throws: ImportError(.tooDeep, line: 1, column: 65)) {
      try Imported(Array(deep.utf8), name: "x.json")
    }
  }
}
