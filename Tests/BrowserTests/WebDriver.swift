import Foundation

/// A conversation with `chromedriver`: W3C WebDriver, JSON over HTTP.
final class WebDriver: Sendable {
  private let process: ChildProcess
  private let port: Int

  /// Starts `chromedriver` at a free port.
  init(executable: String) throws {
    let announced = /started successfully on port (\d+)/
    process = try ChildProcess(executable, ["--port=0"]) { $0.contains(announced) }
    port = process.greeting.firstMatch(of: announced).flatMap { Int($0.output.1) } ?? 0
  }

  /// Sends a command and returns its value.
  ///
  /// - Throws: `WebDriverError` if the driver or the browser refuses it.
  @discardableResult
  func send(_ method: String, _ path: String, _ parameters: JSON? = nil) throws -> JSON {
    let body = method == "POST" ? try JSONEncoder().encode(parameters ?? [:]) : Data()
    let answer = try Wire.send(method, path, port: port, type: "application/json", body: body)
    let value = try JSONDecoder().decode(JSON.self, from: answer.body)["value"]
    guard answer.status == 200 else {
      throw WebDriverError(
        command: "\(method) \(path)", code: value["error"].string ?? "",
        message: value["message"].string ?? "")
    }
    return value
  }

  func stop() { process.stop() }
}

/// A command that the driver refused; `code` is one of those of WebDriver, section 6.6.
struct WebDriverError: Error, CustomStringConvertible {
  let command: String
  let code: String
  let message: String

  var description: String {
    "\(command): \(code): \(message.prefix { $0 != "\n" })"
  }
}
