extension Fields {
  /// The value of a constant; nil if the name is not one.
  ///
  /// - Parameter mayBeList: whether a list will do, as for a section.
  func constant(
    _ path: Path, _ source: Source, at offset: Int, mayBeList: Bool
  ) throws(TemplateError) -> FieldValue? {
    guard var value = self[path.names[0]] else { return nil }
    func fail(_ reason: String) -> TemplateError {
      let name = path.names.map(\.description).joined(separator: ".")
      return source.error(at: offset, "The constant “\(name)” \(reason).")
    }
    for name in path.names.dropFirst() {
      guard case .group(let fields) = value, let found = fields[name] else {
        throw fail("does not exist")
      }
      value = found
    }
    switch value {
    case .list where mayBeList: return value
    case .list, .group: throw fail("is not a single value")
    case .text, .number, .html, .gap, .flag: return value
    }
  }
}

extension FieldValue {
  /// What a single value inserts.
  func bytes(escaped: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .text(let text) where escaped: bytes.append(escaping: text)
    case .text(let text): bytes += text.utf8
    case .number(let number): bytes.append(decimal: number)
    case .html(let html): bytes = html.bytes
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .gap, .list, .group: break
    }
    return bytes
  }
}
