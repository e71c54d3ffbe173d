/// The body of a form with files: `multipart/form-data` (RFC 7578).
public struct MultipartForm: Sendable {
  public struct Part: Sendable {
    /// The field's name.
    public let name: String
    /// The file's name as the client has it, which may be anything; `nil` of a plain field.
    public let fileName: String?
    /// Where the content stands in the body.
    public let content: Range<Int>
  }

  /// In the order in which they came.
  public private(set) var parts: [Part] = []
  /// The body that the parts are in.
  public let body: [UInt8]

  /// The essence of the media type.
  public static let mediaType = "multipart/form-data"
  /// The most parts that are read.
  public static let maximumPartCount = 100

  /// Reads a body. Takes time linear in its length.
  ///
  /// - Parameter contentType: the whole field, which names the boundary.
  /// - Returns: `nil` if it has no boundary, too many parts, or is cut or damaged.
  public init?(_ body: [UInt8], contentType: String) {
    guard let boundary = Self.boundary(contentType) else { return nil }
    self.body = body
    let mark = Array("--\(boundary)".utf8)
    guard var start = Self.find(mark, in: body, from: 0, atLineStart: true) else { return nil }
    while true {
      start += mark.count
      if body[start...].starts(with: "--".utf8) { return }
      guard body[start...].starts(with: "\r\n".utf8), parts.count < Self.maximumPartCount,
        let end = Self.find(mark, in: body, from: start, atLineStart: true),
        // The line end before the boundary belongs to it.
        let part = Self.part(body, start + 2..<end - 2)
      else { return nil }
      parts.append(part)
      start = end
    }
  }

  /// The text of the last plain field of a name; `nil` if there is none or it is not UTF-8.
  public func text(_ name: String) -> String? {
    guard let part = parts.last(where: { $0.name == name && $0.fileName == nil }) else {
      return nil
    }
    return String(validating: body[part.content], as: UTF8.self)
  }

  /// The last file of a field with content or a name: an empty field of a browser has neither.
  public func file(_ name: String) -> Part? {
    parts.last { part in
      part.name == name && part.fileName.map { !$0.isEmpty || !part.content.isEmpty } ?? false
    }
  }

  private static func boundary(_ contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, trim(pair[0]).lowercased() == "boundary" else { continue }
      let value = trim(pair[1]).filter { $0 != "\"" }
      return (1...70).contains(value.utf8.count) ? value : nil
    }
    return nil
  }

  private static func trim(_ text: Substring) -> String {
    String(decoding: Octets.trimmed(Array(text.utf8)[...]), as: UTF8.self)
  }

  /// The first place of a run of octets that begins a line.
  private static func find(
    _ mark: [UInt8], in body: [UInt8], from start: Int, atLineStart: Bool
  ) -> Int? {
    var index = start
    while index + mark.count <= body.count {
      let isStart =
        index == 0
        || index >= 2 && body[index - 1] == Octets.lineFeed
          && body[index - 2] == Octets.carriageReturn
      if body[index] == mark[0], isStart, body[index...].starts(with: mark) { return index }
      index += 1
    }
    return nil
  }

  /// Reads a part: its fields, an empty line, its content.
  private static func part(_ body: [UInt8], _ range: Range<Int>) -> Part? {
    var name: String?
    var fileName: String?
    var start = range.lowerBound
    while start < range.upperBound {
      guard
        let end = body[start..<range.upperBound].firstIndex(of: Octets.lineFeed), end > start,
        body[end - 1] == Octets.carriageReturn
      else { return nil }
      let line = body[start..<end - 1]
      start = end + 1
      if line.isEmpty {
        return name.map { Part(name: $0, fileName: fileName, content: start..<range.upperBound) }
      }
      let text = String(decoding: line, as: UTF8.self)
      guard text.lowercased().hasPrefix("content-disposition:") else { continue }
      name = parameter("name", of: text)
      fileName = parameter("filename", of: text)
    }
    return nil
  }

  /// The value of a quoted parameter. Browsers write quotes in it as `%22`, others as `\"`.
  private static func parameter(_ name: String, of field: String) -> String? {
    var rest = Array(field.utf8)[...]
    let start = Array("\(name)=\"".utf8)
    while let place = rest.firstIndex(of: start[0]) {
      let isWord =
        rest[..<place].last.map { $0 == Octets.space || $0 == UInt8(ascii: ";") } ?? false
      rest = rest[place...]
      guard isWord, rest.starts(with: start) else {
        rest = rest.dropFirst()
        continue
      }
      var value: [UInt8] = []
      var isEscaped = false
      for octet in rest.dropFirst(start.count) {
        if octet == UInt8(ascii: "\""), !isEscaped {
          return String(decoding: value, as: UTF8.self)
        }
        isEscaped = octet == UInt8(ascii: "\\") && !isEscaped
        if !isEscaped { value.append(octet) }
      }
      return nil
    }
    return nil
  }
}
