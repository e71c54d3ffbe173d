/// Texts of items as people of several languages might write them, always the same.
struct SampleTexts {
  private var state: UInt64

  init(seed: UInt64 = 42) {
    state = seed
  }

  /// About 40 characters.
  mutating func title(_ number: Int) -> String {
    text(characters: 34) + " \(number)"
  }

  /// About 100 characters.
  mutating func detail() -> String { text(characters: 100) }

  private mutating func text(characters: Int) -> String {
    var text = pick()
    var count = text.count
    while count < characters {
      let word = pick()
      text += " " + word
      count += word.count + 1
    }
    return text
  }

  private mutating func pick() -> String {
    // A linear congruential generator (Knuth's constants); its upper bits are random enough.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Self.words[Int(state >> 33) % Self.words.count]
  }

  private static let words = [
    "milk", "bread", "call", "the", "dentist", "before", "Friday", "pay", "rent", "& bills",
    "plan", "trip", "to", "Kyoto", "read", "\"Dune\"", "fix", "bike", "<urgent>", "water",
    "plants", "牛乳を買う", "会議の資料", "電話する", "東京駅", "図書館の本を返す", "歯医者", "Müller", "café", "größer",
    "naïve", "Übung", "coffee ☕️", "🎉", "list", "order", "of", "things", "we", "need",
  ]
}
