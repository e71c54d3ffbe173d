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
        // What is typed while the answer is on its way is the next item.
        try await page.browser.type("C")
        try await page.browser.evaluate(
          """
          document.querySelector('#add').click();
          document.querySelector('#new').value = 'D';
          """)
        try await page.expectTitles(["A", "B", "C"])
        #expect(try await page.browser.find("#new").value() == "D")
        try await page.browser.press(.enter)
        try await page.expectTitles(["A", "B", "C", "D"])
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
  /// Marks every element of the page.
  fileprivate func mark() async throws {
    try await browser.evaluate(
      "document.querySelectorAll('*').forEach(e => { e.isMarked = true; })")
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
