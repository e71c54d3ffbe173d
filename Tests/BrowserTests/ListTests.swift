import Testing

extension BrowserTests {
  /// What a person can do with lists.
  struct ListTests {
    @Test(arguments: Scripts.allCases)
    func `a list is made, renamed, moved, deleted and brought back`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.makeList("Shopping")
        try await page.expectText("h1", "Shopping")
        try await page.add("Milk")
        try await page.expectLists(["To do", "Shopping"])
        try await page.click("a[href$='/edit']")
        try await page.expectText("h1", "Edit list")
        try await page.browser.find("#name").retype("Groceries")
        try await page.browser.press(.enter)
        try await page.expectText("h1", "Groceries")
        try await page.click("a[href$='/edit']")
        try await page.expectText("h1", "Edit list")
        try await page.click("#move-up")
        try await page.expectLists(["Groceries", "To do"])
        try await page.click("button[value=delete]")
        try await page.expectLists(["To do"])
        try await page.expectText("h1", "To do")
        try await page.click("#undo")
        try await page.expectLists(["Groceries", "To do"])
        try await page.click("#side a[href^='/lists/']")
        try await page.expectTitles(["Milk"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a list without a name gets one, the last list stays`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.click("a[href$='/edit']")
        try await page.expectText("h1", "Edit list")
        #expect(try await !page.browser.find("button[value=delete]").isEnabled())
        try await page.makeList("")
        try await expect(2) { try await page.lists().count }
        #expect(try await page.lists()[1].split(separator: " ").count == 2)
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a filtered list moves and clears what it shows`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("A", "B", "C", "D")
        try await page.press(.done, on: "B")
        try await page.expectNote("Marked “B” as done")
        try await page.click(".chips a[href*='show=open']")
        try await page.expectTitles(["A", "C", "D"])
        try await page.press(.up, on: "C")
        try await page.expectTitles(["C", "A", "D"])
        try await page.press(.done, on: "A")
        try await page.expectTitles(["C", "D"])
        try await page.click(".chips a:not([href*='show='])")
        try await page.expectTitles(["C", "A", "B", "D"])
        try await page.click("button[value=clear-done]")
        try await page.expectTitles(["C", "D"])
        try await page.click("#undo")
        try await page.expectTitles(["C", "A", "B", "D"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `an item goes to another list by its own page`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.makeList("Shopping")
        try await page.click("#side a[href^='/lists/']")
        try await page.expectText("h1", "To do")
        try await page.add("Milk")
        try await page.openItem("Milk")
        try await page.browser.find("#list").type("Shopping")
        try await page.click("#edit .actions button[value=update]")
        try await page.expectNote("Moved “Milk” to “Shopping”")
        try await page.click("#side li:nth-child(2) a[href^='/lists/']")
        try await page.expectTitles(["Milk"])
        try await page.click("#undo")
        try await page.expectTitles([])
      }
    }
  }
}

extension Page {
  /// Uses the form beside the lists, and waits for the new list's page.
  func makeList(_ name: String) async throws {
    let before = try await lists().count
    try await click("#new-list summary")
    try await browser.find("#new-name").type(name)
    try await browser.press(.enter)
    try await expect(before + 1) { try await lists().count }
  }

  func lists() async throws -> [String] { try await texts("#side a[href^='/lists/'] [dir]") }

  func expectLists(
    _ names: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(names, sourceLocation: sourceLocation) { try await lists() }
  }

  /// The id of the row that holds the focus.
  func focusedRow() async throws -> String? {
    try await browser.evaluate("return document.activeElement.closest('.item')?.id").string
  }
}
