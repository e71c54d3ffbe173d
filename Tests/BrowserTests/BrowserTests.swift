import Testing

/// What people do with the site, in a real browser. All share one browser, so one test runs at a
/// time; each has a server, a folder and a tab of its own.
@Suite(
  .serialized,
  .enabled(
    if: Equipment.isRequired || Equipment.browserPaths != nil,
    "chromium and chromedriver are not installed"))
enum BrowserTests {}

/// Serves a new site, opens it in a new tab, and sees to it that the console stayed empty.
func visit(
  _ scripts: Scripts, token: String? = nil, room: Int? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (Page) async throws -> Void
) async throws {
  let browser = try await Equipment.browser()
  let program = try Program(token: token, room: room)
  defer { program.stop() }
  try await browser.startAfresh()
  _ = try await browser.console()
  try await browser.setScripts(scripts)
  try await browser.setColors(dark: false)
  let page = Page(browser: browser, port: program.port)
  try await page.open()
  try await body(page)
  // A refusal has a status of 400 and more, of which Chromium tells; all else is a mistake of ours:
  // a script that fails, a breach of the Content Security Policy or of Trusted Types.
  let messages = try await browser.console().filter {
    !$0.contains(/Failed to load resource: the server responded with a status of (4|503)/)
  }
  #expect(messages == [], sourceLocation: sourceLocation)
}

extension Browser {
  /// Leaves one new tab, with nothing in its history and nothing changed by DevTools.
  fileprivate func startAfresh() async throws {
    if try await question() != nil { try await answer(true) }
    let old = try await tabs()
    let new = try await makeTab()
    for tab in old {
      try await show(tab)
      try await closeTab()
    }
    try await show(new)
  }
}
