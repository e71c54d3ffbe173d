/// Writes the heads of responses (RFC 9112, section 4).
///
/// The lines that all responses of a second share are made once a second.
public struct ResponseEncoder: Sendable {
  /// The end of the status line, `X-Content-Type-Options` and `Date`.
  private var common: [UInt8] = []
  /// These and `Content-Length` up to its value.
  private var commonWithLength: [UInt8] = []

  /// What nearly every form is answered with: the head of a 303 without a body, up to its own fields.
  private var redirect: [UInt8] = []

  /// `100 Continue`, whole.
  public static let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// An encoder of responses that say this date.
  public init(date: HTTPDate) { setDate(date) }

  /// Sets what `Date` says from now on.
  public mutating func setDate(_ date: HTTPDate) {
    common = Array("\r\nX-Content-Type-Options: nosniff\r\nDate: ".utf8)
    common += date.octets
    common += "\r\n".utf8
    commonWithLength = common + "Content-Length: ".utf8
    redirect = []
    appendStart(of: .seeOther, bodyCount: 0, .keep, into: &redirect)
  }

  /// Adds the head of a response, up to and with the empty line.
  public func encodeHead(
    of response: borrowing Response, connection: Exchange.Connection, into octets: inout [UInt8]
  ) {
    if response.status == .seeOther, response.body.count == 0, case .keep = connection {
      octets += redirect
    } else {
      appendStart(
        of: response.status, bodyCount: response.body.count, connection, into: &octets)
    }
    octets += response.fields.octets
    octets.append(Octets.carriageReturn)
    octets.append(Octets.lineFeed)
  }

  /// Adds what comes before a response's own fields.
  private func appendStart(
    of status: Status, bodyCount: Int, _ connection: Exchange.Connection,
    into octets: inout [UInt8]
  ) {
    octets += Self.version
    octets.append(digits: status.code, 3)
    octets.append(Octets.space)
    octets.append(text: status.reason)
    if status.forbidsBody {
      octets += common
    } else {
      octets += commonWithLength
      octets.append(decimal: bodyCount)
      octets += Self.lineEnd
    }
    switch connection {
    case .keep: break
    case .keepAsAsked: octets += "Connection: keep-alive\r\n".utf8
    case .close: octets += "Connection: close\r\n".utf8
    }
  }

  private static let version = Array("HTTP/1.1 ".utf8)
  private static let lineEnd = Array("\r\n".utf8)

  /// Whether the body follows the head.
  public static func sendsBody(_ status: Status, to method: Method) -> Bool {
    method != .head && !status.forbidsBody
  }
}

extension [UInt8] {
  /// Appends a text, faster than its view is appended if it is a short one.
  package mutating func append(text: String) {
    guard text.utf8.count <= 32 else { return append(contentsOf: text.utf8) }
    let octets = text.utf8.span
    append(addingCapacity: octets.count) { output in
      for index in octets.indices { output.append(octets[index]) }
    }
  }

  /// Appends a number that is not negative, without leading zeros.
  package mutating func append(decimal number: Int) {
    var digits = 1
    var bound = 10
    while digits < 18, number >= bound {
      digits += 1
      bound *= 10
    }
    append(digits: number, digits)
  }
}
