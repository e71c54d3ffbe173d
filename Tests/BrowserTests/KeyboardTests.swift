import Testing

extension BrowserTests {
  /// A person who has a keyboard and nothing else.
  struct KeyboardTests {
    @Test(arguments: Scripts.allCases)
    func `everything is within reach of Tab, Enter and Space`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        let browser = page.browser
        try await browser.press(.tab)
        #expect(try await browser.focused().label() == "Skip to content")
        try await browser.press(.enter)
        try await page.expectFocus("main")
        try await page.tab(to: "new")
        for title in ["A", "B"] {
          try await browser.type(title)
          try await browser.press(.enter)
          try await expect(true) { try await page.titleList().contains(title) }
          try await page.expectFocus("new")
        }
        let (a, b) = (try await page.id(of: "A"), try await page.id(of: "B"))
        try await page.tab(to: "done-\(a)")
        try await browser.press(.space)
        try await page.expectNote("Marked “A” as done")
        try await page.expectFocus("done-\(a)")
        try await page.tab(to: "star-\(b)")
        try await browser.press(.enter)
        try await page.expectNote("Made “B” a favourite")
        try await page.tab(to: "up-\(b)")
        try await browser.press(.enter)
        try await page.expectTitles(["B", "A"])
        try await page.tab(to: "undo")
        try await browser.press(.enter)
        try await page.expectTitles(["A", "B"])
        try await page.expectFocus("undo")
        try await page.tab(to: "redo")
        try await browser.press(.enter)
        try await page.expectTitles(["B", "A"])
        try await page.tab(to: "link-\(a)")
        try await browser.press(.enter)
        try await page.expectText("h1", "A")
        try await page.tab(to: "title")
        try await browser.press(.end)
        try await browser.type("1")
        try await page.tab(to: "count-plus-1")
        try await browser.press(.enter)
        try await expect("1") { try await browser.find("#count").value() }
        try await page.tab(to: "title")
        try await browser.press(.enter)
        try await page.expectTitles(["B", "A1"])
        try await page.expectFocus("link-\(a)")
        try await page.tab(where: "document.activeElement.value === 'delete'")
        try await browser.press(.enter)
        try await page.expectTitles(["B"])
      }
    }

    @Test func `Ctrl+Z and Ctrl+Shift+Z step outside of fields only`() async throws {
      try await visit(.on) { page in
        let browser = page.browser
        try await page.add("A", "B")
        try await browser.type("xyz")
        try await browser.press("z", holding: [.control])
        #expect(try await browser.find("#new").value() != "xyz")
        #expect(try await page.titleList() == ["A", "B"])
        try await browser.find("#new").clear()
        try await browser.press(.escape)
        try await page.expectFocus("body")
        try await browser.press("z", holding: [.control])
        try await page.expectTitles(["A"])
        try await browser.press("z", holding: [.control, .shift])
        try await page.expectTitles(["A", "B"])
        try await browser.press("z", holding: [.control])
        try await page.expectTitles(["A"])
        try await browser.press("y", holding: [.control])
        try await page.expectTitles(["A", "B"])
      }
    }

    @Test func `Alt with an arrow moves the focused item`() async throws {
      try await visit(.on) { page in
        try await page.add("A", "B", "C")
        let id = try await page.id(of: "A")
        try await page.browser.evaluate(
          "document.querySelector(arguments[0]).focus()", .string("#item-\(id) .title"))
        try await page.browser.press(.down, holding: [.alt])
        try await page.expectTitles(["B", "A", "C"])
        try await expect("item-\(id)") { try await page.focusedRow() }
        try await page.browser.press(.down, holding: [.alt])
        try await page.expectTitles(["B", "C", "A"])
        try await page.browser.press(.up, holding: [.alt])
        try await page.expectTitles(["B", "A", "C"])
        try await expect("item-\(id)") { try await page.focusedRow() }
      }
    }

    @Test func `single keys act on the focused item until they are switched off`() async throws {
      try await visit(.on) { page in
        let browser = page.browser
        try await page.add("A", "B")
        let (a, b) = (try await page.id(of: "A"), try await page.id(of: "B"))
        try await browser.press(.escape)
        try await browser.press("j")
        try await page.expectFocus("link-\(a)")
        try await browser.press("j")
        try await page.expectFocus("link-\(b)")
        try await browser.press("k")
        try await page.expectFocus("link-\(a)")
        try await browser.press("x")
        try await page.expectNote("Marked “A” as done")
        try await browser.press("f")
        try await page.expectNote("Made “A” a favourite")
        try await browser.press(.delete)
        try await page.expectTitles(["B"])
        try await page.expectFocus("link-\(b)")
        try await browser.press("n")
        try await page.expectFocus("new")
        try await browser.press(.escape)
        try await browser.press("/")
        try await page.expectFocus("q")
        try await browser.press(.escape)
        try await browser.press("?")
        try await expect(true) { try await page.isShown("#keys[open]") }
        try await page.click("#single")
        try await browser.press(.escape)
        try await expect(false) { try await page.isShown("#keys[open]") }
        try await page.open()
        try await browser.press("n")
        try await browser.press("j")
        #expect(try await page.focus() == "body")
      }
    }

    @Test func `Ctrl+Enter saves from the detail, where Enter begins a line`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        try await page.openItem("A")
        try await page.browser.find("#detail").type("one")
        try await page.browser.press(.enter)
        try await page.browser.type("two")
        try await page.browser.press(.enter, holding: [.control])
        try await page.expectTitles(["A"])
        try await page.expectNote("Edited the detail of “A”")
        try await page.openItem("A")
        #expect(try await page.browser.find("#detail").value() == "one\ntwo")
      }
    }

    @Test func `Escape in a form never discards what was typed`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        try await page.openItem("A")
        try await page.browser.find("#detail").type("precious")
        try await page.browser.press(.escape)
        #expect(try await page.browser.focused().attribute("value") == "cancel")
        #expect(try await page.browser.find("#detail").value() == "precious")
        try await page.browser.find("#detail").clear()
        try await page.browser.find("#detail").type("")
        try await page.browser.press(.escape)
        try await page.expectTitles(["A"])
      }
    }

    @Test func `leaving a form with unsaved text asks first`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        try await page.openItem("A")
        try await page.click("a[href='/history']")
        try await page.expectText("h1", "History")
        try await page.browser.back()
        try await page.expectText("h1", "A")
        try await page.browser.find("#detail").type("precious")
        let isAsked = try await page.browser.evaluate(
          "return !dispatchEvent(new Event('beforeunload', {cancelable: true}))")
        #expect(isAsked == true)
        try await page.click("#edit .actions button[value=update]")
        try await page.expectTitles(["A"])
      }
    }
  }
}

extension Page {
  /// Presses Tab until an element has the focus, at most once around the page.
  func tab(to id: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await tab(
      where: "\(Page.focus) === '\(id)'", sourceLocation: sourceLocation)
  }

  func tab(
    where condition: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for _ in 0..<80 {
      if try await browser.evaluate("return " + condition) == true { return }
      try await browser.press(.tab)
    }
    Issue.record("Tab does not reach: \(condition)", sourceLocation: sourceLocation)
  }
}
