import Glibc

/// A blocking client for tests: it sends octets as they are and reads answers apart.
final class Client {
  private let number: CInt
  private var received: [UInt8] = []

  /// How a connection came to its end, as the client sees it.
  enum End: Equatable {
    case open
    case finished
    case reset
  }

  /// - Parameter receiveBuffer: octets of the system's buffer; nil for its default.
  init(port: Int, receiveBuffer: CInt? = nil) throws {
    number = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    if var size = receiveBuffer {
      _ = unsafe setsockopt(number, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(what: "connect", code: errno) }
  }

  deinit { close(number) }

  struct Failure: Error {
    let what: String
    let code: CInt
  }

  /// Sends all octets; what the other side no longer takes is lost.
  func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends octets as far as they are taken within a time.
  func sendWhatFits(_ text: String, milliseconds: Int) -> Int {
    setTimeout(SO_SNDTIMEO, milliseconds)
    let octets = Array(text.utf8)
    return unsafe octets.withUnsafeBytes {
      unsafe Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
    }
  }

  func finishSending() { _ = shutdown(number, CInt(SHUT_WR)) }

  /// Ends the connection with a reset when it is let go.
  func resetOnClose() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<Glibc.linger>.size)
    _ = unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &linger, size)
  }

  /// The next answer whole, its head and its body; nil if the connection ends or nothing comes.
  func answer(to method: String = "GET", milliseconds: Int = 10_000) -> Answer? {
    while true {
      if let answer = Answer(&received, to: method) { return answer }
      let before = received.count
      guard read(milliseconds) == .open, received.count > before else { return nil }
    }
  }

  /// Reads on until the connection ends; what else came is dropped.
  func end(milliseconds: Int = 10_000) -> End {
    var end = End.open
    while end == .open {
      let before = received.count
      end = read(milliseconds)
      if received.count == before { break }
    }
    return end
  }

  /// Octets that came and belong to no whole answer.
  var rest: String { String(decoding: received, as: UTF8.self) }

  private func read(_ milliseconds: Int) -> End {
    setTimeout(SO_RCVTIMEO, milliseconds)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(number, $0.baseAddress, $0.count, 0)
    }
    if count == 0 { return .finished }
    if count < 0 { return errno == EAGAIN ? .open : .reset }
    received += buffer[..<count]
    return .open
  }

  private func setTimeout(_ option: CInt, _ milliseconds: Int) {
    var time = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
    _ = unsafe setsockopt(number, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
  }
}

/// An answer as it came.
struct Answer: Equatable {
  let status: Int
  /// Without the date.
  let fields: [String]
  let body: String

  init(_ status: Int, _ fields: [String], _ body: String) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Cuts the first whole answer off octets.
  init?(_ octets: inout [UInt8], to method: String) {
    let end = Array("\r\n\r\n".utf8)
    guard let start = octets.indices.first(where: { octets[$0...].starts(with: end) }) else {
      return nil
    }
    let lines = String(decoding: octets[..<start], as: UTF8.self).split(separator: "\r\n")
    let status = Int(lines[0].split(separator: " ")[1]) ?? 0
    let length = lines.first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) }
    let hasBody = method != "HEAD" && status != 304 && status >= 200
    let bodyCount = hasBody ? length ?? 0 : 0
    guard octets.count >= start + 4 + bodyCount else { return nil }
    self.init(
      status, lines.dropFirst().filter { !$0.hasPrefix("Date: ") }.map(String.init),
      String(decoding: octets[(start + 4)..<(start + 4 + bodyCount)], as: UTF8.self))
    octets.removeFirst(start + 4 + bodyCount)
  }
}
