import Foundation
import Testing

/// The site in a tab of its own: what a person does there and sees there.
struct Page: Sendable {
  let browser: Browser
  let port: Int

  // MARK: Going places

  /// Two host names have two jars of cookies: `127.0.0.1` is another person.
  func open(_ path: String = "/", host: String = "localhost") async throws {
    try await browser.open("http://\(host):\(port)\(path)")
  }

  /// The address without its origin.
  func path() async throws -> String {
    try await browser.evaluate(
      "return location.pathname + location.search + location.hash"
    ).string ?? ""
  }

  // MARK: Doing

  /// Clicks an element, once the page that has it is there.
  func click(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await expect(true, sourceLocation: sourceLocation) {
      try await browser.find(selector).click()
      return true
    }
  }

  /// Opens a further tab as `visit` opened the first one, and shows it.
  func showNewTab(_ scripts: Scripts) async throws {
    try await browser.show(try await browser.makeTab())
    try await browser.setScripts(scripts)
    try await browser.setColors(dark: false)
    try await open()
  }

  /// Types a title into the field for new items and presses Enter.
  func add(_ titles: String...) async throws {
    for title in titles {
      let before = try await titleList().count
      try await browser.find("#new").type(title)
      try await browser.press(.enter)
      try await expect(before + 1) { try await titleList().count }
    }
  }

  /// Presses a button in an item's row.
  func press(_ action: Action, on title: String) async throws {
    // The driver holds what is in a closed `details` to be hidden; the style shows it all the same.
    try await browser.find(selector(action, try await id(of: title))).click(times: 1)
  }

  enum Action: String {
    case done, open, favorite, unfavorite, up, down, delete
  }

  func selector(_ action: Action, _ id: String) -> String {
    "#item-\(id) button[value=\(action.rawValue)]"
  }

  func openItem(_ title: String) async throws {
    try await click("#item-\(try await id(of: title)) .title")
    try await expect(true) { try await isShown("#edit") }
  }

  // MARK: Seeing

  func id(of title: String) async throws -> String {
    let found = try await browser.evaluate(
      """
      return [...document.querySelectorAll('.item')]
        .find(e => e.querySelector('.title').textContent === arguments[0])?.id.slice(5)
      """, .string(title))
    return try #require(found.string, "no item “\(title)” is shown")
  }

  func titleList() async throws -> [String] { try await texts(".item .title") }

  func texts(_ selector: String) async throws -> [String] {
    try await browser.evaluate(
      "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent.trim())",
      .string(selector)
    ).strings
  }

  func text(_ selector: String) async throws -> String? { try await texts(selector).first }

  func isShown(_ selector: String) async throws -> Bool {
    try await browser.evaluate(
      "return document.querySelector(arguments[0]) !== null", .string(selector)
    ).bool ?? false
  }

  /// What has the focus: its id, else its element's name; in a row the control and the item's id.
  func focus() async throws -> String {
    try await browser.evaluate("return " + Self.focus).string ?? ""
  }

  /// That as a script.
  static let focus = """
    (e => {
      const row = e.closest('.item');
      if (!row || row === e) return e.id || e.localName;
      const words = {d: 'done', l: 'link', s: 'star', m: 'more', u: 'up', n: 'down', x: 'delete'};
      return `${words[e.id[0]]}-${row.id.slice(5)}`;
    })(document.activeElement)
    """

  func note() async throws -> String { try await text("#note") ?? "" }

  // MARK: Expecting

  /// Waits for the titles of the rows to be these, in this order.
  func expectTitles(
    _ titles: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(titles, sourceLocation: sourceLocation) { try await titleList() }
  }

  func expectNote(
    _ note: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(note, sourceLocation: sourceLocation) { try await self.note() }
  }

  func expectFocus(
    _ id: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(id, sourceLocation: sourceLocation) { try await focus() }
  }

  func expectText(
    _ selector: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(text, sourceLocation: sourceLocation) { try await self.text(selector) }
  }

  func expectPath(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(path, sourceLocation: sourceLocation) { try await self.path() }
  }
}

/// Waits until what is read is what is expected. A page follows a click when it can, so the test
/// asks again for as long as that may take on a busy machine; an answer that stays another one is
/// an issue.
func expect<Value: Equatable & Sendable>(
  _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation,
  _ read: () async throws -> Value?
) async throws {
  let patience = ContinuousClock.now + .seconds(8)
  var actual: Value?
  repeat {
    do {
      actual = try await read()
      if actual == expected { break }
    } catch let error as WebDriverError where error.isPassing {
      // The page was just being left.
    }
    try await Task.sleep(for: .milliseconds(20))
  } while ContinuousClock.now < patience
  #expect(actual == expected, sourceLocation: sourceLocation)
}

extension WebDriverError {
  /// What a command meets while one page takes the place of another.
  var isPassing: Bool {
    ["stale element reference", "no such element", "javascript error", "unknown error"]
      .contains(code)
  }
}
