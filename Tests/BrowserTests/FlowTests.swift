import Testing

extension BrowserTests {
  /// Each thing that a person can do with items, with scripts and without.
  struct FlowTests {
    @Test(arguments: Scripts.allCases)
    func `an item is added, and the field is ready for the next one`(scripts: Scripts) async throws
    {
      try await visit(scripts) { page in
        try await page.add("Milk", "Bread")
        try await page.expectTitles(["Milk", "Bread"])
        try await page.expectNote("Added “Bread”")
        try await page.expectFocus("new")
        #expect(try await page.browser.find("#new").value() == "")
        #expect(try await page.browser.find("#undo").label() == "Undo add “Bread”")
        #expect(try await page.browser.find("#undo").role() == "button")
        #expect(try await page.browser.title() == "To do – Added “Bread” – Modosu")
        try await page.expectText("#item-count", "2 open, 0 done, total 2")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `an item is marked done and open again with one button`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("Milk", "Bread")
        let id = try await page.id(of: "Milk")
        try await page.press(.done, on: "Milk")
        try await page.expectNote("Marked “Milk” as done")
        try await page.expectFocus("done-\(id)")
        let button = try await page.browser.focused()
        #expect(try await button.label() == "Done Milk")
        #expect(try await button.attribute("aria-pressed") == "true")
        try await page.browser.press(.enter)
        try await page.expectNote("Marked “Milk” as open")
        try await page.expectFocus("done-\(id)")
        #expect(try await page.browser.focused().attribute("aria-pressed") == "false")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `an item becomes a favourite and is found among them`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("Milk", "Bread")
        let id = try await page.id(of: "Bread")
        try await page.press(.favorite, on: "Bread")
        try await page.expectNote("Made “Bread” a favourite")
        try await page.expectFocus("star-\(id)")
        try await page.click("a[href='/favorites']")
        try await page.expectText("h1", "Favourites")
        try await page.expectTitles(["Bread"])
        try await page.press(.unfavorite, on: "Bread")
        try await page.expectNote("Made “Bread” no favourite")
        try await page.expectTitles([])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `every field of an item is edited in one step`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("Milk", "Bread")
        let id = try await page.id(of: "Milk")
        try await page.openItem("Milk")
        let browser = page.browser
        #expect(try await browser.find("#title").label() == "Title")
        #expect(try await browser.find("#detail").label() == "Detail")
        #expect(try await browser.find("#count").label() == "Count")
        #expect(try await browser.find("#list").label() == "List")
        try await browser.find("#title").retype("Oat milk")
        try await browser.find("#detail").retype("two\nlines")
        try await browser.find("#count").retype("3")
        try await page.click("#favorite")
        try await page.click("#edit .actions button[value=update]")
        try await page.expectTitles(["Oat milk", "Bread"])
        try await page.expectFocus("link-\(id)")
        try await page.openItem("Oat milk")
        #expect(try await browser.find("#detail").value() == "two\nlines")
        #expect(try await browser.find("#count").value() == "3")
        #expect(try await browser.find("#favorite").isSelected())
        try await page.click("#undo")
        try await page.expectText("h1", "Milk")
        #expect(try await browser.find("#detail").value() == "")
        #expect(try await browser.find("#count").value() == "0")
        #expect(try await !browser.find("#favorite").isSelected())
      }
    }

