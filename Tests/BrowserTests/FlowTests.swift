import Testing

extension BrowserTests {
  struct FlowTests {
    @Test(arguments: Scripts.allCases)
    func `an item is added, and the field is ready for the next one`(scripts: Scripts) async throws
    {
      try await visit(scripts) { page in
        try await page.add("Milk", "Bread")
        try await page.expectTitles(["Milk", "Bread"])
        try await page.expectNote("Added “Bread”")
        try await page.expectFocus("new")
        #expect(try await page.browser.find("#undo").label() == "Undo add “Bread”")
        #expect(try await page.browser.find("#undo").role() == "button")
        #expect(try await page.browser.title() == "To do – Added “Bread” – Modosu")
      }
    }
  }
}
