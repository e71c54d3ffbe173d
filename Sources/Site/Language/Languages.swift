/// Every language that the pages speak: one for each `*.strings` file beside the templates.
package struct Languages: Sendable {
  /// The language of browsers that want none of the others, and the one that the others are
  /// measured by.
  static let reference = "en"

  /// The reference first, the others in the order of their codes.
  package let all: [Language]

  /// Reads the strings files, parses the templates for each of them, and checks that every page
  /// supplies what its template uses.
  ///
  /// - Parameter files: the files of `Templates/` by name.
  package init(files: [String: [UInt8]]) throws(SiteFileError) {
    var sources: [String: [UInt8]] = [:]
    var codes: [String] = []
    for name in files.keys.sorted() {
      if let code = name.dropping(suffix: ".strings") { codes.append(code) }
      if let template = name.dropping(suffix: ".html") { sources[template] = files[name] }
    }
    guard codes.contains(Self.reference) else {
      throw SiteFileError(
        file: "\(Self.reference).strings", line: 1, column: 1, reason: "the file is missing")
    }
    codes.removeAll { $0 == Self.reference }
    var all: [Language] = []
    for code in [Self.reference] + codes {
      let language = try Language(
        code: code, texts: files["\(code).strings"] ?? [], sources: sources)
      if let reference = all.first { try Self.compare(language, with: reference) }
      all.append(language)
    }
    let choices = all.map { Language.Choice(code: $0.code, name: $0.name) }
    for index in all.indices {
      all[index].choices = choices
      try Examples.check(all[index])
    }
    self.all = all
  }

  /// The keys of the texts that the program itself uses, with one plural form each.
  package static var keysOfTheProgram: [String] { Phrase.keys(.other) }

  /// The language for a browser: the person's choice if there is one and it is known, else what
  /// `Accept-Language` likes best (RFC 9110, 12.5.4).
  package func pick(acceptLanguage: String?, choice: String?) -> Language {
    if let choice, let chosen = all.first(where: { $0.code == choice }) { return chosen }
    var best = (language: all[0], quality: 0)
    for range in (acceptLanguage ?? "").utf8.split(separator: UInt8(ascii: ",")) {
      let parts = range.split(separator: UInt8(ascii: ";")).map {
        $0.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      }
      guard let tag = parts.first else { continue }
      let quality = Self.quality(parts.dropFirst())
      guard quality > best.quality, let language = language(for: tag) else { continue }
      best = (language, quality)
      // Nothing behind it can be liked better.
      if quality >= 1_000 { break }
    }
    return best.language
  }

  /// The language of a tag such as `en-GB`; `*` is the first one.
  private func language(for tag: [UInt8]) -> Language? {
    if tag == [UInt8(ascii: "*")] { return all[0] }
    let primary = tag.prefix { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    return all.first { $0.code.utf8.elementsEqual(primary) }
  }

  /// The `q` of a language in thousandths; 0 means: not this one.
  private static func quality(_ parameters: ArraySlice<[UInt8]>) -> Int {
    for parameter in parameters {
      guard parameter.count > 2, parameter[0] | 0x20 == UInt8(ascii: "q"),
        parameter[1] == UInt8(ascii: "=")
      else { continue }
      var digits = parameter.dropFirst(2).filter { $0 != UInt8(ascii: ".") }.prefix(4)
      while digits.count < 4 { digits.append(UInt8(ascii: "0")) }
      return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
    return 1_000
  }

  /// Every language has the same texts with the same arguments.
  private static func compare(
    _ language: Language, with reference: Language
  ) throws(SiteFileError) {
    let own = language.arguments
    for (key, arguments) in reference.arguments.sorted(by: { $0.key < $1.key }) {
      // Plural forms differ from language to language.
      guard let found = own[key] else { continue }
      if found != arguments {
        throw SiteFileError(
          file: "\(language.code).strings", line: 1, column: 1,
          reason: "\(key) has other arguments than in \(reference.code).strings")
      }
    }
  }
}

extension String {
  fileprivate func dropping(suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}
