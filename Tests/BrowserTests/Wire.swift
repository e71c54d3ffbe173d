import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One HTTP request to this machine and its answer, over a socket that blocks. (The `URLSession` of
/// Linux refuses the header of `chromedriver`.)
enum Wire {
  struct Answer {
    let status: Int
    let body: Data
  }

  struct Failure: Error {
    let call: String
    let code: Int32
  }

  static func send(
    _ method: String, _ path: String, port: Int, type: String, body: Data
  ) throws -> Answer {
    let number = try connect(port)
    defer { close(number) }
    let head = """
      \(method) \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Connection: close\r
      Content-Type: \(type)\r
      Content-Length: \(body.count)\r
      \r

      """
    try write(Data(head.utf8) + body, to: number)
    return try read(from: number)
  }

  private static func connect(_ port: Int) throws -> Int32 {
    #if canImport(Darwin)
      let number = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard number >= 0 else { throw Failure(call: "socket", code: errno) }
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // The structure is one of the kinds that a `sockaddr` stands for.
    let result = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #if canImport(Darwin)
          unsafe Darwin.connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          unsafe Glibc.connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #endif
      }
    }
    guard result == 0 else {
      let code = errno
      close(number)
      throw Failure(call: "connect", code: code)
    }
    return number
  }

  private static func write(_ data: Data, to number: Int32) throws {
    var rest = [UInt8](data)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.send(number, $0.baseAddress, $0.count, 0)
      }
      guard count > 0 else { throw Failure(call: "send", code: errno) }
      rest.removeFirst(count)
    }
  }

  private static func read(from number: Int32) throws -> Answer {
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let whole = Answer(answer) { return whole }
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(number, $0.baseAddress, $0.count, 0)
      }
      guard count > 0 else { throw Failure(call: "recv", code: errno) }
      answer += buffer[..<count]
    }
  }
}

extension Wire.Answer {
  /// Reads an answer that says how long it is; `nil` while it is not all there.
  fileprivate init?(_ data: Data) {
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: data[..<end.lowerBound], as: UTF8.self).lowercased()
    guard let status = head.firstMatch(of: /^http\/1\.\d (\d+)/).flatMap({ Int($0.output.1) }),
      let length = head.firstMatch(of: /content-length: *(\d+)/).flatMap({ Int($0.output.1) }),
      data.count - end.upperBound >= length
    else { return nil }
    self.init(status: status, body: data[end.upperBound...])
  }
}
