import Testing
import Todo

/// Texts are looked into as they are as far as that says enough; what is found must be what their
/// folded bytes say.
@Suite struct SearchTextTests {
  /// Pieces of texts that fold in every way: to themselves, to other letters, to more or fewer code
  /// points, to nothing, to something else beside their neighbours.
  private static let pieces = [
    "a", "K", "s", "milk", "Café", "Cafe\u{301}", "ß", "ſ", "\u{212A}", "ﬁ", "\u{301}", "Ё",
    "会議", "か", "が", "か\u{3099}", "\u{3099}", "ハ", "パ", "Ａ", "가", "\u{1100}\u{1161}", "\u{11A8}",
    "각", "q\u{323}\u{307}", "\u{338}", "≠", "=", "☕️", "🎉", "İ", "\u{345}", "ᾳ", " ",
    "\u{E38}\u{E48}ก",
  ]

  @Test func `what is found in a text is what its folded bytes have`() throws {
    var store = Store()
    let list = try store.makeList("texts")
    var texts: [ItemID: (title: String, detail: String)] = [:]
    for (index, first) in Self.pieces.enumerated() {
      for (number, second) in Self.pieces.enumerated() {
        // A title must have something to see, and nothing is trimmed off.
        let title = "x\(first)\(second)z"
        let detail = (index + number) % 3 == 0 ? "\(second)-\(first)\(first)" : ""
        let item = try store.makeItem(title, detail, in: list)
        texts[item] = (title, detail)
      }
    }
    let needles =
      Self.pieces + [
        "CAFE", "cafeé", "ss", "sk", "議か", "かか", "が가", "가각", "fi", "=\u{338}", "fik", "xk",
      ]
    for needle in needles {
      let folded = Folding.fold(needle)
      let isBlank = folded.isEmpty || needle == " "
      let expected = texts.filter { _, text in
        !isBlank && [text.title, text.detail].contains { has(Folding.fold($0), folded) }
      }
      let found = store.workspace.document.search(needle, 0..<Int.max)
      #expect(
        Set(found.items.map(\.item.id)) == Set(expected.keys),
        "\(needle.unicodeScalars.map(\.value))")
    }
  }

  @Test(arguments: [
    ("x", "cafés", "CAFES"), ("long", "が", "ガ"), ("straße", "strasse", "STRASSE"),
    ("milk", "각", "가\u{11A8}"),
  ])
  func `a changed text is found by what it is now alone`(
    _ before: String, _ now: String, _ later: String
  ) throws {
    var store = Store()
    let list = try store.makeList("texts")
    let item = try store.makeItem(before, in: list)
    let texts = [before, now, later]
    for text in texts { store.workspace.prepareSearch(for: text) }
    for (round, text) in (texts + texts).enumerated() {
      if round % 2 == 0 {
        try store.perform(UpdateProperty(item, .title, to: text))
        try store.perform(UpdateProperty(item, .detail, to: ""))
      } else {
        try store.perform(UpdateProperty(item, .detail, to: text))
        try store.perform(UpdateProperty(item, .title, to: "-"))
      }
      for needle in texts {
        let total = store.workspace.document.search(needle, 0..<9).total
        #expect(
          total == (has(Folding.fold(text), Folding.fold(needle)) ? 1 : 0), "\(text) \(needle)")
      }
    }
  }

  private func has(_ text: [UInt8], _ needle: [UInt8]) -> Bool {
    text.indices.contains { text[$0...].starts(with: needle) }
  }
}