    @Test(arguments: Scripts.allCases)
    func `Enter in a field of an item means Update`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("Milk")
        try await page.openItem("Milk")
        try await page.browser.find("#count").retype("4")
        try await page.browser.press(.enter)
        try await page.expectTitles(["Milk"])
        try await page.expectNote("Changed the count of “Milk” to 4")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `Cancel leaves everything as it was`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("Milk")
        let id = try await page.id(of: "Milk")
        try await page.openItem("Milk")
        try await page.browser.find("#title").retype("Cheese")
        try await page.click("#edit button[value=cancel]")
        try await page.expectNote("Cancelled: nothing was changed")
        try await page.expectTitles(["Milk"])
        try await page.expectFocus("link-\(id)")
        #expect(try await page.browser.find("#undo").label() == "Undo add “Milk”")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `the steps of the count keep what was typed, and the focus`(scripts: Scripts) async throws
    {
      try await visit(scripts) { page in
        try await page.add("Milk")
        try await page.openItem("Milk")
        try await page.browser.find("#detail").type("half a thought")
        try await page.click("#count-plus-2")
        try await expect("2") { try await page.browser.find("#count").value() }
        #expect(try await page.browser.find("#detail").value() == "half a thought")
        try await page.click("#count-minus-1")
        try await expect("1") { try await page.browser.find("#count").value() }
        #expect(try await ["count", "count-minus-1"].contains(page.focus()))
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a blank title is refused, and everything typed is still there`(scripts: Scripts)
      async throws
    {
      try await visit(scripts) { page in
        try await page.add("Milk")
        try await page.openItem("Milk")
        try await page.browser.find("#title").retype("  ")
        try await page.browser.find("#detail").type("kept")
        try await page.click("#edit .actions button[value=update]")
        try await page.expectText("[role=alert] h2", "Nothing was saved yet")
        try await page.expectFocus("problem")
        let title = try await page.browser.find("#title")
        #expect(try await title.value() == "  ")
        #expect(try await title.attribute("aria-invalid") == "true")
        #expect(try await page.browser.find("#detail").value() == "kept")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `deleting puts the focus on the next item, undo brings all back`(scripts: Scripts)
      async throws
    {
      try await visit(scripts) { page in
        try await page.add("A", "B", "C")
        let (a, c) = (try await page.id(of: "A"), try await page.id(of: "C"))
        try await page.press(.delete, on: "B")
        try await page.expectTitles(["A", "C"])
        try await page.expectNote("Deleted “B”")
        try await page.expectFocus("link-\(c)")
        try await page.press(.delete, on: "C")
        try await page.expectTitles(["A"])
        try await page.expectFocus("link-\(a)")
        try await page.press(.delete, on: "A")
        try await page.expectTitles([])
        try await page.expectFocus("new")
        for titles in [["A"], ["A", "C"], ["A", "B", "C"]] {
          try await page.click("#undo")
          try await page.expectTitles(titles)
          try await page.expectFocus("undo")
        }
        try await page.expectNote("Undid: delete “B”")
        try await page.click("#redo")
        try await page.expectTitles(["A", "C"])
        try await page.expectNote("Redid: delete “B”")
        try await page.expectFocus("redo")
        #expect(try await page.browser.find("#redo").label() == "Redo delete “C”")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a bookmark of a deleted item offers to restore it`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("A", "B", "C")
        let id = try await page.id(of: "B")
        try await page.press(.delete, on: "B")
        try await page.expectTitles(["A", "C"])
        try await page.open("/items/\(id)")
        try await page.expectText("h1", "This item was deleted")
        try await page.click("button[value=restore]")
        try await page.expectNote("Restored “B”")
        try await page.open()
        try await page.expectTitles(["A", "B", "C"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `an item is restored from the page of deleted things`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("A", "B", "C")
        try await page.press(.delete, on: "B")
        try await page.expectTitles(["A", "C"])
        try await page.click("a[href='/deleted']")
        try await page.expectTitles(["B"])
        let restore = try await page.browser.find("button[value=restore]")
        #expect(try await restore.label() == "Restore: B")
        try await restore.click()
        try await page.expectNote("Restored “B”")
        try await page.open()
        try await page.expectTitles(["A", "B", "C"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `an item moves up and down, and the focus with it`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("A", "B", "C")
        let id = try await page.id(of: "A")
        try await page.press(.down, on: "A")
        try await page.expectTitles(["B", "A", "C"])
        try await page.expectNote("Moved “A” down, now 2 of 3")
        try await page.expectFocus("down-\(id)")
        try await page.browser.press(.enter)
        try await page.expectTitles(["B", "C", "A"])
        try await expect("item-\(id)") { try await page.focusedRow() }
        try await page.press(.up, on: "A")
        try await page.expectTitles(["B", "A", "C"])
        try await page.expectFocus("up-\(id)")
        try await page.click("#undo")
        try await page.expectTitles(["B", "C", "A"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a search finds items of every list`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("Crème brûlée", "Milk")
        try await page.browser.find("#q").type("CREME")
        try await page.browser.press(.enter)
        try await page.expectText("h1", "1 result for “CREME”")
        try await page.expectTitles(["Crème brûlée"])
        try await page.press(.done, on: "Crème brûlée")
        try await page.expectNote("Marked “Crème brûlée” as done")
        try await page.expectTitles(["Crème brûlée"])
        try await page.browser.find("#q").retype("bread")
        try await page.browser.press(.enter)
        try await page.expectText("h2:not(#lists-h)", "Nothing found")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `the history jumps back and forth`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("A", "B", "C")
        try await page.click("a[href='/history']")
        try await page.expectText("h1", "History")
        try await page.click("button[aria-label='Back to here: Added “A”']")
        try await page.expectNote("Undid 2 steps")
        try await page.open()
        try await page.expectTitles(["A"])
        try await page.open("/history")
        try await page.click("button[aria-label='Redo up to here: Added “C”']")
        try await page.expectNote("Redid 2 steps")
        try await page.open()
        try await page.expectTitles(["A", "B", "C"])
        try await page.open("/history")
        try await page.click("main form.also button")
        try await page.expectNote("Undid 3 steps")
        try await page.open()
        try await page.expectTitles([])
      }
    }
  }
}
