/// Reads a form with files while it arrives (RFC 7578; RFC 2046, section 5.1): octets go in, parts
/// come out. What it makes of a body does not depend on where that is cut, and of what it reads it
/// keeps nothing but the contents of the parts, each once.
///
/// Its memory is bounded by whoever bounds the body; it bounds the number of parts and their heads.
struct MultipartReader: Sendable {
  private var phase = Phase.preamble
  /// The line end before a boundary belongs to it.
  private let delimiter: [UInt8]
  /// How many octets of the delimiter have been read.
  private var matched: Int
  private var line: [UInt8] = []
  private var name: String?
  private var fileName: String?
  private var content: [UInt8] = []
  private var parts: [MultipartForm.Part] = []
  private let expectedCount: Int

  private enum Phase: Sendable {
    case preamble
    /// Behind a boundary: the end of its line, or the sign that it is the last one.
    case boundaryEnd
    case head
    case content
    case epilogue
    case damaged
  }

  /// The most parts that are read.
  static let maximumPartCount = 100
  /// Octets of a line of a part's head.
  static let lineOctets = 8 * 1024
  /// How much of a part has to be there before room is made for a body as long as the request says:
  /// who only claims much gets little.
  private static let trustedOctets = 1 << 20

  /// - Parameters:
  ///   - contentType: the whole field, which names the boundary.
  ///   - expectedCount: octets of the body, if the request says it; 0 otherwise.
  /// - Returns: `nil` if it is another type or has no boundary.
  init?(contentType: String, expectedCount: Int = 0) {
    guard MediaType.essence(of: contentType) == MultipartForm.mediaType,
      let boundary = Self.boundary(contentType)
    else { return nil }
    delimiter = Array("\r\n--\(boundary)".utf8)
    // The first boundary may begin the body.
    matched = 2
    self.expectedCount = expectedCount
  }

  /// Takes the next octets of the body.
  mutating func read(_ octets: [UInt8], _ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      switch phase {
      case .preamble, .content: readContent(octets, &index, range.upperBound)
      case .boundaryEnd, .head: readLine(octets, &index, range.upperBound)
      case .epilogue, .damaged: return
      }
    }
  }

  /// The form; `nil` if the body is cut or damaged, or has too many parts.
  consuming func finish() -> MultipartForm? {
    guard case .epilogue = phase else { return nil }
    return MultipartForm(parts)
  }

  /// Goes to the next delimiter. It has its only CR in front, so that a new one can only begin where
  /// another turned out to be none.
  private mutating func readContent(_ octets: [UInt8], _ index: inout Int, _ end: Int) {
    while index < end {
      if matched == 0 {
        let run = octets[index..<end].firstIndex(of: Octets.carriageReturn) ?? end
        keep(octets[index..<run])
        index = run
        if index == end { return }
      }
      guard octets[index] == delimiter[matched] else {
        keep(delimiter[..<matched])
        matched = 0
        if octets[index] != Octets.carriageReturn {
          keep(octets[index..<index + 1])
          index += 1
        }
        continue
      }
      matched += 1
      index += 1
      if matched == delimiter.count { return endPart() }
    }
  }

  private mutating func keep(_ octets: ArraySlice<UInt8>) {
    guard case .content = phase else { return }
    let isTrusted = content.count + octets.count >= Self.trustedOctets
    if isTrusted, content.capacity < expectedCount { content.reserveCapacity(expectedCount) }
    content.append(contentsOf: octets)
  }

  private mutating func endPart() {
    matched = 0
    if case .content = phase {
      parts.append(MultipartForm.Part(name: name ?? "", fileName: fileName, content: content))
      content = []
    }
    line.removeAll(keepingCapacity: true)
    phase = .boundaryEnd
  }

  /// Takes a part of a line, of a head or behind a boundary.
  private mutating func readLine(_ octets: [UInt8], _ index: inout Int, _ end: Int) {
    let run = octets[index..<end].firstIndex(of: Octets.lineFeed) ?? end
    guard line.count + run - index <= Self.lineOctets else {
      phase = .damaged
      return
    }
    line.append(contentsOf: octets[index..<run])
    index = run
    if case .boundaryEnd = phase, line.starts(with: "--".utf8) {
      phase = .epilogue
      return
    }
    guard run < end else { return }
    index += 1
    guard line.last == Octets.carriageReturn else {
      phase = .damaged
      return
    }
    line.removeLast()
    endLine()
    line.removeAll(keepingCapacity: true)
  }

  private mutating func endLine() {
    switch phase {
    case .boundaryEnd:
      // White space that a gateway may have added.
      let isEmpty = line.allSatisfy { $0 == Octets.space || $0 == Octets.tab }
      guard isEmpty, parts.count < Self.maximumPartCount else {
        phase = .damaged
        return
      }
      name = nil
      fileName = nil
      phase = .head
    case .head:
      if line.isEmpty {
        phase = name == nil ? .damaged : .content
        return
      }
      let text = String(decoding: line, as: UTF8.self)
      guard text.lowercased().hasPrefix("content-disposition:") else { return }
      name = Self.parameter("name", of: text)
      fileName = Self.parameter("filename", of: text)
    case .preamble, .content, .epilogue, .damaged: break
    }
  }
}

extension MultipartReader {
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
