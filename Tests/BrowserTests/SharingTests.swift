import Foundation
import Testing

extension BrowserTests {
  /// Several tabs, several people, and pages that are older than what they show.
  struct SharingTests {
    @Test(arguments: Scripts.allCases)
    func `Back and Forward show the present state`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("A", "B")
        try await page.openItem("A")
        try await page.browser.find("#title").retype("A2")
        try await page.browser.press(.enter)
        try await page.expectTitles(["A2", "B"])
        try await page.browser.back()
        try await expect("A2") { try await page.browser.find("#title").value() }
        try await page.browser.back()
        try await page.expectTitles(["A2", "B"])
        try await page.browser.forward()
        try await expect("A2") { try await page.browser.find("#title").value() }
        try await page.browser.forward()
        try await page.expectTitles(["A2", "B"])
        try await page.press(.delete, on: "A2")
        try await page.expectTitles(["B"])
        try await page.browser.back()
        try await expect(true) {
          // Scripts do not add to the browser's history what happened on one page.
          let (titles, heading) = (try await page.titleList(), try await page.text("h1"))
          return titles == ["B"] || heading == "This item was deleted"
        }
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a page left for another one is fresh when it comes back`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("A")
        try await page.click("a[href='/favorites']")
        try await page.expectText("h1", "Favourites")
        let first = try await page.browser.tabs()[0]
        try await page.showNewTab(scripts)
        try await page.add("B")
        try await page.browser.show(first)
        try await page.browser.back()
        try await page.expectTitles(["A", "B"])
      }
    }

    @Test func `another tab shows a change by itself, and half-typed text stays`() async throws {
      try await visit(.on) { page in
        let first = try await page.browser.tabs()[0]
        try await page.add("A")
        try await page.browser.find("#new").type("half-ty")
        try await page.showNewTab(.on)
        try await page.add("B")
        try await page.browser.show(first)
        try await page.browser.devTools("Page.bringToFront")
        try await page.expectTitles(["A", "B"])
        try await page.expectFocus("new")
        try await page.browser.type("ped")
        #expect(try await page.browser.find("#new").value() == "half-typed")
        try await page.browser.press(.enter)
        try await page.expectTitles(["A", "B", "half-typed"])
      }
    }

    @Test func `another person's change shows by itself, and takes nothing from under the hands`()
      async throws
    {
      try await visit(.on) { page in
        try await page.add("A", "B")
        try await page.browser.find("#new").type("half-ty")
        try page.post("/items", "title=C")
        try await page.expectTitles(["A", "B", "C"])
        try await page.expectFocus("new")
        try await page.browser.type("ped")
        #expect(try await page.browser.find("#new").value() == "half-typed")
        // Again and again, on one page.
        let id = try await page.id(of: "A")
        try page.post("/items/\(id)", "do=delete")
        try await page.expectTitles(["B", "C"])
        #expect(try await page.browser.find("#undo").label() == "Undo add “B”")
        try await page.browser.press(.enter)
        try await page.expectTitles(["B", "C", "half-typed"])
        try page.post("/items", "title=D")
        try await page.expectTitles(["B", "C", "half-typed", "D"])
      }
    }

