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
    let text = acceptLanguage ?? ""
    let octets = text.utf8.span
    var best = (index: 0, quality: 0)
    var start = 0
    while start < octets.count {
      let end = Self.first(UInt8(ascii: ","), in: octets, start..<octets.count)
      let tagEnd = Self.first(UInt8(ascii: ";"), in: octets, start..<end)
      let quality = Self.quality(octets.extracting(tagEnd..<end))
      if quality > best.quality, let index = index(of: octets.extracting(start..<tagEnd)) {
        best = (index, quality)
        // Nothing behind it can be liked better.
        if quality >= 1_000 { break }
      }
      start = end + 1
    }
    return all[best.index]
  }

  /// The first place of an octet in a part, or where the part ends.
  private static func first(
    _ octet: UInt8, in octets: Span<UInt8>, _ part: Range<Int>
  ) -> Int {
    var place = part.lowerBound
    while place < part.upperBound, octets[place] != octet { place += 1 }
    return place
  }

  /// The language of a tag such as `en-GB`, with white space around it; `*` is the first one.
  private func index(of tag: Span<UInt8>) -> Int? {
    var start = 0
    while start < tag.count, Self.isBlank(tag[start]) { start += 1 }
    var end = start
    while end < tag.count, tag[end] != UInt8(ascii: "-"), !Self.isBlank(tag[end]) { end += 1 }
    if end == start + 1, tag[start] == UInt8(ascii: "*") { return 0 }
    for (number, language) in all.enumerated() {
      let code = language.code.utf8.span
      guard code.count == end - start else { continue }
      var isSame = true
      for index in code.indices where code[index] != tag[start + index] | 0x20 { isSame = false }
      if isSame { return number }
    }
    return nil
  }

  /// The `q` of a language in thousandths, from the parameters with their semicolons; 0 means: not
  /// this one.
  private static func quality(_ parameters: Span<UInt8>) -> Int {
    var position = 0
    func next() -> UInt8? {
      while position < parameters.count {
        position += 1
        if !isBlank(parameters[position - 1]) { return parameters[position - 1] }
      }
      return nil
    }
    while let byte = next() {
      guard byte == UInt8(ascii: ";") else { continue }
      guard let name = next(), name | 0x20 == UInt8(ascii: "q"), next() == UInt8(ascii: "=")
      else { continue }
      var quality = 0
      var digits = 0
      while digits < 4, let byte = next(), byte != UInt8(ascii: ";") {
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
