/// What is fuzzed: each target takes any octets and says what must hold whatever they are.
///
/// The fuzzing program and the tests of the corpora run the same ones.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A stream of requests, whole and in two parts; small and fast.
  case parser
  /// A stream of requests in pieces of several sizes, everything that came of it compared.
  case cuts
  /// A form, percent-encoding, a media type.
  case form
  /// Cookies, entity tags, dates.
  case cookies
  /// Templates, parsed, checked and rendered.
  case mustache
  /// A journal: its lines, its recovery, its repair.
  case journal

  /// Octets of an input beyond which nothing new is to be found.
  package var maximumLength: Int {
    switch self {
    case .parser: 192
    case .cuts: 512
    case .form, .cookies: 256
    case .mustache: 256
    case .journal: 4096
    }
  }

  /// Runs the target.
  ///
  /// - Throws: what does not hold.
  package func run(_ octets: [UInt8]) throws(BrokenProperty) {
    switch self {
    case .parser: try ParserTarget.run(octets)
    case .cuts: try CutsTarget.run(octets)
    case .form: try FormTarget.run(octets)
    case .cookies: try CookiesTarget.run(octets)
    case .mustache: try MustacheTarget.run(octets)
    case .journal: try JournalTarget.run(octets)
    }
  }
}

/// A sentence about what must hold and does not.
package struct BrokenProperty: Error, CustomStringConvertible {
  package let description: String
}

/// Ends the run of a target unless something holds.
func hold(_ condition: Bool, _ sentence: StaticString) throws(BrokenProperty) {
  if !condition { throw BrokenProperty(description: "\(sentence)") }
}
