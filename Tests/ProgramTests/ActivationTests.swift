import Foundation
import Kernel
import Testing

@Suite struct ActivationTests {
  @Test func `a socket that listens already is served, the first visitor too, and left when idle`()
    throws
  {
    let program = try BuiltProgram()
    let listener = try Listener(on: .ipv4Loopback(port: 0), backlog: 16)
    let socket = FileHandle(fileDescriptor: listener.descriptor.number, closeOnDealloc: false)
    for _ in 0..<2 {
      // The visitor is there before the program is.
      let visitor = try ClientConnection(to: listener.address)
      try visitor.send(
        Array("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
      let (process, greeting) = try program.serve("--idle-exit", "1s", socket: socket)
      let answer = String(decoding: try visitor.receiveAll(), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(greeting.contains("http://127.0.0.1:\(listener.address.port)/"))
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }

  @Test func `what is no listening socket is refused`() throws {
    let program = try BuiltProgram()
    #expect(throws: BuiltProgram.Missing.self) {
      try program.serve(socket: FileHandle(forReadingAtPath: "/dev/null") ?? .nullDevice)
    }
  }
}
