import Foundation
import Testing

extension BrowserTests {
  /// With scripts nothing that happens elsewhere, or that was meant for an earlier moment, comes
  /// between people and what they do.
  struct UninterruptedTests {
    @Test func `what was refused stays with its text whatever another person does`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        try await page.openItem("A")
        try await page.browser.find("#detail").type("precious")
        try await page.browser.find("#title").retype(" ")
        try await page.browser.press(.enter)
        try await expect(true) { try await page.isShown("#problem, .problem") }
        try page.post("/items", "title=B")
        try await Task.sleep(for: .milliseconds(700))
        #expect(try await page.browser.find("#detail").value() == "precious")
        #expect(try await page.isShown("#problem, .problem"))
        // The next accepted form shows all there is.
        try await page.browser.find("#title").retype("A2")
        try await page.browser.press(.enter)
        try await page.expectTitles(["A2", "B"])
      }
    }

    @Test func `no form takes away what is typed elsewhere without a question`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        #expect(try await page.asksBeforeSending("search form") == false)
        try await page.openItem("A")
        #expect(try await page.asksBeforeSending("search form") == false)
        try await page.browser.find("#detail").type("not sent")
        for form in ["search form", "#new-list form", ".tongues"] {
          #expect(try await page.asksBeforeSending(form), "\(form)")
        }
        #expect(try await page.asksBeforeSending("#edit") == false)
      }
    }

    @Test func `what was pressed too often does not come back later`() async throws {
      try await visit(.on) { page in
        try await page.add("A", "B")
        try await page.browser.evaluate(
          """
          const button = document.querySelector('.item [value=delete]');
          for (let i = 0; i < 4; i++) button.click();
          """)
        try await page.expectTitles(["B"])
        try await page.click("#undo")
        try await page.expectTitles(["A", "B"])
        try await page.browser.evaluate(
          """
          const button = document.querySelector('#undo');
          for (let i = 0; i < 6; i++) button.click();
          """)
        try await page.expectTitles([])
        try await page.add("C")
        try await Task.sleep(for: .milliseconds(300))
        try await page.expectTitles(["C"])
      }
    }

    @Test func `a step of the count takes the other fields with it`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        let id = try await page.id(of: "A")
        try await page.makeList("Zeta")
        try await page.expectText("h1", "Zeta")
        try await page.open("/items/\(id)")
        try await page.browser.evaluate(
          "document.querySelector('#list').selectedIndex = 1 - document.querySelector('#list').selectedIndex"
        )
        let chosen = try await page.browser.find("#list").value()
        try await page.click("[name=by][value='1']")
        try await expect("1") { try await page.browser.find("#count").value() }
        #expect(try await page.browser.find("#list").value() == chosen)
        // Refused, all that was typed is there.
        try await page.browser.find("#detail").type("precious")
        try await page.browser.find("#title").retype(" ")
        try await page.click("[name=by][value='1']")
        try await expect(true) { try await page.isShown("#problem, .problem") }
        #expect(try await page.browser.find("#detail").value() == "precious")
        #expect(try await page.browser.find("#list").value() == chosen)
      }
    }

    @Test func `the focus stays with its subject when rows come and go`() async throws {
      try await visit(.on) { page in
        try await page.add("A", "B", "C")
        let b = try await page.id(of: "B")
        for title in ["A", "B", "C"] {
          try page.post("/items/\(try await page.id(of: title))", "do=delete")
        }
        try await page.open("/deleted")
        try await page.browser.evaluate(
          "document.querySelector('[aria-label=\"Restore: A\"]').focus()")
        try page.post("/items/\(b)", "do=restore")
        try await expect(false) { try await page.isShown("[aria-label='Restore: B']") }
        let focused = try await page.browser.evaluate(
          "return document.activeElement.getAttribute('aria-label')")
        #expect(focused.string == "Restore: A")
      }
    }
  }
}
