import Foundation
import Synchronization

/// What the tests need of this machine, and the one browser that they share.
enum Equipment {
  /// Set where a missing browser is a failure, as in continuous integration.
  static let isRequired = ProcessInfo.processInfo.environment["MODOSU_REQUIRE_BROWSER"] != nil

  /// Chromium and its driver, if they are installed.
  static let browserPaths: (chromium: String, driver: String)? = {
    guard let chromium = find("chromium") ?? find("google-chrome"),
      let driver = find("chromedriver")
    else { return nil }
    return (chromium, driver)
  }()

  /// The text of axe-core, if `MODOSU_AXE` names its file.
  static let axe: String? = ProcessInfo.processInfo.environment["MODOSU_AXE"].flatMap {
    try? String(contentsOfFile: $0, encoding: .utf8)
  }

  /// The built program, which lies beside the tests.
  static let program: URL? = {
    let bundles = Bundle.allBundles.map(\.bundleURL)
    for start in [URL(filePath: CommandLine.arguments[0])] + bundles {
      var folder = start.deletingLastPathComponent()
      for _ in 0..<4 {
        let program = folder.appending(path: "modosu")
        if FileManager.default.isExecutableFile(atPath: program.path(percentEncoded: false)),
          !program.hasDirectoryPath
        {
          return program
        }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }()

  /// The browser, started when the first test asks for it.
  static func browser() async throws -> Browser {
    try await shared.browser()
  }

  private static let shared = SharedBrowser()

  private static func find(_ program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// Something that a test needs is not there.
struct MissingEquipment: Error {
  let name: String
}

private actor SharedBrowser {
  private var running: Browser?

  func browser() async throws -> Browser {
    if let running { return running }
    guard let paths = Equipment.browserPaths else {
      throw MissingEquipment(name: "chromium and chromedriver")
    }
    let browser = try await Browser(chromium: paths.chromium, driver: paths.driver)
    running = browser
    return browser
  }
}
