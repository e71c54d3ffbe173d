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
  /// - Parameters:
  ///   - files: the files of `Templates/` by name.
  ///   - isChecked: whether they are known to be right, as those inside of the program are: its
  ///     tests check them.
  package init(files: [String: [UInt8]], isChecked: Bool = false) throws(SiteFileError) {
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
    var texts: [(code: String, file: StringsFile)] = []
    for code in [Self.reference] + codes {
      let name = "\(code).strings"
      texts.append((code, try StringsFile(files[name] ?? [], name: name)))
    }
    let choices = texts.map { code, file in
      Language.Choice(code: code, name: file.messages[Phrase.languageName.rawValue]?([:]) ?? code)
    }
    var all: [Language] = []
    for (code, file) in texts {
      let language = try Language(code: code, texts: file, choices: choices, sources: sources)
      if !isChecked, let reference = all.first { try Self.compare(language, with: reference) }
      all.append(language)
    }
    if !isChecked {
      for language in all { try Examples.check(language) }
    }
    self.all = all
  }

  /// The keys of the texts that the program itself uses, with one plural form each.
  package static var keysOfTheProgram: [String] { Phrase.keys(.other) }

  /// The language for a browser: the person's choice if there is one and it is known, else what
  /// `Accept-Language` likes best (RFC 9110, 12.5.4).
  package func pick(acceptLanguage: String?, choice: String?) -> Language {
    if let choice, let chosen = all.first(where: { $0.code == choice }) { return chosen }
    var best = (index: 0, quality: 0)
    var rest = (acceptLanguage ?? "").utf8[...]
    while !rest.isEmpty {
      let range = rest.prefix { $0 != UInt8(ascii: ",") }
      rest = rest[range.endIndex...].dropFirst()
      let tag = range.prefix { $0 != UInt8(ascii: ";") }
      let quality = Self.quality(range[tag.endIndex...])
      guard quality > best.quality, let index = index(of: tag) else { continue }
      best = (index, quality)
      // Nothing behind it can be liked better.
      if quality >= 1_000 { break }
    }
    return all[best.index]
  }

  /// The language of a tag such as `en-GB`, with white space around it; `*` is the first one.
  private func index(of tag: Substring.UTF8View) -> Int? {
    let primary = tag.drop(while: Self.isBlank).prefix {
      $0 != UInt8(ascii: "-") && !Self.isBlank($0)
    }
    if primary.elementsEqual(CollectionOfOne(UInt8(ascii: "*"))) { return 0 }
    return all.firstIndex { language in
      language.code.utf8.elementsEqual(primary) { $0 == $1 | 0x20 }
    }
  }

  /// The `q` of a language in thousandths, from the parameters with their semicolons; 0 means: not
  /// this one.
  private static func quality(_ parameters: Substring.UTF8View) -> Int {
    var text = parameters.lazy.filter { !isBlank($0) }.makeIterator()
    while let byte = text.next() {
      guard byte == UInt8(ascii: ";") else { continue }
      guard let name = text.next(), name | 0x20 == UInt8(ascii: "q"),
        text.next() == UInt8(ascii: "=")
      else { continue }
      var quality = 0
      var digits = 0
      while digits < 4, let byte = text.next(), byte != UInt8(ascii: ";") {
        if byte == UInt8(ascii: ".") { continue }
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return 0 }
        quality = quality * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
      }
      guard digits > 0 else { return 1_000 }
      while digits < 4 {
        quality *= 10
        digits += 1
      }
      return quality
    }
    return 1_000
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
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
