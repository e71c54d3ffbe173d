internal import HTTP

/// The query of a URL.
enum QueryText {
  /// Writes names and values; empty without any.
  static func encode(_ pairs: [(String, String)]) -> String {
    pairs.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
  }
}
