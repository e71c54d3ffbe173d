import Foundation
import Testing

/// Headless Chromium, driven through WebDriver and, where that has no words, through DevTools.
final class Browser: Sendable {
  private let driver: WebDriver
  private let session: String

  init(chromium: String, driver path: String) async throws {
    driver = try WebDriver(executable: path)
    var arguments: [JSON] = [
      "--headless=new", "--disable-dev-shm-usage", "--window-size=1280,900", "--lang=en-US",
    ]
    // Chromium refuses its sandbox to root, which is who runs tests in containers.
    if getuid() == 0 { arguments.append("--no-sandbox") }
    let made = try driver.send(
      "POST", "/session",
      [
        "capabilities": [
          "alwaysMatch": [
            "goog:chromeOptions": ["binary": .string(chromium), "args": .array(arguments)],
            "goog:loggingPrefs": ["browser": "ALL"],
            "unhandledPromptBehavior": ["beforeUnload": "ignore", "default": "dismiss and notify"],
          ]
        ]
      ])
    session = "/session/\(made["sessionId"].string ?? "")"
  }

  func quit() async throws {
    try driver.send("DELETE", session)
    driver.stop()
  }

  // MARK: Pages

  func open(_ address: String) async throws {
    try await post("/url", ["url": .string(address)])
  }

  func back() async throws { try await post("/back") }
  func forward() async throws { try await post("/forward") }
  func reload() async throws { try await post("/refresh") }
  func address() async throws -> String { try await get("/url").string ?? "" }
  func title() async throws -> String { try await get("/title").string ?? "" }

  /// Evaluates the body of a function in the page. It works with the page's own scripts off.
  @discardableResult
  func evaluate(_ body: String, _ arguments: JSON...) async throws -> JSON {
    try await post("/execute/sync", ["script": .string(body), "args": .array(arguments)])
  }

  /// The same for a function that calls its last argument back.
  func evaluateLater(_ body: String, _ arguments: JSON...) async throws -> JSON {
    try await post("/execute/async", ["script": .string(body), "args": .array(arguments)])
  }

  // MARK: Elements

  func find(_ selector: String) async throws -> Element {
    let found = try await post(
      "/element", ["using": "css selector", "value": .string(selector)])
    return Element(browser: self, id: found[Element.key].string ?? "")
  }

  func focused() async throws -> Element {
    Element(browser: self, id: try await get("/element/active")[Element.key].string ?? "")
  }

  // MARK: Keys

  /// Presses keys one after the other while others are held.
  func press(_ keys: Key..., holding held: [Key] = []) async throws {
    var actions: [JSON] = held.map { ["type": "keyDown", "value": .string($0.code)] }
    for key in keys {
      actions.append(["type": "keyDown", "value": .string(key.code)])
      actions.append(["type": "keyUp", "value": .string(key.code)])
    }
    actions += held.reversed().map { ["type": "keyUp", "value": .string($0.code)] }
    try await post(
      "/actions",
      ["actions": [["type": "key", "id": "keyboard", "actions": .array(actions)]]])
  }

  /// Types into whatever has the focus.
  func type(_ text: String) async throws {
    var actions: [JSON] = []
    for character in text {
      actions.append(["type": "keyDown", "value": .string(String(character))])
      actions.append(["type": "keyUp", "value": .string(String(character))])
    }
    try await post(
      "/actions",
      ["actions": [["type": "key", "id": "keyboard", "actions": .array(actions)]]])
  }

  // MARK: Tabs and dialogs

  typealias Tab = String

  func tabs() async throws -> [Tab] { try await get("/window/handles").strings }

  func makeTab() async throws -> Tab {
    try await post("/window/new", ["type": "tab"])["handle"].string ?? ""
  }

  func show(_ tab: Tab) async throws { try await post("/window", ["handle": .string(tab)]) }

  func closeTab() async throws { try driver.send("DELETE", session + "/window") }

  /// The text of the question that the browser asks, if it asks one.
  func question() async throws -> String? {
    do {
      return try await get("/alert/text").string ?? ""
    } catch let error as WebDriverError where error.code == "no such alert" {
      return nil
    }
  }

  func answer(_ yes: Bool) async throws {
    try await post(yes ? "/alert/accept" : "/alert/dismiss")
  }

  /// A picture of what is shown, as PNG.
  func screenshot() async throws -> Data {
    Data(base64Encoded: try await get("/screenshot").string ?? "") ?? Data()
  }

  // MARK: DevTools

  @discardableResult
  func devTools(_ command: String, _ parameters: JSON = [:]) async throws -> JSON {
    try await post("/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
  }

  func setScripts(_ scripts: Scripts) async throws {
    try await devTools(
      "Emulation.setScriptExecutionDisabled", ["value": .bool(scripts == .off)])
  }

  func setColors(dark: Bool) async throws { try await setMedia(dark: dark) }

  /// What style sheets are told about the medium and the person's wishes.
  func setMedia(
    _ medium: String = "", dark: Bool = false, forcedColors: Bool = false,
    reducedMotion: Bool = true
  ) async throws {
    let features: [(String, String)] = [
      ("prefers-color-scheme", dark ? "dark" : "light"),
      ("forced-colors", forcedColors ? "active" : "none"),
      ("prefers-reduced-motion", reducedMotion ? "reduce" : "no-preference"),
    ]
    try await devTools(
      "Emulation.setEmulatedMedia",
      [
        "media": .string(medium),
        "features": .array(
          features.map { ["name": .string($0.0), "value": .string($0.1)] }),
      ])
  }

  /// - Parameter scale: pixels of the screen for one of the page, in each direction.
  func setWidth(_ width: Int, scale: Int = 1) async throws {
    try await devTools(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(width)), "height": 900, "deviceScaleFactor": .number(Double(scale)),
        "mobile": false,
      ])
  }

  func setTimeZone(_ name: String) async throws {
    try await devTools("Emulation.setTimezoneOverride", ["timezoneId": .string(name)])
  }

  func setLanguages(_ languages: String) async throws {
    try await devTools("Network.enable")
    try await devTools(
      "Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": .string(languages)]])
  }

  /// What pages have written to the console since this was last asked.
  func console() async throws -> [String] {
    try await post("/se/log", ["type": "browser"]).array?
      .compactMap { $0["message"].string } ?? []
  }

  // MARK: The wire

  @discardableResult
  func post(_ path: String, _ parameters: JSON = [:]) async throws -> JSON {
    try driver.send("POST", session + path, parameters)
  }

  func get(_ path: String) async throws -> JSON {
    try driver.send("GET", session + path)
  }
}

/// Whether pages may run their scripts.
enum Scripts: String, CaseIterable, CustomTestStringConvertible {
  case off, on

  var testDescription: String { "scripts \(rawValue)" }
}
