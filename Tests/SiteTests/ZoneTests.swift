import Foundation
import HTTP
import Site
import Testing
import Todo

/// Offsets of time zones, read from files and from rules.
struct ZoneTests {
  /// Rules for the time to come, with points in time around what they say, in UTC.
  @Test(arguments: [
    // Berlin: the hour from 2 to 3 is missing in March, and comes twice in October.
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2030-03-31T00:59:59Z", 1.0),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2030-03-31T01:00:00Z", 2),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2030-10-27T00:59:59Z", 2),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2030-10-27T01:00:00Z", 1),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "9999-07-01T00:00:00Z", 2),
    // New York, whose summer begins on the second Sunday, not the last.
    ("EST5EDT,M3.2.0,M11.1.0", "2027-03-14T06:59:59Z", -5),
    ("EST5EDT,M3.2.0,M11.1.0", "2027-03-14T07:00:00Z", -4),
    ("EST5EDT,M3.2.0,M11.1.0", "2027-11-07T05:59:59Z", -4),
    ("EST5EDT,M3.2.0,M11.1.0", "2027-11-07T06:00:00Z", -5),
    // Sydney: summer is at the turn of the year.
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2031-01-01T00:00:00Z", 11),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2031-04-05T15:59:59Z", 11),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2031-04-05T16:00:00Z", 10),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2031-10-04T16:00:00Z", 11),
    // Lord Howe: half an hour.
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2031-01-01T00:00:00Z", 11),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2031-06-01T00:00:00Z", 10.5),
    // Dublin: standard time in summer, and an hour less in winter.
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2030-01-01T00:00:00Z", 0),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2030-07-01T00:00:00Z", 1),
    // Nuuk: on the Saturday before the last Sunday.
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T00:59:59Z", -2),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T01:00:00Z", -1),
    // Gaza: on the Saturday after the fourth Thursday.
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2031-03-29T00:00:00Z", 3),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2031-03-28T23:59:59Z", 2),
    // Days counted without and with 29 February, in a year that has one.
    ("XXX0YYY,J60/0,J61/0", "2028-03-01T00:00:00Z", 1),
    ("XXX0YYY,J60/0,J61/0", "2028-02-29T23:59:59Z", 0),
    ("XXX0YYY,59/0,60/0", "2028-02-29T00:00:00Z", 1),
    ("XXX0YYY,59/0,60/0", "2027-03-01T00:00:00Z", 1),
    // Summer all year: each ends when the next begins.
    ("XXX3EDT4,0/0,J365/23", "2027-12-31T23:30:00Z", -4),
    ("XXX3EDT4,0/0,J365/23", "2028-01-01T04:00:00Z", -4),
    ("JST-9", "1900-01-01T00:00:00Z", 9),
    ("<-0330>+3:30:15", "2030-01-01T00:00:00Z", -3.5 - 15 / 3_600.0),
  ])
  func `a rule says how far ahead clocks are`(rule: String, time: String, hours: Double) throws {
    let zone = try #require(ZoneData(file(rule: rule)))
    #expect(zone.offset(at: try moment(time)) == Int((hours * 3_600).rounded()))
  }

  @Test(arguments: [
    ("1969-12-31T23:59:49Z", 100), ("1969-12-31T23:59:50Z", 200), ("1970-01-01T00:00:19Z", 200),
    ("1970-01-01T00:00:20Z", -300), ("1970-01-01T00:00:29Z", -300), ("1970-01-01T00:00:30Z", 3_600),
  ])
  func `before the rule holds what the file lists`(time: String, offset: Int) throws {
    let bytes = file(
      starts: [-10, 20, 30], kinds: [1, 2, 0], offsets: [100, 200, -300], rule: "CET-1")
    #expect(try #require(ZoneData(bytes)).offset(at: try moment(time)) == offset)
  }

  @Test func `without a rule the last offset stays`() throws {
    let bytes = file(starts: [10], kinds: [1], offsets: [100, 200], rule: "")
    #expect(try #require(ZoneData(bytes)).offset(at: try moment("2500-01-01T00:00:00Z")) == 200)
    let constant = file(starts: [], kinds: [], offsets: [-7_200], rule: "")
    #expect(
      try #require(ZoneData(constant)).offset(at: try moment("2500-01-01T00:00:00Z")) == -7_200)
  }

  @Test(arguments: [Int64.min, -1, 0, Int64.max])
  func `any point in time has an offset`(milliseconds: Int64) throws {
    let zone = try #require(ZoneData(file(rule: "CET-1CEST,M3.5.0,M10.5.0/3")))
    #expect([3_600, 7_200].contains(zone.offset(at: Timestamp(milliseconds: milliseconds))))
  }

  @Test func `a file that is cut short anywhere is none`() {
    let whole = file(
      starts: [-10, 20], kinds: [1, 0], offsets: [100, 200], rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(ZoneData(whole) != nil)
    for count in whole.indices { #expect(ZoneData(Array(whole.prefix(count))) == nil) }
  }

  @Test func `a file with any byte changed is read without harm`() {
    let whole = file(starts: [-10, 20], kinds: [1, 0], offsets: [100, 200], rule: "CET-1CEST")
    for index in whole.indices {
      for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[index] = byte
        _ = ZoneData(bytes)?.offset(at: Timestamp(milliseconds: 1_700_000_000_000))
      }
    }
  }

  @Test(arguments: [
    "CET", "CET-", "C1", "CET-25", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1", "CET-1CEST,366,1",
    "CET-1CEST,M3.5.0/168,M10.5.0", "<CET-1", "CET-1CEST,M3.5.0,M10.5.0 ", "CET-1:60",
  ])
  func `what is no rule makes the file none`(rule: String) {
    #expect(ZoneData(file(rule: rule)) == nil)
  }

  @Test func `kinds that are not there, times out of order and leap seconds are refused`() {
    #expect(ZoneData(file(starts: [1], kinds: [2], offsets: [0, 1], rule: "UTC0")) == nil)
    #expect(ZoneData(file(starts: [2, 1], kinds: [0, 1], offsets: [0, 1], rule: "UTC0")) == nil)
    #expect(ZoneData(file(starts: [], kinds: [], offsets: [90_000 * 2], rule: "UTC0")) == nil)
    #expect(ZoneData(file(starts: [], kinds: [], offsets: [0], rule: "UTC0", leaps: 1)) == nil)
  }

  @Test(
    arguments: ["UTC", "Asia/Tokyo", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "Etc/GMT-14"])
  func `names of the database are taken`(name: String) {
    #expect(ZoneName(name)?.text == name)
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "../x", "Asia/../x", "Asia//Tokyo", "Asia/", ".", "Asia/Tokyo\0", "a b",
    "Asia/Tōkyō", "a/b/c/d", "-x", "Asia\\Tokyo", "zone.tab", String(repeating: "a", count: 65),
  ])
  func `what could be another path is not taken for a name`(name: String) {
    #expect(ZoneName(name) == nil)
  }

  @Test(arguments: ["Asia", "Nowhere/Else", "leapseconds", "right/Europe/Berlin"])
  func `what is no zone of the database has no data`(name: String) throws {
    let name = try #require(ZoneName(name))
    #expect(Zones().zone(name) == nil)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Asia/Tokyo")),
    arguments: [
      ("Europe/Berlin", "1900-01-01T00:00:00Z", 3_600),
      ("Asia/Tokyo", "2026-11-30T00:00:00Z", 32_400),
      ("Asia/Kathmandu", "2026-11-30T00:00:00Z", 20_700),
      ("America/St_Johns", "2026-07-01T00:00:00Z", -9_000),
      ("Australia/Sydney", "2300-01-01T00:00:00Z", 39_600),
      ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000),
      ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400),
    ])
  func `the system's database is read`(name: String, time: String, offset: Int) throws {
    let name = try #require(ZoneName(name))
    let zone = try #require(Zones().zone(name))
    #expect(zone.offset(at: try moment(time)) == offset)
  }

  @Test func `times are those of the zone that the browser names`() throws {
    let site = try TestSite()
    let person = Person(site)
    let id = try person.add("A")
    let page = "/items/\(id)"
    func created(_ zone: String?) -> String? {
      var fields = FieldSection()
      if let zone { fields.append("Cookie", "modosu_zone_8080=\(zone)") }
      let html = String(
        decoding: person.send(.get, page, fields: fields).body.octets, as: UTF8.self)
      return html.firstMatch(of: /datetime="[^"]*?(Z|[+-]\d\d:\d\d)"/).map { String($0.output.1) }
    }
    let own = created(nil)
    #expect(created("Asia/Tokyo") == "+09:00")
    #expect(created("America/Phoenix") == "-07:00")
    // Twice, since pages are kept; and what is no zone is the server's.
    #expect(created("Asia/Tokyo") == "+09:00")
    #expect(created("../Asia/Tokyo") == own)
    #expect(created("Nowhere/Else") == own)
  }

  private func moment(_ text: String) throws -> Timestamp {
    Timestamp(
      milliseconds: Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970) * 1_000)
  }
}

/// A TZif file of version 2 whose part for old readers is empty.
private func file(
  starts: [Int] = [], kinds: [UInt8] = [], offsets: [Int] = [0], rule: String, leaps: Int = 0
) -> [UInt8] {
  func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
  func header(_ counts: [Int]) -> [UInt8] {
    Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { number($0, 4) }
  }
  // One unused kind of 6 bytes and one letter.
  let old = header([0, 0, 0, 0, 1, 1]) + [UInt8](repeating: 0, count: 7)
  let data =
    starts.flatMap { number($0, 8) } + kinds + offsets.flatMap { number($0, 4) + [0, 0] }
    + [UInt8](repeating: 0, count: 4 + leaps * 12)
  return old + header([0, 0, leaps, starts.count, offsets.count, 4]) + data
    + Array("\n\(rule)\n".utf8)
}
