import Testing

extension BrowserTests {
  /// What pages look like to those who see little, have a narrow window, or read Japanese.
  struct AppearanceTests {
    @Test func `no page scrolls sideways at 320 and 256 pixels, whatever is in it`() async throws {
      try await visit(.off) { page in
        var tour = try await Tour(page)
        try await tour.run { name in
          for width in [320, 256] {
            try await page.browser.setWidth(width)
            let overflow = try await page.browser.evaluate(Page.overflow)
            #expect(overflow == "", "\(name) at \(width) pixels")
          }
          try await page.browser.setWidth(1280)
        }
      }
    }

    @Test(
      .enabled(
        if: Equipment.isRequired || Equipment.axe != nil,
        "MODOSU_AXE does not name the file axe.min.js"))
    func `axe finds nothing on any page, light and dark, wide and narrow`() async throws {
      let axe = try #require(Equipment.axe, "MODOSU_AXE does not name the file axe.min.js")
      try await visit(.on) { page in
        var tour = try await Tour(page)
        try await tour.run { name in
          try await page.browser.evaluate(axe)
          for width in [1280, 320] {
            for isDark in [false, true] {
              try await page.browser.setWidth(width)
              try await page.browser.setColors(dark: isDark)
              let violations = try await page.violations()
              #expect(
                violations == [], "\(name), \(width) pixels, \(isDark ? "dark" : "light")")
            }
          }
          try await page.browser.setWidth(1280)
          try await page.browser.setColors(dark: false)
        }
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a title of 1,000 characters is shown whole, a longer one comes back`(scripts: Scripts)
      async throws
    {
      try await visit(scripts) { page in
        let longest = String(repeating: "買い物に行く", count: 166) + "終わり。"
        try await page.browser.setValue("#new", longest)
        try await page.browser.find("#new").type("")
        try await page.browser.press(.enter)
        try await page.expectTitles([longest])
        try await page.browser.setValue("#new", longest + "!")
        try await page.browser.press(.enter)
        try await expect(true) { try await page.isShown("[role=alert]") }
        try await page.expectFocus("problem")
        #expect(try await page.browser.find("main [name=title]").value() == longest + "!")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `markup in a title is text wherever it is shown`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        let title = #"</title><script>x()</script>"&lt;"#
        try await page.add(title)
        try await page.expectTitles([title])
        try await page.expectNote("Added “\(title)”")
        try await page.openItem(title)
        #expect(try await page.browser.find("#title").value() == title)
        try await page.expectText("h1", title)
        #expect(try await page.browser.title() == "\(title) – Modosu")
      }
    }

    @Test(arguments: Scripts.allCases)
    func `a person chooses a language, and it stays`(scripts: Scripts) async throws {
      try await visit(scripts) { page in
        try await page.add("Milk")
        try await page.click("button[name=language][value=ja]")
        try await expect("ja") { try await page.language() }
        #expect(try await page.browser.find("#undo").label().hasPrefix("元に戻す"))
        try await page.open("/history")
        #expect(try await page.language() == "ja")
        try await page.click("button[name=language][value=en]")
        try await expect("en") { try await page.language() }
      }
    }

    @Test(
      arguments: [("ja", "ja"), ("ja-JP, en;q=0.5", "ja"), ("fr, en;q=0.4", "en"), ("fr", "en")])
    func `pages come in the language that the browser prefers`(
      accepted: String, language: String
    ) async throws {
      try await visit(.off) { page in
        try await page.browser.setLanguages(accepted)
        try await page.open()
        #expect(try await page.language() == language)
      }
    }
  }
}

extension Page {
  func language() async throws -> String? {
    try await browser.evaluate("return document.documentElement.lang").string
  }

  /// What axe finds against WCAG 2.2 AA and its own best practice, one line for each element.
  func violations() async throws -> [String] {
    try await browser.evaluateLater(
      """
      const done = arguments[0];
      axe.run(document, {
        resultTypes: ['violations'],
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }).then(r => done(r.violations.flatMap(v =>
        v.nodes.map(n => v.id + ': ' + n.html.slice(0, 160) + ' ' + n.failureSummary))),
        e => done([String(e)]));
      """
    ).strings
  }
}
