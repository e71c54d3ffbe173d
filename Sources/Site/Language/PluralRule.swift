/// How a language tells numbers of things apart. A strings file names its rule: `plural =
/// one-other`.
enum PluralRule: String, Sendable, CaseIterable {
  /// One form for every number, as in Japanese.
  case other
  /// One thing, and all other numbers, as in English.
  case oneOther = "one-other"
  /// None or one, and all other numbers, as in French.
  case zeroOneOther = "zero-one-other"
  /// One, few, many, as in Russian.
  case oneFewMany = "one-few-many"

  /// The forms that a text with a number needs, as the last parts of their keys.
  var forms: [String] {
    switch self {
    case .other: ["other"]
    case .oneOther, .zeroOneOther: ["one", "other"]
    case .oneFewMany: ["one", "few", "many"]
    }
  }

  /// The form for a number.
  func form(of number: Int) -> String {
    let magnitude = number.magnitude
    switch self {
    case .other: return "other"
    case .oneOther: return magnitude == 1 ? "one" : "other"
    case .zeroOneOther: return magnitude <= 1 ? "one" : "other"
    case .oneFewMany:
      let ones = magnitude % 10
      let tens = magnitude / 10 % 10
      if tens == 1 || ones == 0 || ones >= 5 { return "many" }
      return ones == 1 ? "one" : "few"
    }
  }
}
