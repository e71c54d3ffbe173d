/// An element of the page that a tab shows.
struct Element: Sendable {
  /// The name of the member that holds an element's id (WebDriver, section 12.2).
  static let key = "element-6066-11e4-a52e-4f735466cecf"

  let browser: Browser
  let id: String

  /// The element as an argument of a script.
  var reference: JSON { [Self.key: .string(id)] }

  func click() async throws { try await browser.post(path + "/click") }
  /// Clicks where the element is, as a mouse does, faster than a hand can.
  func click(times: Int) async throws {
    let move: JSON = ["type": "pointerMove", "origin": reference, "x": 0, "y": 0]
    let click: [JSON] = [
      ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0],
    ]
    let clicks = repeatElement(click, count: times).flatMap { $0 }
    try await browser.evaluate("arguments[0].scrollIntoView({block: 'center'})", reference)
    try await browser.post(
      "/actions",
      ["actions": [["type": "pointer", "id": "mouse", "actions": .array([move] + clicks)]]])
  }

  /// Drags the element with the mouse to a place in another one, as far from that one's middle as
  /// said. Without a screen nobody but DevTools can carry what the browser has begun to drag.
  func drag(to other: Element, y: Int = 0) async throws {
    let places =
      try await browser.evaluate(
        """
        return [...arguments].map(e => {
          const box = e.getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2].map(Math.round);
        }).flat()
        """, reference, other.reference
      ).array?.compactMap(\.number) ?? []
    guard places.count == 4 else {
      throw WebDriverError(command: "drag", code: "no such element", message: id)
    }
    let target = (x: places[2], y: places[3] + Double(y))
    try await browser.devTools("Input.setInterceptDrags", ["enabled": true])
    func mouse(_ type: String, x: Double, y: Double) async throws {
      try await browser.devTools(
        "Input.dispatchMouseEvent",
        [
          "type": .string(type), "x": .number(x), "y": .number(y), "button": "left", "buttons": 1,
          "clickCount": 1,
        ])
    }
    try await mouse("mousePressed", x: places[0], y: places[1])
    for step in [4.0, 8, 12] {
      try await mouse("mouseMoved", x: places[0] + step, y: places[1] + step)
    }
    for type in ["dragEnter", "dragOver", "dragOver", "drop"] {
      try await browser.devTools(
        "Input.dispatchDragEvent",
        [
          "type": .string(type), "x": .number(target.x), "y": .number(target.y),
          "data": ["items": [], "dragOperationsMask": 1],
        ])
    }
    try await mouse("mouseReleased", x: target.x, y: target.y)
    try await browser.devTools("Input.setInterceptDrags", ["enabled": false])
  }

  func clear() async throws { try await browser.post(path + "/clear") }

  /// Gives the element the focus and types.
  func type(_ text: String) async throws {
    try await browser.post(path + "/value", ["text": .string(text)])
  }

  /// Puts a text in the place of what is there.
  func retype(_ text: String) async throws {
    try await clear()
    try await type(text)
  }

  func text() async throws -> String { try await browser.get(path + "/text").string ?? "" }
  func label() async throws -> String {
    try await browser.get(path + "/computedlabel").string ?? ""
  }
  func role() async throws -> String {
    try await browser.get(path + "/computedrole").string ?? ""
  }
  func attribute(_ name: String) async throws -> String? {
    try await browser.get(path + "/attribute/" + name).string
  }
  func value() async throws -> String {
    try await browser.get(path + "/property/value").string ?? ""
  }
  func isEnabled() async throws -> Bool { try await browser.get(path + "/enabled").bool ?? false }
  func isSelected() async throws -> Bool {
    try await browser.get(path + "/selected").bool ?? false
  }

  private var path: String { "/element/\(id)" }
}

/// A key that is not simply a character, as WebDriver writes it (section 17.4.2), or one that is.
struct Key: Sendable, ExpressibleByStringLiteral {
  let code: String

  init(stringLiteral code: String) { self.code = code }

  static let tab: Key = "\u{E004}"
  static let enter: Key = "\u{E007}"
  static let shift: Key = "\u{E008}"
  static let control: Key = "\u{E009}"
  static let alt: Key = "\u{E00A}"
  static let escape: Key = "\u{E00C}"
  static let space: Key = " "
  static let end: Key = "\u{E010}"
  static let up: Key = "\u{E013}"
  static let down: Key = "\u{E015}"
  static let backspace: Key = "\u{E003}"
  static let delete: Key = "\u{E017}"
}
