internal import HTTP
internal import Kernel

/// One request to the server on this machine, and its answer, on a connection of its own.
struct ServerExchange {
  let host: String
  let port: UInt16
  /// What it asks for, if others can reach it.
  let token: [UInt8]?

  func answer(_ request: Request) throws(CommandFailure) -> Response {
    var head = "\(request.method.rawValue) \(request.target) HTTP/1.1\r\n"
    head += "Host: localhost:\(port)\r\nConnection: close\r\n"
    if let token {
      head += "Authorization: Bearer \(String(decoding: token, as: UTF8.self))\r\n"
    }
    let body = request.multipart.map { Self.pieces($0, request) } ?? [request.body]
    if request.method == .post {
      head += "Content-Length: \(body.reduce(0) { $0 + $1.count })\r\n"
    }
    head += "\(request.fields)\r\n"
    let bytes = try exchange([Array(head.utf8)] + body)
    guard let response = Self.parse(bytes) else {
      throw CommandFailure(text: "what answers at port \(port) is not Modosu")
    }
    return response
  }

  /// The body of a form with files (RFC 7578); the contents are not copied.
  private static func pieces(_ form: MultipartForm, _ request: Request) -> [[UInt8]] {
    let boundary = request.fields["Content-Type"]?.split(separator: "=").last.map(String.init) ?? ""
    var pieces: [[UInt8]] = []
    for part in form.parts {
      let file = part.fileName.map { "; filename=\"\($0)\"" } ?? ""
      let head = "Content-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n"
      pieces.append(Array("--\(boundary)\r\n\(head)".utf8))
      pieces.append(part.content)
      pieces.append(Array("\r\n".utf8))
    }
    return pieces + [Array("--\(boundary)--\r\n".utf8)]
  }

  private func exchange(_ pieces: [[UInt8]]) throws(CommandFailure) -> [UInt8] {
    var reason: SystemError?
    for address in addresses {
      do throws(SystemError) {
        let connection = try ClientConnection(to: address)
        for piece in pieces { try connection.send(piece) }
        return try connection.receiveAll()
      } catch {
        reason = error
      }
    }
    throw CommandFailure(
      text: "the server at port \(port) does not answer: \(reason.map { "\($0)" } ?? host)")
  }

  /// A server that listens at all addresses listens at the loopback ones, too.
  private var addresses: [SocketAddress] {
    let isAny = host == "0.0.0.0" || host == "::"
    return SocketAddress.resolve(host: isAny ? "localhost" : host, port: port)
  }

  /// Reads an answer whose end is that of the connection.
  private static func parse(_ bytes: [UInt8]) -> Response? {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end].dropLast()
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      lines.append(line)
    }
    let words = lines.first?.split(separator: UInt8(ascii: " "), maxSplits: 2) ?? []
    guard words.count > 1, words[0].elementsEqual("HTTP/1.1".utf8),
      let code = Int(String(decoding: words[1], as: UTF8.self)), (100...599).contains(code)
    else { return nil }
    var fields = FieldSection()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
      fields.append(
        String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
    return Response(
      Status(code: code, reason: ""), fields: fields, body: Body(Array(rest)))
  }
}
