package import HTTP
internal import Kernel

/// The files of `Public/`, by name, in memory: only these names are ever served, so no path leads
/// anywhere else.
package struct StaticFiles: Sendable {
  package struct File: Sendable {
    let bytes: [UInt8]
    /// FNV-1a over the bytes, 16 hexadecimal digits.
    let hash: String
    let mediaType: String
  }

  private let files: @Sendable (String) -> File?
  /// The URLs of files that never change.
  private var urls: [String: String] = [:]
  /// Since when the files are as they are: for those in the program, since it started, for they
  /// carry no date, and an earlier program may have had others.
  private var lastModified: HTTPDate?

  /// Files that never change while the program runs.
  package init(_ contents: [String: [UInt8]]) {
    let files = Dictionary(
      uniqueKeysWithValues: contents.map { ($0.key, File(name: $0.key, bytes: $0.value)) })
    self.files = { files[$0] }
    urls = Dictionary(uniqueKeysWithValues: contents.keys.map { ($0, url($0)) })
    lastModified = HTTPDate(seconds: Clock.unixMilliseconds() / 1000)
  }

  /// Files read anew for each request, for those who change them.
  package init(live read: @escaping @Sendable (_ name: String) -> [UInt8]?) {
    files = { name in read(name).map { File(name: name, bytes: $0) } }
  }

  /// The URL of a file as pages link to it: its hash makes it safe to keep for a year.
  package func url(_ name: String) -> String {
    if let url = urls[name] { return url }
    return Route.file(name).path + (files(name).map { "?v=\($0.hash)" } ?? "")
  }

  /// Answers a request for a file; `nil` if there is none of that name.
  package func respond(to request: Request, name: String) -> Response? {
    guard let file = files(name) else { return nil }
    let tag = EntityTag(file.hash)
    let isImmutable = Form(query: request.target.query ?? "").last("v") == file.hash
    var fields = FieldSection()
    fields.append("ETag", tag.description)
    fields.append(
      "Cache-Control", isImmutable ? "public, max-age=31536000, immutable" : "no-cache")
    fields.append("Cross-Origin-Resource-Policy", "same-origin")
    switch request.preconditions(entityTag: tag, lastModified: lastModified) {
    case .met: break
    case .notModified: return Response(.notModified, fields: fields)
    case .failed:
      return Response(
        .preconditionFailed, type: MediaType.plainText, body: Body("412 Precondition Failed\n"))
    }
    fields.append("Content-Type", file.mediaType)
    if let lastModified { fields.append("Last-Modified", lastModified.text) }
    return Response(.ok, fields: fields, body: Body(file.bytes))
  }
}

extension StaticFiles.File {
  init(name: String, bytes: [UInt8]) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    self.bytes = bytes
    self.hash = String(repeating: "0", count: 16 - digits.count) + digits
    mediaType =
      name == Self.speculationRules
      ? "application/speculationrules+json" : MediaType.ofFile(named: name)
  }

  /// Which links browsers may fetch ahead; it has a media type of its own.
  private static let speculationRules = "rules.json"
}
