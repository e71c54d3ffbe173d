import Glibc
import Kernel
import Synchronization
import Testing

/// Events as a test compares them.
private func wait(_ poller: inout Poller, milliseconds: Int = 10_000) throws -> [String] {
  var events: [PollEvent] = []
  try poller.wait(milliseconds: milliseconds, into: &events)
  return events.map { event in
    "\(event.token)" + (event.isReadable ? " readable" : "") + (event.isWritable ? " writable" : "")
      + (event.isEnding ? " ending" : "")
  }
}

/// Two connected sockets.
private struct Pair: ~Copyable {
  let here: Descriptor
  let there: Descriptor

  init() throws {
    var numbers: [CInt] = [0, 0]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
    try systemCall("socketpair") { unsafe socketpair(AF_UNIX, type, 0, &numbers) }
    here = Descriptor(owning: numbers[0])
    there = Descriptor(owning: numbers[1])
  }
}

@Test func `a wake-up from another thread ends a wait, and several are one`() throws {
  var poller = try Poller()
  let wakeUp = Shared(try WakeUp())
  try poller.add(wakeUp.value.receiver, token: 7, .readingLevel)
  #expect(try wait(&poller, milliseconds: 0).isEmpty)
  let thread = try Thread {
    wakeUp.value.signal()
    wakeUp.value.signal()
  }
  #expect(try wait(&poller) == ["7 readable"])
  thread.join()
  wakeUp.value.clear()
  #expect(try wait(&poller, milliseconds: 0).isEmpty)
}

/// Hands a wake-up to another thread.
private final class Shared: Sendable {
  let value: WakeUp
  init(_ value: consuming WakeUp) { self.value = value }
}

@Test func `a stream is told of once until more becomes possible`() throws {
  var poller = try Poller()
  let pair = try Pair()
  try poller.add(pair.here, token: .max - 1, .streamEdge)
  #expect(try wait(&poller) == ["18446744073709551614 writable"])
  #expect(try wait(&poller, milliseconds: 0).isEmpty)
  let octets: [UInt8] = [1, 2, 3]
  guard case .moved(3) = StreamSocket.send([octets[...]], to: pair.there) else {
    Issue.record("not sent")
    return
  }
  #expect(try wait(&poller) == ["18446744073709551614 readable writable"])
  #expect(try wait(&poller, milliseconds: 0).isEmpty)
  StreamSocket.finishSending(pair.there)
  #expect(try wait(&poller) == ["18446744073709551614 readable writable ending"])
}

@Test func `pieces are sent in order, as many as fit, and then it says that it would block`() throws
{
  let pair = try Pair()
  let pieces = (0..<200).map { ArraySlice(Array(repeating: UInt8($0), count: $0 % 3 + 1)) }
  var rest = pieces[...]
  var received: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while !rest.isEmpty {
    guard case .moved(var count) = StreamSocket.send(Array(rest), to: pair.here) else {
      Issue.record("not sent")
      return
    }
    while let piece = rest.first, count >= piece.count {
      count -= piece.count
      rest = rest.dropFirst()
    }
    #expect(count == 0)
    guard case .moved(let read) = StreamSocket.receive(from: pair.there, into: &buffer) else {
      Issue.record("not received")
      return
    }
    received += buffer[..<read]
  }
  #expect(received == Array(pieces.joined()))
  let large = [UInt8](repeating: 1, count: 1 << 22)
  var sent = 0
  sending: while true {
    switch StreamSocket.send([large[...]], to: pair.here) {
    case .moved(let count): sent += count
    case .blocked: break sending
    case .ended, .failed:
      Issue.record("not blocked")
      return
    }
  }
  #expect(sent > 0)
}

@Test func `the end of a stream, an empty one and a broken one are told apart`() throws {
  let pair = try Pair()
  var buffer = [UInt8](repeating: 0, count: 16)
  guard case .blocked = StreamSocket.receive(from: pair.here, into: &buffer) else {
    Issue.record("not blocked")
    return
  }
  StreamSocket.finishSending(pair.there)
  guard case .ended = StreamSocket.receive(from: pair.here, into: &buffer) else {
    Issue.record("not ended")
    return
  }
  StreamSocket.finishSending(pair.here)
  guard case .failed(let error) = StreamSocket.send([buffer[...]], to: pair.here) else {
    Issue.record("not failed")
    return
  }
  #expect(error.code == EPIPE)
}
