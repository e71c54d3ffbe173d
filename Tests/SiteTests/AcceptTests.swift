import HTTP
import Interchange
import Site
import Testing

struct AcceptTests {
  @Test(
    arguments: [
      (nil, nil), ("*/*", nil), ("", nil),
      ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", nil),
      ("text/html, application/json", nil), ("text/html;q=0.5, application/json", .json),
      ("application/json", .json), ("Application/JSON; charset=utf-8", .json),
      ("application/json;q=0", nil), ("application/problem+json", .json),
      ("text/csv, */*", .csv), ("text/csv;q=0.1, text/calendar;q=0.9", .iCalendar),
      ("text/markdown", .markdown), ("text/plain", .todoTxt), ("text/*", nil), ("image/png", nil),
    ] as [(String?, Format?)])
  func `a file is written only for who likes it better than a page`(
    accept: String?, format: Format?
  ) {
    var fields = FieldSection()
    if let accept { fields.append("Accept", accept) }
    #expect(fields.preferredFormat == format)
  }
}
