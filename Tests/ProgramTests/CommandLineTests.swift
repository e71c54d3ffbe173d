import Foundation
import Glibc
import Testing

@Suite struct CommandLineTests {
  let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  @Test func `commands work on the folder, and what they did can be undone`() throws {
    #expect(try program.run("add", "Buy", "milk").output == "Added “Buy milk”\n")
    #expect(try program.run("list").output.contains("Buy milk"))
    #expect(try program.run("done", "Buy milk", "--json").output.contains(#""completed":"2"#))
    #expect(try program.run("undo", "--steps", "2").status == 0)
    #expect(!(try program.run("list").output.contains("Buy milk")))
  }

  @Test(arguments: [
    (["done", "nothing"], 1), (["add"], 64), (["add", "x", "--unknown"], 64),
    (["export", "pdf"], 64), (["import", "missing.txt"], 1), (["list", "--help"], 0),
  ])
  func `the status says how it went`(_ arguments: [String], _ status: Int) throws {
    let outcome = try program.run(arguments)
    #expect(outcome.status == Int32(status))
    #expect(outcome.error.isEmpty == (status == 0))
  }

  @Test func `a server that asks for a token is told it`() throws {
    try program.write("a token of many letters\n", to: "token")
    try program.write("another-token-of-many-letters\n", to: "wrong")
    // The token is the first word, so this one is too short to be any.
    #expect(try program.run("--access-token-file", program.path("token")).status == 1)
    try program.write("token-of-many-letters\n", to: "token")
    let (server, _) = try program.serve("--access-token-file", program.path("token"))
    defer { program.stop(server) }
    // The server said where its token is.
    #expect(try program.run("add", "Milk").status == 0)
    #expect(try program.run("list").output.contains("Milk"))
    let wrong = try program.run("list", "--access-token-file", program.path("wrong"))
    #expect(wrong.status == 1)
    #expect(wrong.error.contains("--access-token-file"))
    // A notice that does not say it, as an older server leaves it.
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: program.path("run")).first)
    let notice = try program.read("run/\(name)").split(separator: " ")
    #expect(
      notice.last
        == "\(URL(filePath: program.path("token")).resolvingSymlinksInPath().path(percentEncoded: false))\n"
    )
    try program.write("\(notice[0]) \(notice[1])\n", to: "run/\(name)")
    #expect(try program.run("list").status == 1)
    let right = try program.run("list", "--access-token-file", program.path("token"))
    #expect(right.output.contains("Milk"))
  }

  @Test(arguments: [false, true])
  func `an import is one step, and shows how far it is on a terminal only`(
    throughServer: Bool
  ) throws {
    let server = throughServer ? try program.serve().process : nil
    defer { if let server { program.stop(server) } }
    let lines = (1...2_000).map { "item \($0) +Many" }.joined(separator: "\n")
    try program.write(lines, to: "many.txt")
    let terminal = try Terminal()
    let shown = try program.run("import", program.path("many.txt"), error: terminal.far)
    #expect(shown.status == 0)
    #expect(shown.output == "Imported 2,000 items\n")
    #expect(terminal.said().contains("\r\u{1B}[K["))
    #expect(try program.run("export", "txt").output.split(separator: "\n").count == 2_000)
    #expect(try program.run("undo").status == 0)
    #expect(try program.run("export", "txt").output == "")
    #expect(try program.run("import", program.path("many.txt"), "--json").error == "")
    let json = try Terminal()
    _ = try program.run("import", program.path("many.txt"), "--json", error: json.far)
    #expect(json.said() == "")
    #expect(try program.run("import", program.path("data/journal.jsonl")).status == 1)
  }
}

/// A terminal without a person.
private final class Terminal {
  let far: FileHandle
  private let near: FileHandle

  struct Failure: Error {}

  init() throws {
    // The C library does not show `posix_openpt` and its like here, so this is Linux alone.
    let number = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var locked: CInt = 0
    var name: CInt = 0
    guard number >= 0, unsafe ioctl(number, UInt(0x4004_5431), &locked) == 0,
      unsafe ioctl(number, UInt(0x8004_5430), &name) == 0,
      case let other = unsafe open("/dev/pts/\(name)", O_RDWR | O_NOCTTY), other >= 0
    else { throw Failure() }
    near = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    far = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
  }

  /// What was written to it and not yet read.
  func said() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe Glibc.read(near.fileDescriptor, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}
