import Testing

extension BrowserTests {
  /// What is rarer than adding and ticking off, with scripts and without.
  struct MoreFlowTests {
    @Test(arguments: Scripts.allCases)
    func `a list is sorted by title and by age, and keeps its own order`(scripts: Scripts)
      async throws
    {
      try await visit(scripts) { page in
        try await page.add("b", "C", "a")
        try await page.click("#arrange summary")
        try await page.click("#arrange a[href*='sort=title']")
        try await page.expectTitles(["a", "b", "C"])
        #expect(try await !page.isShown(".item [value=up]"))
        try await page.click("#arrange a[href*='sort=created']")
        try await page.expectTitles(["a", "C", "b"])
        try await page.press(.done, on: "C")
        try await page.expectNote("Marked “C” as done")
        try await page.expectTitles(["a", "C", "b"])
        try await page.click("#arrange a:not([href*='sort='])")
        try await page.expectTitles(["b", "C", "a"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a list shows what has a text in it, as a bookmark does`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("Oat milk", "Bread", "Milk")
        try await page.click("#arrange summary")
        try await page.browser.find("#filter").type("MILK")
        try await page.browser.press(.enter)
        try await page.expectTitles(["Oat milk", "Milk"])
        try await page.press(.up, on: "Milk")
        try await page.expectTitles(["Milk", "Oat milk"])
        let bookmark = try await page.browser.evaluate("return location.pathname + location.search")
        try await page.browser.find("#filter").retype("zebra")
        try await page.browser.press(.enter)
        try await page.expectText(".quiet h2", "Nothing here matches")
        try await page.click(".quiet a")
        try await page.expectTitles(["Milk", "Oat milk", "Bread"])
        try await page.open(try #require(bookmark.string))
        try await page.expectTitles(["Milk", "Oat milk"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `an item goes to the top and to the end by its own page, and is deleted there`(
      scripts: Scripts
    ) async throws {
      try await visit(scripts) { page in
        try await page.add("A", "B", "C")
        try await page.openItem("B")
        try await page.click("#move-top")
        try await page.expectNote("Moved “B” to the top, now 1 of 3")
        try await expect(false) { try await page.browser.find("#move-top").isEnabled() }
        try await page.click("#move-bottom")
        try await page.expectNote("Moved “B” to the bottom, now 3 of 3")
        try await page.click(".also [value=delete]")
        try await page.expectTitles(["A", "C"])
        try await page.click("#undo")
        try await page.expectTitles(["A", "C", "B"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `more than a hundred items are leafed through`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        for number in 1...101 { try page.post("/items", "title=Item+\(number)") }
        try await page.open()
        try await expect(100) { try await page.titleList().count }
        try await page.click("a[rel=next]")
        try await page.expectTitles(["Item 101"])
        try await page.press(.up, on: "Item 101")
        try await page.expectNote("Moved “Item 101” up, now 100 of 101")
        try await page.expectTitles(["Item 100"])
        try await page.click("a[rel=prev]")
        try await expect("Item 101") { try await page.titleList().last }
        // What is added stands on the last page, and the note says so with a link.
        try await page.browser.find("#new").type("Last")
        try await page.browser.press(.enter)
        try await page.expectNote("Added “Last”")
        try await page.click(".see")
        try await page.expectText("h1", "Last")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `what was typed for a deleted item can become a new one`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("A")
        let id = try await page.id(of: "A")
        try await page.openItem("A")
        try await page.browser.find("#title").retype("A better title")
        try await page.browser.find("#detail").type("and a thought")
        try page.post("/items/\(id)", "do=delete")
        try await page.click("#edit .actions button[value=update]")
        try await page.expectText("h1", "This item was deleted")
        #expect(try await page.browser.find("#kept-detail").value() == "and a thought")
        try await page.click("#kept-h ~ form .main")
        try await page.expectTitles(["A better title"])
        try await page.openItem("A better title")
        #expect(try await page.browser.find("#detail").value() == "and a thought")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a deleted list comes back from its bookmark and from among the deleted`(
      scripts: Scripts
    ) async throws {
      try await visit(scripts) { page in
        try await page.makeList("Garden")
        try await page.expectText("h1", "Garden")
        try await page.add("Rake")
        let bookmark = try #require(try await page.listID())
        for isBookmark in [true, false] {
          try await page.open("/lists/\(bookmark)/edit")
          try await page.click("[value=delete]")
          try await page.expectLists(["To do"])
          try await page.open(isBookmark ? "/lists/\(bookmark)" : "/deleted")
          try await page.click("[value=restore]")
          try await page.expectLists(["To do", "Garden"])
          try await page.open("/lists/\(bookmark)")
          try await page.expectTitles(["Rake"])
        }
      }
    }

    @Test(arguments: Scripts.allCases)
    func `what an undo would overwrite can be looked at first`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        let id = try await page.undoRenameThatAnotherRenamed()
        try await page.expectText("h1", "Skip this step?")
        #expect(try await page.texts(".versus mark") == ["b", "c"])
        try await page.click("form.actions a[href='/items/\(id)']")
        try await page.expectText("h1", "c")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `versions of an item can be put together by hand`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.renameWhatAnotherRenamed()
        try await page.click("#rework summary")
        try await page.browser.find("#title").retype("Oat and soy milk")
        try await page.click("#rework .main")
        try await page.expectTitles(["Oat and soy milk"])
      }
    }
  }
}
