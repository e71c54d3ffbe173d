import Foundation

/// A program that the tests started. It ends with the test process, however that ends: a shell
/// waits for the end of its own input, which this process holds, and then ends its process group.
final class ChildProcess: Sendable {
  /// The lines that the program printed before `ready` found what it looked for.
  let greeting: String
  private let shell: Process
  private let input: Pipe

  /// Starts a program and waits until it has printed a text that shows that it is ready.
  init(_ path: String, _ arguments: [String], ready: (String) -> Bool) throws {
    let shell = Process()
    let input = Pipe()
    let output = Pipe()
    shell.executableURL = URL(filePath: "/bin/sh")
    let script = #"exec 3<&0; "$@" </dev/null 3<&- & cat <&3 >/dev/null; kill $! ; wait $!"#
    shell.arguments = ["-c", script, "sh", path] + arguments
    shell.standardInput = input
    shell.standardOutput = output
    // Whoever waits for the end of this process's output must not wait for that program's.
    shell.standardError = FileHandle.nullDevice
    try Self.withoutBlockedSignals { try shell.run() }
    var text = ""
    while !ready(text) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { throw ChildProcessError(program: path, said: text) }
      text += String(decoding: data, as: UTF8.self)
    }
    greeting = text
    self.shell = shell
    self.input = input
  }

  /// Threads of the test runner block signals, and a program inherits that from the thread that
  /// starts it: it could not be ended.
  private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    shell.waitUntilExit()
  }
}

/// A program that ended before it was ready.
struct ChildProcessError: Error {
  let program: String
  let said: String
}
