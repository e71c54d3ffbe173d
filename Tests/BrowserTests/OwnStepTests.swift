import Testing

extension BrowserTests {
  /// What a person does beside a form that they have typed into shows around that, and is no
  /// conflict with it.
  struct OwnStepTests {
    @Test func `who types on while a step of the count is on its way has no conflict with it`()
      async throws
    {
      try await visit(.on) { page in
        try await page.add("A")
        try await page.openItem("A")
        try await page.browser.find("#title").retype("AB")
        try await page.browser.find("#detail").type("one")
        try await page.browser.evaluate(Page.typing("count-plus-1", ["title": "ABC"]))
        try await expect("1") { try await page.browser.find("#count").value() }
        #expect(try await page.browser.find("#title").value() == "ABC")
        try await page.browser.find("#detail").type(" two")
        try await page.click("#edit .actions button[value=update]")
        try await page.expectTitles(["ABC"])
        try await page.openItem("ABC")
        #expect(try await page.browser.find("#detail").value() == "one two")
        #expect(try await page.browser.find("#count").value() == "1")
      }
    }

    @Test func `who saves while a step of the count is on its way has no conflict with it`()
      async throws
    {
      try await visit(.on) { page in
        try await page.add("A")
        try await page.openItem("A")
        try await page.browser.find("#title").retype("AB")
        try await page.browser.evaluate(
          Page.typing("count-plus-1", ["title": "ABC"])
            + "document.querySelector('#edit .actions [value=update]').click();")
        try await page.expectTitles(["ABC"])
        try await page.openItem("ABC")
        #expect(try await page.browser.find("#count").value() == "1")
      }
    }

    @Test func `who types on does not overwrite what changed elsewhere at the same time`()
      async throws
    {
      try await visit(.on) { page in
        try await page.add("A")
        let id = try await page.id(of: "A")
        try await page.openItem("A")
        let change = """
          const other = new XMLHttpRequest();
          other.open('POST', '/items/\(id)', false);
          other.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
          other.send('do=update&title=Theirs');
          """
        try await page.browser.evaluate(
          change + Page.typing("count-plus-1", ["title": "Mine"]))
        try await page.expectNote("Changed the count of “Theirs” to 1")
        #expect(try await page.browser.find("#title").value() == "Mine")
        try await page.click("#edit .actions button[value=update]")
        try await page.expectText("h1", "Compare versions")
      }
    }

    @Test func `an own undo shows around what is typed, and is no conflict with it`() async throws {
      try await visit(.on) { page in
        try await page.add("A")
        try await page.openItem("A")
        try await page.browser.find("#title").retype("B")
        try await page.browser.press(.enter)
        try await page.expectTitles(["B"])
        try await page.openItem("B")
        try await page.browser.find("#detail").type("precious")
        try await page.click("#undo")
        try await expect("A") { try await page.browser.find("#title").value() }
        #expect(try await page.browser.find("#detail").value() == "precious")
        try await page.click("#edit .actions button[value=update]")
        try await page.expectTitles(["A"])
        try await page.openItem("A")
        #expect(try await page.browser.find("#detail").value() == "precious")
      }
    }
  }
}

extension Page {
  /// A script that presses a button and types before the answer can be there.
  static func typing(_ button: String, _ texts: [String: String]) -> String {
    texts.reduce("document.getElementById('\(button)').click();") { script, text in
      script + """
        document.getElementById('\(text.key)').value = '\(text.value)';
        document.getElementById('\(text.key)')
          .dispatchEvent(new Event('input', {bubbles: true}));
        """
    }
  }
}