    @Test func `a page that waits for changes finds the server again`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        try await page.browser.devTools("Network.enable")
        try await page.browser.devTools(
          "Network.emulateNetworkConditions",
          ["offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
        try page.post("/items", "title=B")
        try await page.browser.devTools(
          "Network.emulateNetworkConditions",
          ["offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
        try await page.expectTitles(["A", "B"])
        _ = try await page.browser.console()
      }
    }

    @Test func `another tab does not eat what is typed into an item's form`() async throws {
      try await visit(.on) { page in
        let first = try await page.browser.tabs()[0]
        try await page.add("A")
        try await page.openItem("A")
        try await page.browser.find("#detail").type("not sent")
        try await page.showNewTab(.on)
        try await page.add("B")
        try await page.browser.show(first)
        try await page.browser.devTools("Page.bringToFront")
        try await page.expectText(
          "#stale", "This was changed in another tab. What you typed is still here.")
        #expect(try await page.browser.find("#detail").value() == "not sent")
        #expect(try await page.browser.find("#undo").label() == "Undo add “B”")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `two tabs share one history`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        let first = try await page.browser.tabs()[0]
        try await page.add("A")
        try await page.showNewTab(scripts)
        try await page.add("B")
        try await page.browser.show(first)
        // The page is older than “B”; its button takes back the newest step all the same.
        try await page.click("#undo")
        try await page.expectTitles(["A"])
        try await page.expectNote("Undid: add “B”")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a double click on Add creates one item`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.browser.find("#new").type("Milk")
        try await page.browser.find(".add button").click(times: 2)
        try await page.expectTitles(["Milk"])
        try await page.open()
        try await page.expectTitles(["Milk"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `each person has a history of their own`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("A")
        try await page.open(host: "127.0.0.1")
        try await page.expectTitles(["A"])
        #expect(try await !page.browser.find("#undo").isEnabled())
        #expect(try await page.browser.find("#undo").label() == "Undo (nothing to undo)")
        try await page.add("B")
        try await page.open()
        #expect(try await page.browser.find("#undo").label() == "Undo add “A”")
        try await page.click("#undo")
        try await page.expectTitles(["B"])
      }
    }

    @Test(arguments: Scripts.allCases)
    func `two versions of one title are shown side by side`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.renameWhatAnotherRenamed(detail: "mine")
        try await page.expectFocus("problem")
        #expect(
          try await page.text("[role=alert] h2")
            == "This item changed while you were editing")
        #expect(try await page.texts(".compare mark") == ["Oat", "mine", "Soy"])
        try await page.click(".actions button[value=update]")
        try await page.expectTitles(["Oat milk"])
        try await page.openItem("Oat milk")
        #expect(try await page.browser.find("#detail").value() == "mine")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `the saved version of two can be kept`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        let id = try await page.renameWhatAnotherRenamed()
        try await page.click("main [value=cancel]")
        try await page.expectTitles(["Soy milk"])
        try await page.expectFocus("link-\(id)")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `an undo that would overwrite another's change asks`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.undoRenameThatAnotherRenamed()
        try await page.expectText(
          "[role=alert] h2", "This step cannot be undone: something else was changed since")
        try await page.expectFocus("problem")
        try await page.click("main form .main")
        try await page.expectNote("Skipped: rename “a” to “b”")
        try await page.open()
        try await page.expectTitles(["c"])
      }
    }
  }
}

extension Page {
  /// Sends a form as someone else, who has no cookie.
  @discardableResult
  func post(_ path: String, _ form: String) throws -> Wire.Answer {
    try Wire.send(
      "POST", path, port: port, type: "application/x-www-form-urlencoded",
      body: Data(form.utf8))
  }
  /// Makes the item “Milk”, renames it on its page to “Oat milk” and sends that after another
  /// person has made it “Soy milk”.
  ///
  /// - Parameter detail: what is typed into the other field.
  /// - Returns: the item's id.
  @discardableResult
  func renameWhatAnotherRenamed(detail: String = "") async throws -> String {
    try await add("Milk")
    let id = try await id(of: "Milk")
    try await openItem("Milk")
    try await browser.find("#title").retype("Oat milk")
    if !detail.isEmpty { try await browser.find("#detail").type(detail) }
    try post("/items/\(id)", "do=update&title=Soy+milk")
    try await click("#edit .actions button[value=update]")
    try await expectText("h1", "Compare versions")
    return id
  }

  /// Makes the item “a”, renames it to “b”, and takes that back after another person has made it
  /// “c”.
  ///
  /// - Returns: the item's id.
  @discardableResult
  func undoRenameThatAnotherRenamed() async throws -> String {
    try await add("a")
    let id = try await id(of: "a")
    try await openItem("a")
    try await browser.find("#title").retype("b")
    try await browser.press(.enter)
    try await expectTitles(["b"])
    try post("/items/\(id)", "do=update&title=c")
    try await click("#undo")
    return id
  }
}
