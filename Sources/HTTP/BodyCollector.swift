/// Where the octets of a request's body go: into one array or, if it is a form with files sent to
/// the path for them, part by part, so that no file is held twice.
struct BodyCollector: Sendable {
  /// Octets taken so far.
  private(set) var count = 0
  private var octets: [UInt8] = []
  private var multipart: MultipartReader?
  private var isMultipart = false

  /// Gets ready for a body.
  ///
  /// - Parameters:
  ///   - fields: those of the request.
  ///   - path: where it was sent to.
  ///   - length: the body's octets, if the request says it; 0 otherwise.
  mutating func begin(_ fields: FieldSection, to path: String, length: Int, limits: Limits) {
    count = 0
    isMultipart = path == limits.largeBodyPath && fields.mediaType == MultipartForm.mediaType
    if isMultipart {
      multipart = MultipartReader(
        contentType: fields["Content-Type"] ?? "", expectedCount: length)
    } else {
      octets.reserveCapacity(min(length, 4096))
    }
  }

  mutating func take(_ octets: [UInt8], _ range: Range<Int>) {
    count += range.count
    if isMultipart {
      multipart?.read(octets, range)
    } else {
      self.octets.append(contentsOf: octets[range])
    }
  }

  /// Gives the body to its request.
  mutating func finish(_ request: inout Request) {
    count = 0
    if isMultipart {
      request.multipart = multipart.take()?.finish()
    } else {
      swap(&request.body, &octets)
    }
    isMultipart = false
  }
}
