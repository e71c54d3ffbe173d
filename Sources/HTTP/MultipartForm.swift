/// A form with files: what a body of `multipart/form-data` held (RFC 7578).
public struct MultipartForm: Sendable {
  public struct Part: Sendable {
    /// The field's name.
    public let name: String
    /// The file's name as the client has it, which may be anything; `nil` of a plain field.
    public let fileName: String?
    public let content: [UInt8]

    public init(name: String, fileName: String? = nil, content: [UInt8]) {
      self.name = name
      self.fileName = fileName
      self.content = content
    }
  }

  /// In the order in which they came.
  public let parts: [Part]

  /// The essence of the media type.
  public static let mediaType = "multipart/form-data"

  public init(_ parts: [Part]) {
    self.parts = parts
  }

  /// The text of the last plain field of a name; `nil` if there is none or it is not UTF-8.
  public func text(_ name: String) -> String? {
    guard let part = parts.last(where: { $0.name == name && $0.fileName == nil }) else {
      return nil
    }
    return String(validating: part.content, as: UTF8.self)
  }

  /// The last file of a field with content or a name: an empty field of a browser has neither.
  public func file(_ name: String) -> Part? {
    parts.last { part in
      part.name == name && part.fileName.map { !$0.isEmpty || !part.content.isEmpty } ?? false
    }
  }
}
