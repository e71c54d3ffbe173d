import Foundation
import Testing

extension BrowserTests {
  /// With scripts an answer changes what differs on the page, and nothing else.
  struct StayingTests {
    @Test func `an action replaces no row, and the pressed button keeps the focus`() async throws {
      try await visit(.on) { page in
        try await page.add("A", "B", "C")
        try await page.mark()
        let b = try await page.id(of: "B")
        for (action, isDone) in [
          (Page.Action.done, "true"), (.open, "false"), (.favorite, "false"),
        ] {
          try await page.press(action, on: "B")
          try await expect(isDone) {
            try await page.browser.find("#item-\(b) .icon").attribute("aria-pressed")
          }
        }
        try await page.expectNote("Made “B” a favourite")
        try await page.expectFocus("star-\(b)")
        #expect(try await page.unmarked(".item, .item form, .item .title, #new, #undo") == [])
        // A row that goes takes no other one with it, one that comes back is the only new one.
        try await page.press(.delete, on: "B")
        try await page.expectTitles(["A", "C"])
        try await page.expectFocus("link-\(try await page.id(of: "C"))")
        try await page.click("#undo")
        try await page.expectTitles(["A", "B", "C"])
        #expect(try await page.unmarked(".item") == ["item-\(b)"])
        try await page.expectFocus("undo")
      }
    }

    @Test func `rows change their places without becoming others`() async throws {
      try await visit(.on) { page in
        try await page.add("A", "B", "C", "D")
        try await page.mark()
        try await page.press(.up, on: "C")
        try await page.expectTitles(["A", "C", "B", "D"])
        try await page.expectFocus("up-\(try await page.id(of: "C"))")
        try await page.press(.down, on: "A")
        try await page.expectTitles(["C", "A", "B", "D"])
        try await page.expectFocus("down-\(try await page.id(of: "A"))")
        // At the end there is no further way down: its other buttons remain.
        try await page.press(.down, on: "B")
        try await page.expectTitles(["C", "A", "D", "B"])
        try await page.expectFocus("link-\(try await page.id(of: "B"))")
        try page.post("/items/\(try await page.id(of: "C"))", "do=bottom")
        try await page.expectTitles(["A", "D", "B", "C"])
        #expect(try await page.unmarked(".item") == [])
      }
    }

    @Test func `the field for new items stays, empty and with the focus`() async throws {
      try await visit(.on) { page in
        try await page.mark()
        try await page.add("A", "B")
        #expect(try await page.unmarked("#new") == [])
        #expect(try await page.browser.find("#new").value() == "")
        try await page.expectFocus("new")
      }
    }

    @Test func `what is entered while an answer is on its way is an item of its own`() async throws
    {
      try await visit(.on) { page in
        #expect(try await page.enter("A", thenTyping: "") == false)
        try await page.expectTitles(["A"])
        try await page.click("#undo")
        try await page.expectTitles([])
        // Nobody leaves without being asked what has not been sent.
        #expect(try await page.enter("A", "", "B", "C", thenTyping: "D"))
        try await page.expectTitles(["A", "B", "C"])
        #expect(try await page.browser.find("#new").value() == "D")
        try await page.expectFocus("new")
        try await page.browser.press(.enter)
        try await page.expectTitles(["A", "B", "C", "D"])
        // Each is a step of its own.
        try await page.click("#undo")
        try await page.expectTitles(["A", "B", "C"])
        try await page.click("#undo")
        try await page.expectTitles(["A", "B"])
      }
    }

    @Test func `what was entered after a refused text follows once that is put right`() async throws
    {
      try await visit(.on) { page in
        let tooLong = String(repeating: "x", count: 1_001)
        try await page.enter(tooLong, "B", "C", thenTyping: "half-typed")
        try await expect(true) { try await page.isShown("[role=alert]") }
        #expect(try await page.browser.find("main [name=title]").value() == tooLong)
        // A search would leave the page, and what waits with it.
        #expect(try await page.asksBeforeSending("search form"))
        try await page.browser.find("main [name=title]").retype("A")
        try await page.browser.press(.enter)
        try await page.expectTitles(["A", "B", "C"])
        #expect(try await page.browser.find("#new").value() == "half-typed")
      }
    }

