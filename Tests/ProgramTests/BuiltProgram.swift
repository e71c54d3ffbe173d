import Foundation

/// The program as it was built beside the tests, and a folder of its own for what it writes.
final class BuiltProgram: Sendable {
  let folder: URL
  private let program: URL

  struct Missing: Error {}

  /// What a command came to.
  struct Outcome {
    let status: Int32
    let output: String
    let error: String
  }

  init() throws {
    guard let program = Self.find() else { throw Missing() }
    self.program = program
    folder = FileManager.default.temporaryDirectory
      .appending(path: "modosu-program-\(UUID().uuidString)")
    for name in ["data", "run"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func find() -> URL? {
    let bundles = Bundle.allBundles.map(\.bundleURL)
    for start in [URL(filePath: CommandLine.arguments[0])] + bundles {
      var folder = start.deletingLastPathComponent()
      for _ in 0..<4 {
        let program = folder.appending(path: "modosu")
        let path = program.path(percentEncoded: false)
        if FileManager.default.isExecutableFile(atPath: path) { return program }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }

  func path(_ name: String) -> String {
    folder.appending(path: name).path(percentEncoded: false)
  }

  /// Writes a file of the folder, for its owner alone.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: path(name))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// Runs a command to its end.
  ///
  /// - Parameter error: what takes its standard error instead.
  func run(_ arguments: String..., error: FileHandle? = nil) throws -> Outcome {
    try run(arguments, error: error)
  }

  func run(_ arguments: [String], error: FileHandle? = nil) throws -> Outcome {
    let output = Pipe()
    let errors = Pipe()
    let process = try start(
      arguments, input: .nullDevice, output: output, error: error ?? errors)
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let complaint =
      error == nil
      ? String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) : ""
    return Outcome(status: process.terminationStatus, output: said, error: complaint)
  }

  /// Serves, with what the standard input is as the socket that a supervisor opened; ends with
  /// `stop`.
  func serve(
    _ arguments: String..., socket: FileHandle? = nil
  ) throws -> (process: Process, greeting: String) {
    let output = Pipe()
    let process = try start(
      arguments + ["--port", "0"], input: socket ?? .nullDevice, output: output,
      error: FileHandle.nullDevice, takesSocket: socket != nil)
    var text = ""
    while !text.contains("Ctrl-C") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { throw Missing() }
      text += String(decoding: data, as: UTF8.self)
    }
    return (process, text)
  }

  func stop(_ process: Process) {
    process.terminate()
    process.waitUntilExit()
  }

  /// What a program built with a sanitizer is to leave out, as the tests themselves.
  private static let sanitizerOptions = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
  }

  private func start(
    _ arguments: [String], input: FileHandle, output: Pipe, error: Any, takesSocket: Bool = false
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // A supervisor names the process by its number, which is that of the shell before it.
    let script =
      takesSocket
      ? #"export LISTEN_PID=$$ LISTEN_FDS=1; exec "$0" "$@" 3<&0 </dev/null"# : #"exec "$0" "$@""#
    process.arguments =
      ["-c", script, program.path(percentEncoded: false)] + arguments + ["--data", path("data")]
    process.environment = Self.sanitizerOptions.merging(
      ["XDG_RUNTIME_DIR": path("run"), "PATH": "/usr/bin:/bin"]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = error
    // Threads of the test runner block signals, and the program would inherit that.
    var none = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    return process
  }
}
