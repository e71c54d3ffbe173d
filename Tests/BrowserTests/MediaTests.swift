import Foundation
import Testing

extension BrowserTests {
  /// Paper, few colours, little motion, large text.
  struct MediaTests {
    @Test func `on paper a list is its items, whole, and nothing to press`() async throws {
      try await visit(.on) { page in
        let longest = String(repeating: "A word and ", count: 90)
        try page.post("/items", "title=\(longest.replacing(" ", with: "+"))")
        for number in 1...99 { try page.post("/items", "title=Item+\(number)") }
        try await page.open()
        try await page.browser.setMedia("print")
        #expect(
          try await page.visible("#bar, #side, .foot, .add, .views, .pager, .more, .btn, .said")
            == [])
        #expect(try await page.visible(".item .title").count == 100)
        #expect(try await page.visible(".item [value=done]").count == 100)
        #expect(try await page.browser.evaluate(Page.cut, ".title, h1, .sub") == [])
        let paper = try await page.browser.devTools("Page.printToPDF")["data"].string ?? ""
        let file = String(
          decoding: try #require(Data(base64Encoded: paper)), as: Unicode.ASCII.self)
        #expect(file.ranges(of: /\/Type ?\/Page\b/).count >= 3)
        try await page.openItem("Item 5")
        try await page.browser.setMedia("print")
        #expect(try await page.visible("#title, #detail, #count").count == 3)
        #expect(try await page.visible("#bar, #side, .foot, .btn") == [])
      }
    }

    @Test(arguments: [false, true])
    func `with forced colours every icon and the focus can be seen`(isDark: Bool) async throws {
      try await visit(.on) { page in
        try await page.add("A", "B")
        try await page.press(.done, on: "A")
        try await page.expectNote("Marked “A” as done")
        try await page.press(.favorite, on: "B")
        try await page.expectNote("Made “B” a favourite")
        try await page.browser.setMedia(dark: isDark, forcedColors: true)
        #expect(
          try await page.browser.evaluate("return matchMedia('(forced-colors: active)').matches")
            == true)
        let faint = try await page.browser.evaluate(
          Page.contrast + """
            return [...document.querySelectorAll('.icon, .step, .go, .plus, .new')]
              .filter(e => e.checkVisibility())
              .filter(e => getComputedStyle(e, '::before').forcedColorAdjust !== 'none'
                || contrast(getComputedStyle(e, '::before').backgroundColor) < 3)
              .map(e => e.outerHTML.slice(0, 90))
            """)
        #expect(faint == [])
        for _ in 0..<24 {
          try await page.browser.press(.tab)
          let ring = try await page.browser.evaluate(
            Page.contrast + """
              const e = document.activeElement;
              if (e === document.body) return '';
              // The field for new items has its ring around the whole form.
              const style = getComputedStyle(e.id === 'new' ? e.form : e);
              return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
                && contrast(style.outlineColor) >= 3 ? '' : e.outerHTML.slice(0, 90)
              """)
          #expect(ring == "")
        }
      }
    }

    @Test(arguments: [true, false])
    func `who wants little motion gets none`(isReduced: Bool) async throws {
      try await visit(.on) { page in
        try await page.add("A", "B")
        try await page.browser.setMedia(reducedMotion: isReduced)
        // The row that a link points at is tinted for a while.
        try await page.open("/#item-\(try await page.id(of: "A"))")
        let moves = try await page.browser.evaluate(
          "return document.getAnimations().filter(a => !(a.timeline instanceof ScrollTimeline)).length"
        ).number
        #expect((moves == 0) == isReduced)
      }
    }

    @Test func `at 400 per cent, with twice the text and with wide letters nothing is lost`()
      async throws
    {
      try await visit(.off) { page in
        var tour = try await Tour(page)
        try await tour.run { name in
          try await page.browser.setWidth(320, scale: 4)
          #expect(try await page.browser.evaluate(Page.overflow) == "", "\(name) at 400 %")
          try await page.browser.setWidth(640)
          // Text spacing of WCAG 2.2, 1.4.12, set as a person's own style sheet does.
          try await page.browser.evaluate(
            """
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(`html { font-size: 200% !important } * { line-height: 1.5 !important;
              letter-spacing: .12em !important; word-spacing: .16em !important }
              p { margin-block-end: 2em !important }`);
            document.adoptedStyleSheets = [sheet];
            """)
          #expect(try await page.browser.evaluate(Page.overflow) == "", "\(name) in large letters")
          try await page.browser.evaluate("document.adoptedStyleSheets = []")
          try await page.browser.setWidth(1280)
        }
      }
    }
  }
}

extension Page {
  /// The elements of a selector that are shown, as the beginnings of their markup.
  func visible(_ selector: String) async throws -> [String] {
    try await browser.evaluate(
      """
      return [...document.querySelectorAll(arguments[0])]
        .filter(e => e.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true}))
        .map(e => e.outerHTML.slice(0, 90))
      """, .string(selector)
    ).strings
  }

  /// A script: the elements whose text does not fit into them.
  static let cut = """
    return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility())
      .filter(e => getComputedStyle(e).display !== 'inline'
        && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1))
      .map(e => e.outerHTML.slice(0, 90))
    """

  /// A script: what makes the page wider than its window, or nothing.
  static let overflow = """
    const wide = [...document.querySelectorAll('body *')].filter(e =>
      e.getBoundingClientRect().right > innerWidth + 1 && e.checkVisibility());
    return document.scrollingElement.scrollWidth > innerWidth
      ? wide.map(e => e.outerHTML.slice(0, 80)).join('\\n') || 'the page' : ''
    """

  /// A script: how a colour stands out from the page's ground (WCAG 2.2, contrast ratio).
  static let contrast = """
    const rgb = color => {
      const pen = new OffscreenCanvas(1, 1).getContext('2d');
      pen.fillStyle = color; pen.fillRect(0, 0, 1, 1);
      return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = color => rgb(color).map(c => c / 255)
      .map(c => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
      .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
    const contrast = color => {
      const [a, b] = [light(color), light(getComputedStyle(document.documentElement).backgroundColor)];
      return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    };

    """
}
