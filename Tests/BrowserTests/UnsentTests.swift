import Testing

extension BrowserTests {
  /// What is typed and not sent stays on the page, whatever happens there, until it is sent or taken
  /// back.
  struct UnsentTests {
    /// Why a form comes back with what was typed.
    enum Refusal: String, CaseIterable, CustomTestStringConvertible {
      case blankTitle, longTitle, blankName, conflict, deletedItem, fullDisk

      var testDescription: String { rawValue }
    }

    @Test(arguments: Refusal.allCases)
    func `what was refused is neither left without a question nor taken away by a step`(
      refusal: Refusal
    ) async throws {
      try await visit(.on, room: refusal == .fullDisk ? 8 : nil) { page in
        try await page.add("Milk", "Bread")
        let (field, text) = try await page.provoke(refusal)
        try await expect(true) { try await page.isShown("[role=alert]") }
        try await expect(text) { try await page.browser.find(field).value() }
        #expect(try await page.asksBeforeSending("search form"))
        if refusal == .deletedItem {
          // What is restored has not what was typed.
          #expect(try await page.asksBeforeSending("form:has([value=restore])"))
        }
        try await page.click("#undo")
        try await page.expectNote("Undid: add “Bread”")
        try await page.expectFocus("undo")
        #expect(try await page.browser.find(field).value() == text)
        #expect(try await page.isShown("[role=alert]"))
        #expect(try await page.asksBeforeSending("search form"))
        #expect(try await page.asksBeforeSending("form:has(\(field))") == false)
      }
    }

    @Test func `an item that was refused and put right is added, after other steps as well`()
      async throws
    {
      try await visit(.on) { page in
        try await page.add("Milk", "Bread")
        let (field, _) = try await page.provoke(.longTitle)
        try await expect(true) { try await page.isShown("[role=alert]") }
        for (button, note) in [
          ("#undo", "Undid: add “Bread”"), ("#redo", "Redid: add “Bread”"),
        ] {
          try await page.click(button)
          try await page.expectNote(note)
        }
        try await page.browser.find(field).retype("Cheese")
        try await page.browser.press(.enter)
        try await page.expectTitles(["Milk", "Bread", "Cheese"])
        #expect(try await page.asksBeforeSending("search form") == false)
      }
    }

    @Test func `what is typed on while its form is taken is sent by itself`() async throws {
      try await visit(.on) { page in
        try await page.add("Milk")
        _ = try await page.provoke(.longTitle)
        try await expect(true) { try await page.isShown("#kept-title") }
        try await page.browser.find("#kept-title").retype("Cheese")
        try await page.browser.evaluate(
          "document.querySelector('main form .main').id = 'send';"
            + Page.typing("send", ["kept-title": "Cheese and wine"]))
        try await page.expectNote("Added “Cheese”")
        #expect(try await page.browser.find("#kept-title").value() == "Cheese and wine")
        try await page.click("#send")
        try await page.expectTitles(["Milk", "Cheese", "Cheese and wine"])
      }
    }

    @Test func `half an item is not left without a question`() async throws {
      try await visit(.on) { page in
        try await page.browser.find("#new").type("half-typed")
        #expect(try await page.asksBeforeSending("search form"))
        try await page.browser.find("#new").clear()
        #expect(try await page.asksBeforeSending("search form") == false)
      }
    }

    @Test func `news come once what was typed is taken back`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        let id = try await page.id(of: "A")
        try await page.openItem("A")
        try await page.browser.find("#detail").type("x")
        try page.post("/items/\(id)", "do=update&title=Theirs")
        try await expect(true) { try await page.text("#stale")?.isEmpty == false }
        #expect(try await page.browser.find("#title").value() == "A")
        try await page.browser.press(.backspace)
        try await expect("Theirs") { try await page.browser.find("#title").value() }
        try await expect("") { try await page.text("#stale") }
        try await page.expectFocus("detail")
        try await page.browser.type("mine")
        try await page.click("#edit .actions button[value=update]")
        try await page.expectTitles(["Theirs"])
      }
    }

    @Test func `half an item goes to the list that it was typed for`() async throws {
      try await visit(.on) { page in
        let list = try #require(try await page.listID())
        try await page.makeList("Other")
        try await page.expectText("h1", "Other")
        let other = try #require(try await page.listID())
        try await page.open()
        try await page.browser.find("#new").type("half-ty")
        // Another list becomes the first one.
        try page.post("/lists/\(other)", "do=top")
        try await page.expectLists(["Other", "To do"])
        try await expect(true) { try await page.text("#stale")?.isEmpty == false }
        try await page.expectText("h1", "To do")
        try await page.expectFocus("new")
        try await page.browser.type("ped")
        try await page.browser.press(.enter)
        try await page.expectText("h1", "Other")
        try await page.expectTitles([])
        try await page.open("/lists/\(list)")
        try await page.expectTitles(["half-typed"])
      }
    }

    @Test(arguments: [true, false])
    func `half an item for a list that is gone is refused, and its text stays`(isHome: Bool)
      async throws
    {
      try await visit(.on) { page in
        let list = try #require(try await page.listID())
        try await page.makeList("Other")
        try await page.expectText("h1", "Other")
        try await page.open(isHome ? "/" : "/lists/\(list)")
        try await page.browser.find("#new").type("half-typed")
        try page.post("/lists/\(list)", "do=delete")
        try await page.expectLists(["Other"])
        #expect(try await page.browser.find("#new").value() == "half-typed")
        #expect(try await page.asksBeforeSending("search form"))
        try await page.browser.press(.enter)
        try await expect(true) { try await page.isShown("[role=alert]") }
        #expect(try await page.browser.find("main [name=title]").value() == "half-typed")
        #expect(try await page.asksBeforeSending("search form"))
        try await page.click("main form .main")
        try await expect(false) { try await page.isShown("#kept-title") }
        try await page.click("#side a[href^='/lists/']")
        try await page.expectTitles(["half-typed"])
      }
    }
  }
}

extension Page {
  /// Has a form about the item “Milk”, or about a new one, refused.
  ///
  /// - Returns: the field that has what was typed, and what that was.
  fileprivate func provoke(
    _ refusal: BrowserTests.UnsentTests.Refusal
  ) async throws -> (field: String, text: String) {
    switch refusal {
    case .longTitle:
      let long = String(repeating: "x", count: 1_001)
      try await browser.setValue("#new", long)
      try await click("#add")
      return ("#kept-title", long)
    case .blankName:
      try await click("a[href$='/edit']")
      try await expectText("h1", "Edit list")
      try await browser.find("#name").retype("  ")
      try await browser.press(.enter)
      return ("#name", "  ")
    case .blankTitle, .conflict, .deletedItem, .fullDisk:
      break
    }
    let id = try await id(of: "Milk")
    try await openItem("Milk")
    let text = refusal == .fullDisk ? String(repeating: "A long story. ", count: 300) : "precious"
    try await browser.find("#title").retype(refusal == .blankTitle ? " " : "Oat milk")
    try await browser.find("#detail").type(text)
    switch refusal {
    case .conflict: try post("/items/\(id)", "do=update&title=Soy+milk")
    case .deletedItem: try post("/items/\(id)", "do=delete")
    default: break
    }
    try await click("#edit .actions button[value=update]")
    let isKept = refusal == .deletedItem || refusal == .fullDisk
    return (isKept ? "#kept-detail" : "#detail", text)
  }
}
