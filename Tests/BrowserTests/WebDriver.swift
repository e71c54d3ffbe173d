import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A conversation with `chromedriver`: W3C WebDriver, JSON over HTTP.
final class WebDriver: Sendable {
  private let process: ChildProcess
  private let base: String

  /// Starts `chromedriver` at a free port.
  init(executable: String) throws {
    let announced = /started successfully on port (\d+)/
    process = try ChildProcess(executable, ["--port=0"]) { $0.contains(announced) }
    let port = process.greeting.firstMatch(of: announced)?.output.1 ?? ""
    base = "http://127.0.0.1:\(port)"
  }

  /// Sends a command and returns its value.
  ///
  /// - Throws: `WebDriverError` if the driver or the browser refuses it.
  @discardableResult
  func send(_ method: String, _ path: String, _ parameters: JSON? = nil) async throws -> JSON {
    guard let url = URL(string: base + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url, timeoutInterval: 60)
    request.httpMethod = method
    if method == "POST" {
      request.httpBody = try JSONEncoder().encode(parameters ?? [:])
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    let value = try JSONDecoder().decode(JSON.self, from: data)["value"]
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
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
