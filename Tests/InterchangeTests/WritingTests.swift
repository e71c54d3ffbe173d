import Interchange
import Testing
import Todo

@Suite struct WritingTests {
  @Test func `each format says all that it can of an item`() {
    let selection = selection(
      "Home", item("Milk", detail: "Two\nbottles", favorite: true, count: 2),
      item("Bread", done: true, ordinal: 2),
      item("Salt", done: true, completed: Timestamp(milliseconds: 1_782_984_600_250), ordinal: 3))
    #expect(
      text(.json, selection) == """
        {"format":"modosu","version":1,"title":"Home","lists":[
        {"id":"aaaabbbb-cccc-4ddd-8eee-ffff00000001","name":"Home",\
        "created":"2026-07-01T09:30:00.125Z","items":[
        {"id":"11112222-3333-4444-8555-666677770001","title":"Milk","detail":"Two\\nbottles",\
        "favorite":true,"done":false,"completed":null,"count":2,\
        "created":"2026-07-01T09:30:00.125Z","ordinal":1},
        {"id":"11112222-3333-4444-8555-666677770002","title":"Bread","detail":"",\
        "favorite":false,"done":true,"completed":null,"count":0,\
        "created":"2026-07-01T09:30:00.125Z","ordinal":2},
        {"id":"11112222-3333-4444-8555-666677770003","title":"Salt","detail":"",\
        "favorite":false,"done":true,"completed":"2026-07-02T09:30:00.250Z","count":0,\
        "created":"2026-07-01T09:30:00.125Z","ordinal":3}
        ]}
        ]}

        """)
    #expect(
      text(.markdown, selection) == """
        # Home

        - [ ] Milk <!-- favorite, count 2 -->

          Two\\
          bottles
        - [x] Bread
        - [x] Salt

        """)
    #expect(
      text(.todoTxt, selection) == """
        (A) 2026-07-01 Milk +Home count:2 note:Two%0Abottles
        x Bread +Home created:2026-07-01
        x 2026-07-02 2026-07-01 Salt +Home

        """)
    #expect(
      text(.csv, selection).split(separator: "\r\n") == [
        "id,list,title,detail,done,favorite,count,created,completed",
        "11112222-3333-4444-8555-666677770001,Home,Milk,\"Two\nbottles\",false,true,2,"
          + "2026-07-01T09:30:00.125Z,",
        "11112222-3333-4444-8555-666677770002,Home,Bread,,true,false,0,2026-07-01T09:30:00.125Z,",
        "11112222-3333-4444-8555-666677770003,Home,Salt,,true,false,0,2026-07-01T09:30:00.125Z,"
          + "2026-07-02T09:30:00.250Z",
      ])
    #expect(
      text(.iCalendar, selection).split(separator: "\r\n") == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Modosu//Modosu 1//EN", "X-WR-CALNAME:Home",
        "BEGIN:VTODO", "UID:11112222-3333-4444-8555-666677770001", "DTSTAMP:20260701T093000Z",
        "CREATED:20260701T093000Z", "SUMMARY:Milk", "DESCRIPTION:Two\\nbottles",
        "CATEGORIES:Home", "STATUS:NEEDS-ACTION", "PRIORITY:1", "X-MODOSU-COUNT:2", "END:VTODO",
        "BEGIN:VTODO", "UID:11112222-3333-4444-8555-666677770002", "DTSTAMP:20260701T093000Z",
        "CREATED:20260701T093000Z", "SUMMARY:Bread", "CATEGORIES:Home", "STATUS:COMPLETED",
        "PERCENT-COMPLETE:100", "END:VTODO",
        "BEGIN:VTODO", "UID:11112222-3333-4444-8555-666677770003", "DTSTAMP:20260702T093000Z",
        "CREATED:20260701T093000Z", "SUMMARY:Salt", "CATEGORIES:Home", "STATUS:COMPLETED",
        "PERCENT-COMPLETE:100", "COMPLETED:20260702T093000Z", "END:VTODO", "END:VCALENDAR",
      ])
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("'=1", "''=1"), ("'x", "'x"),
    ("＝1", "'＝1"), ("a=1", "a=1"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\tb", "\"a\tb\""),
    ("=\"x\",1", "\"'=\"\"x\"\",1\""),
  ])
  func `no cell is a formula, and each is quoted if it must be`(_ title: String, _ cell: String) {
    let written = text(.csv, selection("L", item(title)))
    #expect(
      written
        == "id,list,title,detail,done,favorite,count,created,completed\r\n"
        + "11112222-3333-4444-8555-666677770001,L,\(cell),,false,false,0,"
        + "2026-07-01T09:30:00.125Z,\r\n")
  }

  @Test(arguments: ["a", "é", "買", "👩‍👩‍👧", "\\", ","])
  func `no line of a calendar has more than 75 octets, and each is UTF-8`(_ unit: String) {
    for length in 60...90 {
      let long = String(repeating: unit, count: length)
      let bytes = Format.iCalendar.write(selection("L", item(long, detail: long)))
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        #expect(line.last == UInt8(ascii: "\r"))
        #expect(line.count <= 76)
        #expect(String(validating: line, as: UTF8.self) != nil)
      }
    }
  }

  @Test(arguments: [
    ("x y", "2026-07-01 x y +L"), ("(A) y", "2026-07-01 (A) y +L"), ("a:b", "2026-07-01 a:b +L"),
    ("2026-01-02 y", "2026-07-01 2026-01-02 y +L"), ("+p @c", "2026-07-01 +p @c +L"),
    ("count:3", "2026-07-01 count:3 +L"),
    ("pri:A", "2026-07-01 pri:A +L"),
    ("a\u{2028}b", "2026-07-01 a b +L title:a%E2%80%A8b"),
  ])
  func `a todo.txt line says a title once more only where it would be misread`(
    _ title: String, _ line: String
  ) {
    #expect(text(.todoTxt, selection("L", item(title))) == line + "\n")
  }

  @Test func `the schema is JSON and names every property`() throws {
    let schema = try JSONValue(Array(Schema.text.utf8))
    for property in Item.properties {
      #expect(schema["$defs"]?["item"]?["properties"]?[property.name] != nil)
    }
  }
}