    @Test func `a field that another person changes keeps the focus`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        let id = try await page.id(of: "A")
        try await page.openItem("A")
        try await page.mark()
        try await page.browser.evaluate("document.querySelector('#title').focus()")
        try page.post("/items/\(id)", "do=update&title=Theirs")
        try await expect("Theirs") { try await page.browser.find("#title").value() }
        try await page.expectFocus("title")
        #expect(try await page.unmarked("#title") == [])
        try await page.browser.press(.end)
        try await page.browser.type("!")
        try await page.browser.press(.enter)
        try await page.expectTitles(["Theirs!"])
      }
    }

    @Test(arguments: [1280, 320])
    func `news that come while something is typed move nothing`(width: Int) async throws {
      try await visit(.on) { page in
        let title = String(Tour.longWord)
        try await page.add(title)
        let id = try await page.id(of: title)
        try await page.browser.setWidth(width)
        try await page.openItem(title)
        try await page.browser.find("#detail").type("half-typed")
        let before = try await page.places(".head, #edit, #edit .actions button")
        #expect(before.count > 3)
        try page.post("/items/\(id)", "do=update&title=Theirs")
        try await expect(true) { try await page.text("#stale")?.isEmpty == false }
        #expect(try await page.places(".head, #edit, #edit .actions button") == before)
        #expect(try await page.browser.evaluate(Page.overflow) == "")
        try await page.click("#edit .actions button[value=update]")
        try await page.expectTitles(["Theirs"])
        #expect(try await page.text("#stale") == "")
      }
    }

    @Test func `what is unfolded stays so, and so does what is typed for a search`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        try await page.click("#arrange summary")
        try await page.click("#new-list summary")
        try await page.browser.find("#new-name").type("Gar")
        try await page.browser.find("#q").type("mil")
        try page.post("/items", "title=B")
        try await page.expectTitles(["A", "B"])
        #expect(try await page.isShown("#arrange[open]"))
        #expect(try await page.isShown("#new-list[open]"))
        #expect(try await page.browser.find("#new-name").value() == "Gar")
        #expect(try await page.browser.find("#q").value() == "mil")
        try await page.expectFocus("q")
        try await page.browser.type("k")
        #expect(try await page.browser.find("#q").value() == "milk")
      }
    }

    @Test func `the steps of a count show what another person counted meanwhile`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        let id = try await page.id(of: "A")
        try await page.openItem("A")
        for count in ["2", "4"] {
          try await page.click("[name=by][value='2']")
          try await expect(count) { try await page.browser.find("#count").value() }
        }
        try page.post("/items/\(id)", "by=2")
        try await expect("6") { try await page.browser.find("#count").value() }
        try await page.browser.find("#count").retype("20")
        try await page.click("[name=by][value='-1']")
        try await expect("19") { try await page.browser.find("#count").value() }
        try page.post("/items/\(id)", "by=-1")
        try await expect("18") { try await page.browser.find("#count").value() }
      }
    }
  }
}

extension Page {
  /// Whether the browser would ask before a form that is sent now takes the place of the page.
  func asksBeforeSending(_ form: String) async throws -> Bool {
    let asks = try await browser.evaluate(
      """
      addEventListener('submit', e => e.preventDefault(), {once: true});
      document.querySelector(arguments[0]).requestSubmit();
      return !dispatchEvent(new Event('beforeunload', {cancelable: true}));
      """, .string(form))
    return asks.bool ?? false
  }

  /// Marks every element of the page.
  fileprivate func mark() async throws {
    try await browser.evaluate(
      "document.querySelectorAll('*').forEach(e => { e.isMarked = true; })")
  }

  /// Enters titles faster than they can be answered, and leaves one in the field; true if the browser
  /// would ask then before it leaves the page.
  @discardableResult
  fileprivate func enter(_ titles: String..., thenTyping rest: String) async throws -> Bool {
    let asks = try await browser.evaluate(
      """
      const field = document.querySelector('#new');
      field.focus();
      for (const title of arguments[0]) {
        field.value += title;
        document.querySelector('#add').click();
      }
      field.value += arguments[1];
      return !dispatchEvent(new Event('beforeunload', {cancelable: true}));
      """, .array(titles.map(JSON.string)), .string(rest))
    return asks.bool ?? false
  }

  /// Where elements are on the page, in pixels.
  fileprivate func places(_ selector: String) async throws -> [String] {
    try await browser.evaluate(
      """
      return [...document.querySelectorAll(arguments[0])].map(e => {
        const box = e.getBoundingClientRect();
        return [box.left, box.top + scrollY, box.width, box.height].join();
      })
      """, .string(selector)
    ).strings
  }

  /// The ids, else the names, of the elements that came since the page was marked.
  fileprivate func unmarked(_ selector: String) async throws -> [String] {
    try await browser.evaluate(
      """
      return [...document.querySelectorAll(arguments[0])].filter(e => !e.isMarked)
        .map(e => e.id || e.localName)
      """, .string(selector)
    ).strings
  }
}
