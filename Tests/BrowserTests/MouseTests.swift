import Testing

extension BrowserTests {
  /// What a mouse can do with scripts beyond pressing buttons, and faster than pages follow.
  struct MouseTests {
    @Test func `a title is dragged to another place, and undo brings it back`() async throws {
      try await visit(.on) { page in
        try await page.add("A", "B", "C", "D")
        try await page.drag("A", to: "C", y: 8)
        try await page.expectTitles(["B", "C", "A", "D"])
        try await page.expectNote("Moved “A”")
        try await page.drag("D", to: "B", y: -8)
        try await page.expectTitles(["D", "B", "C", "A"])
        try await expect(try await page.id(of: "D")) { try await page.focusedRow()?.dropping(5) }
        try await page.click("#undo")
        try await page.expectTitles(["B", "C", "A", "D"])
        #expect(try await !page.isShown("[data-drop]"))
      }
    }

    @Test func `a title is dragged to another list`() async throws {
      try await visit(.on) { page in
        try await page.makeList("Other")
        try await page.click("#side a[href^='/lists/']")
        try await page.expectText("h1", "To do")
        try await page.add("A", "B")
        let list = try await page.browser.find("#side li:nth-child(2) a[href^='/lists/']")
        try await page.browser.find("#item-\(page.id(of: "A")) .title").drag(to: list)
        try await page.expectTitles(["B"])
        try await page.expectNote("Moved “A” to “Other”")
        try await page.click("#side li:nth-child(2) a[href^='/lists/']")
        try await page.expectTitles(["A"])
      }
    }

    @Test func `a drop on itself, or where there is no list to sort, changes nothing`()
      async throws
    {
      try await visit(.on) { page in
        try await page.add("A", "B")
        try await page.drag("A", to: "A", y: 2)
        try await page.browser.find("#item-\(page.id(of: "A")) .title").drag(
          to: page.browser.find("h1"))
        try await page.click("summary")
        #expect(try await page.titleList() == ["A", "B"])
        try await page.open("/?sort=title")
        try await page.drag("B", to: "A", y: -8)
        try await page.expectTitles(["A", "B"])
        #expect(try await page.browser.find("#undo").label() == "Undo add “B”")
      }
    }

    @Test func `deletes that come faster than answers are all done, in their order`() async throws {
      try await visit(.on) { page in
        try await page.add("A", "B", "C", "D", "E")
        try await page.browser.evaluate(
          """
          for (const row of [...document.querySelectorAll('.item')].slice(1, 4))
            row.querySelector('[value=delete]').click();
          """)
        try await page.expectTitles(["A", "E"])
        try await page.expectNote("Deleted “D”")
        for titles in [["A", "D", "E"], ["A", "C", "D", "E"], ["A", "B", "C", "D", "E"]] {
          try await page.click("#undo")
          try await page.expectTitles(titles)
        }
      }
    }

    @Test func `different buttons pressed at once are all obeyed`() async throws {
      try await visit(.on) { page in
        try await page.add("A", "B", "C")
        try await page.browser.evaluate(
          """
          const rows = [...document.querySelectorAll('.item')];
          const press = (row, action) => row.querySelector(`[value=${action}]`).click();
          press(rows[0], 'done'); press(rows[1], 'favorite'); press(rows[2], 'up');
          press(rows[0], 'delete');
          """)
        try await page.expectTitles(["C", "B"])
        try await page.click("a[href='/history']")
        try await expect(
          ["Deleted “A”", "Moved “C” up", "Made “B” a favourite", "Marked “A” as done"]
        ) { Array(try await page.texts(".log li > span:first-of-type").prefix(4)) }
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a double click on Delete deletes one item`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("A", "B", "C")
        let selector = page.selector(.delete, try await page.id(of: "A"))
        try await page.browser.find(selector).click(times: 2)
        try await page.expectTitles(["B", "C"])
        // Without scripts the second click asked for it as well, and was no command.
        #expect(try await page.browser.find("#undo").label() == "Undo delete “A”")
        try await page.open()
        try await page.expectTitles(["B", "C"])
      }
    }
  }
}

extension Page {
  /// Drags the title of one row to that of another.
  func drag(_ title: String, to other: String, y: Int) async throws {
    let target = try await browser.find("#item-\(id(of: other)) .title")
    try await browser.find("#item-\(id(of: title)) .title").drag(to: target, y: y)
  }
}

extension String {
  fileprivate func dropping(_ count: Int) -> String { String(dropFirst(count)) }
}
