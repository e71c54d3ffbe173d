import Foundation
import Testing

extension BrowserTests {
  /// Times where the browser is somewhere else than the server.
  struct ZoneTests {
    @Test(arguments: [
      ("Pacific/Auckland", 12, 13), ("Asia/Kathmandu", 5, 5), ("America/Phoenix", -7, -7),
    ])
    func `times are those of where the browser is`(zone: String, winter: Int, summer: Int)
      async throws
    {
      try await visit(.on) { page in
        try await page.browser.setTimeZone(zone)
        try await page.open()
        let before = try await page.clock()
        try await page.click("#add")
        try await expect(1) { try await page.titleList().count }
        let after = try await page.clock()
        let title = try await page.titleList()[0]
        #expect([before, after].contains { title.hasSuffix($0) }, "\(title) at \(before)")
        try await page.openItem(title)
        let offset = try await page.browser.evaluate(
          "return parseInt(document.querySelector('time').getAttribute('datetime').slice(19))")
        #expect([winter, summer].contains(Int(offset.number ?? .nan)))
        try await page.open("/history")
        let clock = try await page.text(".log time") ?? ""
        #expect([before, after].contains(clock))
        try await page.open("/stats?days=7")
        // “Today” is the day there.
        try await page.expectText(".rework tbody tr:first-child td:last-child", "1")
      }
    }

    @Test func `without scripts times are the server's`() async throws {
      try await visit(.off) { page in
        try await page.browser.setTimeZone("Pacific/Auckland")
        try await page.open()
        try await page.add("A")
        try await page.openItem("A")
        let text = try await page.browser.find("time").attribute("datetime") ?? ""
        let time = try Date(text, strategy: .iso8601)
        #expect(abs(time.timeIntervalSinceNow) < 600)
        let offset = TimeZone.current.secondsFromGMT(for: time)
        #expect(offset == 0 ? text.hasSuffix("Z") : !text.hasSuffix("Z"))
      }
    }
  }
}

extension Page {
  /// The time of day as the browser's clock shows it.
  fileprivate func clock() async throws -> String {
    try await browser.evaluate(
      "return new Date().toLocaleTimeString('en-GB', {hour: '2-digit', minute: '2-digit'})"
    ).string ?? ""
  }
}
