import Testing
import Todo

@Suite struct FoldingTests {
  @Test(arguments: [
    ("Crème Brûlée", "creme brulee"),
    ("cre\u{300}me bru\u{302}le\u{301}e", "creme brulee"),
    ("SMÖRGÅSBORD", "smorgasbord"),
    ("Łódź øre Đorđe", "lodz ore dorde"),
    ("ǾAEǼ", "oaeæ"),
    ("Straße STRASSE ẞ", "strasse strasse ss"),
    ("ΌΔΟΣ όδος ὅδος", "οδοσ οδοσ οδοσ"),
    ("ᾳ ᾠ Ω", "α ω ω"),
    ("İstanbul ILGAZ ılgaz", "istanbul ilgaz ilgaz"),
    ("Ёлка Йод", "елка иод"),
    ("ﬁne ŉ", "fine ʼn"),
    ("K Å", "k a"),
    ("Việt Nam Tiếng", "viet nam tieng"),
    ("Vie\u{323}\u{302}t Vie\u{302}\u{323}t", "viet viet"),
    ("שָׁלוֹם", "שלום"),
    ("مُحَمَّد أحمد", "محمد احمد"),
    ("豈\u{FA10}", "豈塚"),
    ("ＡＢｃ", "ａｂｃ"),
    ("", ""),
    ("\u{301}", ""),
    ("100% _*.\\+&#", "100% _*.\\+&#"),
    ("🌻👩‍🚀", "🌻👩‍🚀"),
    ("a≠b", "a=\u{338}b"),
  ])
  func `case and diacritics go, all else stays`(text: String, folded: String) {
    #expect(
      String(decoding: Folding.fold(text), as: UTF8.self).unicodeScalars.elementsEqual(
        folded.unicodeScalars))
  }

  @Test(arguments: [
    ("がぎパ", "か\u{3099}き\u{3099}ハ\u{309A}"),
    ("한글 값", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} \u{1100}\u{1161}\u{11B9}"),
    ("하\u{11AB}", "한"),
    ("क़", "क\u{93C}"),
    ("ொ", "\u{BC6}\u{BBE}"),
    ("\u{E38}\u{E48}ก", "\u{E48}\u{E38}ก"),
    ("q\u{323}\u{307}", "q\u{307}\u{323}"),
    ("\u{212B}\u{2126}\u{212A}", "\u{C5}\u{3A9}K"),
    ("\u{2F878}", "\u{5C6E}"),
    ("\u{1D15E}", "\u{1D157}\u{1D165}"),
  ])
  func `canonically equivalent texts fold to the same bytes`(a: String, b: String) {
    #expect(a == b)
    #expect(Folding.fold(a) == Folding.fold(b))
  }

  @Test(arguments: [("か", "が"), ("は", "ぱ"), ("i", "l"), ("한", "하"), ("ก", "กุ"), ("æ", "ae")])
  func `other letters stay other letters`(a: String, b: String) {
    #expect(Folding.fold(a) != Folding.fold(b))
  }

  @Test func `folding what is folded changes nothing`() {
    for value in (1...0x1_1FFF as ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = Folding.fold(String(scalar))
      let twice = Folding.fold(String(decoding: once, as: UTF8.self))
      if once != twice {
        Issue.record("U+\(String(value, radix: 16)) folds to \(once), then \(twice)")
      }
    }
  }

  @Test func `letters that differ in case alone fold to the same bytes`() {
    // The Greek iota below a vowel is a mark and goes; in upper case it would be a letter.
    let iotas: ClosedRange<UInt32> = 0x1F80...0x1FFC
    for value in 1...0x1_EFFF where value != 0x345 && !iotas.contains(UInt32(value)) {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let folded = Folding.fold(String(scalar))
      let properties = scalar.properties
      for other in [properties.uppercaseMapping, properties.lowercaseMapping]
      where Folding.fold(other) != folded {
        Issue.record("U+\(String(value, radix: 16)) and \(other)")
      }
    }
  }
}
