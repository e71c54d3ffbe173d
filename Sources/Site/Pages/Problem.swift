/// Why a request is refused.
package enum Problem: Error, Hashable, Sendable {
  /// A request that breaks the rules of HTTP.
  case malformedRequest
  /// A form that is not UTF-8.
  case malformedForm
  case damagedBase
  case crossSite
  case noSuchPage, noSuchItem, noSuchList
  /// A preview that is forgotten.
  case noSuchImport
  /// The methods that the address knows, as in `Allow`.
  case methodNotAllowed(allowed: String)
  case timeout
  /// The last list cannot be deleted.
  case lastList
  case bodyTooLarge
  case addressTooLong
  case notAForm
  case wrongHost
  case input(InputProblem)
  case headTooLarge
  case notImplemented
  case unknownVersion
  /// The store could not write.
  case cannotWrite
  case overloaded

  /// The status code of the answer.
  package var status: Int {
    switch self {
    case .malformedRequest, .malformedForm, .damagedBase: 400
    case .crossSite: 403
    case .noSuchPage, .noSuchItem, .noSuchList, .noSuchImport: 404
    case .methodNotAllowed: 405
    case .timeout: 408
    case .lastList: 409
    case .bodyTooLarge: 413
    case .addressTooLong: 414
    case .notAForm: 415
    case .wrongHost: 421
    case .input: 422
    case .headTooLarge: 431
    case .notImplemented: 501
    case .cannotWrite, .overloaded: 503
    case .unknownVersion: 505
    }
  }
}
