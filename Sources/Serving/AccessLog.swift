import HTTP
import Kernel

/// Lines in the common log format, gathered until the turn of the loop ends.
struct AccessLog {
  private var lines: [UInt8] = []
  private var date: [UInt8] = []

  /// Sets the time of the lines to come.
  mutating func setDate(_ date: HTTPDate) {
    // `Sun, 06 Nov 1994 08:49:37 GMT` becomes `06/Nov/1994:08:49:37 +0000`.
    let text = Array(date.text.utf8)
    let slash = [UInt8(ascii: "/")]
    self.date = text[5..<7] + slash + text[8..<11] + slash + text[12..<16]
    self.date += [UInt8(ascii: ":")] + text[17..<25] + Array(" +0000".utf8)
  }

  /// Adds the line of an answer.
  ///
  /// - Parameters:
  ///   - requestLine: as it came; what could mislead a reader of the log is escaped.
  ///   - count: octets of the body that is sent.
  mutating func note(client: SocketAddress?, requestLine: [UInt8], status: Status, count: Int) {
    lines += (client?.host ?? "-").utf8
    lines += " - - [".utf8
    lines += date
    lines += "] \"".utf8
    if requestLine.isEmpty { lines.append(UInt8(ascii: "-")) }
    for octet in requestLine { append(escaping: octet) }
    lines += "\" \(status.code) \(count == 0 ? "-" : "\(count)")\n".utf8
  }

  /// The lines gathered; none are left.
  mutating func take() -> [UInt8] {
    defer { lines = [] }
    return lines
  }

  private mutating func append(escaping octet: UInt8) {
    switch octet {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      lines += [UInt8(ascii: "\\"), octet]
    case 0x20..<0x7F: lines.append(octet)
    default:
      let digits = String(octet, radix: 16)
      lines += ((octet < 16 ? "\\x0" : "\\x") + digits).utf8
    }
  }
}
