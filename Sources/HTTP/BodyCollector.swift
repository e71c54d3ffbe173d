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
  /// - Parameter length: its octets, if the request says it; 0 otherwise.
  mutating func begin(_ head: Request, length: Int, limits: Limits) {
    count = 0
    isMultipart =
      head.target.path == limits.largeBodyPath && head.mediaType == MultipartForm.mediaType
    if isMultipart {
      multipart = MultipartReader(
        contentType: head.fields["Content-Type"] ?? "", expectedCount: length)
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
