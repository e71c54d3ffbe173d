import Foundation
import Testing

extension BrowserTests {
  /// Files that go in, the access token, and pages that only show.
  struct FileTests {
    @Test(arguments: Scripts.allCases)
    func `a file is shown before it comes, comes in one step, and goes again with one`(
      scripts: Scripts
    ) async throws {
      try await visit(scripts) { page in
        try await page.click("footer a[href='/import']")
        try await page.expectText("h1", "Import and export")
        try await page.choose("# Garden\n\n- [ ] Rake\n- [x] Sow\n", as: "garden.md")
        try await page.expectText("#preview-h", "2 items would come")
        #expect(try await page.texts("#preview-h ~ div li") == ["Rake", "Sow"])
        try await page.click("section .main")
        try await page.expectLists(["To do", "Garden"])
        try await page.click("#side li:nth-child(2) a[href^='/lists/']")
        try await page.expectTitles(["Rake", "Sow"])
        try await page.click("#undo")
        try await page.expectLists(["To do"])
        try await page.click("#redo")
        try await page.expectLists(["To do", "Garden"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a file that makes no sense is refused, and what is wrong with it is said`(
      scripts: Scripts
    ) async throws {
      try await visit(scripts) { page in
        try await page.open("/import")
        try await page.choose("{\"modosu\":", as: "broken.json")
        try await page.expectText("[role=alert] h2", "The file cannot be read")
        try await page.click("[role=alert] a")
        try await page.expectFocus("file")
        try await page.expectLists(["To do"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a long import is followed to its end by a page of its own`(scripts: Scripts) async throws
    {
      try await visit(scripts) { page in
        try await page.open("/import")
        try await page.choose(
          "# Many\n" + (1...12_000).map { "- [ ] Item \($0)\n" }.joined(), as: "many.md")
        try await page.expectText("#preview-h", "12,000 items would come")
        try await page.click("section .main")
        try await expect("Putting the items in their places") {
          try await page.browser.find("progress").label()
        }
        try await page.expectNote("Imported 12,000 items")
        try await page.expectLists(["To do", "Many"])
        try await page.click("#undo")
        try await page.expectLists(["To do"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `what the disk has no room for is refused, and can be sent again`(scripts: Scripts)
      async throws
    {
      let long = String(repeating: "A long story. ", count: 300)
      try await visit(scripts, room: 8) { page in
        try await page.add("Milk")
        try await page.openItem("Milk")
        try await page.browser.find("#detail").type(long)
        try await page.click("#edit .actions button[value=update]")
        try await page.expectText("[role=alert] h1", "It could not be saved")
        try await page.expectFocus("problem")
        #expect(try await page.browser.find("#kept-detail").value() == long)
        // What there is room for can be saved.
        try await page.browser.find("#kept-detail").retype("A short one")
        try await page.click("#kept-h ~ form .main")
        try await page.expectTitles(["Milk"])
        try await page.openItem("Milk")
        #expect(try await page.browser.find("#detail").value() == "A short one")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `the statistics count what was done, for as many days as are chosen`(scripts: Scripts)
      async throws
    {
      try await visit(scripts) { page in
        try await page.add("A", "B")
        try await page.press(.done, on: "A")
        try await page.expectNote("Marked “A” as done")
        try await page.click("a[href='/history']")
        try await page.click("a[href='/stats']")
        try await page.expectText("figcaption", "1 item marked done in these days")
        for days in [7, 365] {
          try await page.click("a[href='/stats?days=\(days)']")
          try await expect(days) { try await page.texts(".rework tbody tr").count }
          #expect(
            try await page.texts(".rework tbody tr:first-child :is(th, td)") == ["Today", "1", "1"])
        }
      }
    }

    @Test(arguments: Scripts.allCases)
    func `who has the access token comes where they wanted to go`(scripts: Scripts) async throws {
      let token = "0123456789abcdef"
      try await visit(scripts, token: token) { page in
        try await page.open("/history")
        try await page.expectText("h1", "Sign in")
        try await page.expectFocus("token")
        #expect(try await page.browser.find("#token").label() == "Access token")
        try await page.browser.find("#token").type("not the right one")
        try await page.browser.press(.enter)
        try await page.expectText("[role=alert]", "That is not the token. Nothing was opened.")
        // It waits for timers, which a page without scripts does not have.
        if scripts == .on, let axe = Equipment.axe {
          try await page.browser.evaluate(axe)
          for isDark in [false, true] {
            try await page.browser.setColors(dark: isDark)
            #expect(try await page.violations() == [])
          }
        }
        try await page.browser.find("#token").type(token)
        try await page.browser.press(.enter)
        try await page.expectText("h1", "History")
        try await page.open()
        try await page.add("A")
      }
    }
  }
}

extension Page {
  /// Sends a file with the form for files.
  func choose(_ text: String, as name: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "\(UUID().uuidString)-\(name)")
    try text.write(to: file, atomically: true, encoding: .utf8)
    try await browser.find("#file").type(file.path(percentEncoded: false))
    try await click("form[enctype] .main")
    try await expect(false) { try await browser.find("#file").value().hasSuffix(name) }
    try FileManager.default.removeItem(at: file)
  }
}
