/// Where the octets of a request's body go: into one array or, if it is a form with files sent to
/// the path for them, part by part, so that no file is held twice.
struct BodyCollector: Sendable {
  /// Octets taken so far.
  private(set) var count = 0
  private var octets: [UInt8] = []
  private var multipart: MultipartReader?
  private var isMultipart = false
  /// For how many octets there has to be room before the first is taken.
  private var expectedCount = 0
  /// The most octets that it may have.
  private(set) var limit = 0

  /// Gets ready for a body.
  ///
  /// - Parameters:
  ///   - fields: those of the request.
  ///   - target: where it was sent to.
  ///   - length: the body's octets, if the request says it; 0 otherwise.
  /// - Throws: there are more than it may have.
  mutating func begin(
    _ fields: FieldSection, to target: Target?, length: Int, limits: Limits
  ) throws(RequestProblem) {
    count = 0
    let isLarge = limits.takesLargeBody(target)
    limit = isLarge ? limits.largeBodyOctets : limits.bodyOctets
    guard length <= limit else { throw .bodyTooLarge }
    isMultipart = isLarge && fields.mediaType == MultipartForm.mediaType
    if isMultipart {
      multipart = MultipartReader(
        contentType: fields["Content-Type"] ?? "", expectedCount: length)
    } else {
      expectedCount = min(length, 4096)
    }
  }

  mutating func take(_ octets: [UInt8], _ range: Range<Int>) {
    count += range.count
    if isMultipart {
      multipart?.read(octets, range)
    } else if count >= expectedCount, self.octets.isEmpty {
      // As a rule all of it came with the head.
      self.octets = Array(octets[range])
    } else {
      self.octets.reserveCapacity(expectedCount)
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
