import Foundation
import Testing

/// Every page of the site, with texts that are hard to show.
struct Tour {
  let page: Page
  private let first: String
  private var second = ""
  private var item = ""
  private var gone = ""

  /// A word of 300 letters, and one that is written from right to left.
  static let longWord = String(repeating: "Donaudampfschiff", count: 19).prefix(300)
  static let title = "\(longWord) שלום 買い物 & <b>"

  /// Fills the site.
  init(_ page: Page) async throws {
    self.page = page
    first = try #require(try await page.listID())
  }

  /// Shows each page in turn.
  mutating func run(_ visit: (String) async throws -> Void) async throws {
    try await showEmptyPages(visit)
    try await fill()
    try await showFilledPages(visit)
    try await showRefusals(visit)
    try await showConflicts(visit)
  }

  private func show(
    _ name: String, _ path: String, _ visit: (String) async throws -> Void
  ) async throws {
    try await page.open(path)
    try await visit(name)
  }

  private func showEmptyPages(_ visit: (String) async throws -> Void) async throws {
    try await show("a list without items", "/", visit)
    try await show("no favourites", "/favorites", visit)
    try await show("nothing deleted", "/deleted", visit)
    try await show("no history", "/history", visit)
    try await show("statistics of nothing", "/stats", visit)
    try await show("a search for nothing", "/search", visit)
    try await show("a page that is not there", "/nothing", visit)
  }

  private mutating func fill() async throws {
    try await page.open()
    try await page.makeList(String(Self.longWord))
    try await expect(2) { try await page.lists().count }
    second = try #require(try await page.listID())
    try await page.add(Self.title, "Milk", "Bread")
    item = try await page.id(of: Self.title)
    gone = try await page.id(of: "Bread")
    try await page.press(.favorite, on: Self.title)
    try await expect(true) { try await page.note().hasSuffix("a favourite") }
    try await page.press(.done, on: "Milk")
    try await page.expectNote("Marked “Milk” as done")
    try await page.press(.delete, on: "Bread")
    try await page.expectNote("Deleted “Bread”")
    try await page.openItem(Self.title)
    try await page.browser.find("#detail").type("\(Self.longWord)\n\n  two")
    try await page.click("#count-plus-2")
    try await expect("2") { try await page.browser.find("#count").value() }
    for number in 1...101 {
      try page.post("/items", "list=\(first)&title=Item+\(number)")
    }
  }

  private func showFilledPages(_ visit: (String) async throws -> Void) async throws {
    try await visit("an item with a message")
    try await show("a list", "/lists/\(second)", visit)
    try await show("a filtered list", "/lists/\(second)?show=done&sort=title&q=milk", visit)
    try await show("a filter without matches", "/lists/\(second)?q=zebra", visit)
    try await show("the second page of a list", "/lists/\(first)?page=2", visit)
    try await show("a list's own page", "/lists/\(second)/edit", visit)
    try await show("an item", "/items/\(item)", visit)
    try await show("a deleted item", "/items/\(gone)", visit)
    try await show("a search", "/search?q=donau", visit)
    try await show("a search without results", "/search?q=\(Self.longWord)", visit)
    try await show("favourites", "/favorites", visit)
    try await show("deleted things", "/deleted", visit)
    try await page.open("/lists/\(second)")
    try await page.click("#undo")
    try await expect(true) { try await page.note().hasPrefix("Undid:") }
    try await show("the history", "/history", visit)
    try await show("the statistics", "/stats", visit)
    try await page.browser.evaluate("document.querySelector('.rework').open = true")
    try await visit("the numbers of each day")
    try await show("files", "/import", visit)
    try await page.choose("# \(Self.longWord)\n\n- [ ] \(Self.title)\n\nlost\n", as: "tour.md")
    try await expect(true) { try await page.isShown("#preview-h") }
    try await visit("the preview of a file")
    try await page.open("/import")
    try await page.choose("{", as: "tour.json")
    try await expect(true) { try await page.isShown("[role=alert]") }
    try await visit("a refused file")
  }

  private func showRefusals(_ visit: (String) async throws -> Void) async throws {
    try await page.open("/lists/\(second)")
    try await page.browser.setValue("#new", String(repeating: "x", count: 1_001))
    try await page.click(".add button")
    try await expect(true) { try await page.isShown("[role=alert]") }
    try await visit("a refused item")
    try await page.open("/items/\(item)")
    try await page.browser.find("#title").retype(" ")
    try await page.browser.find("#count").retype("many")
    try await page.click("#edit .actions button[value=update]")
    try await expect(true) { try await page.isShown("[role=alert]") }
    try await visit("a refused update")
    try await page.open("/lists/\(second)/edit")
    try await page.browser.find("#name").retype(" ")
    try await page.browser.press(.enter)
    try await expect(true) { try await page.isShown("[role=alert]") }
    try await visit("a refused name")
    try await page.open("/lists/\(first)")
    try await page.makeList("Short-lived")
    try await page.expectText("h1", "Short-lived")
    let third = try #require(try await page.listID())
    try page.post("/lists/\(third)", "do=delete")
    try await show("a deleted list", "/lists/\(third)", visit)
  }

  private func showConflicts(_ visit: (String) async throws -> Void) async throws {
    try await page.open("/items/\(item)")
    try await page.browser.find("#title").retype("Mine \(Self.longWord)")
    try page.post("/items/\(item)", "do=update&title=Theirs+\(Self.longWord)")
    try await page.click("#edit .actions button[value=update]")
    try await page.expectText("h1", "Compare versions")
    try await visit("two versions")
    try await page.click(".actions button[value=update]")
    try await page.expectText("h1", String(Self.longWord))
    try page.post("/items/\(item)", "do=update&title=Again+\(Self.longWord)")
    try await page.click("#undo")
    try await expect(true) { try await page.isShown("[role=alert]") }
    try await visit("a step that cannot be taken")
  }
}

extension Page {
  /// The id of the list whose page is shown.
  func listID() async throws -> String? {
    try await browser.evaluate("return document.querySelector('.add [name=list]')?.value").string
  }
}

extension Browser {
  /// Fills a field at once, as pasting does.
  func setValue(_ selector: String, _ text: String) async throws {
    try await evaluate(
      "document.querySelector(arguments[0]).value = arguments[1]", .string(selector),
      .string(text))
  }
}
