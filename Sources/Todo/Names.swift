/// Names for lists that got none.
public enum RandomName {
  /// An adjective and a noun, such as “Quiet Harbor”.
  public static func make(using generator: inout some RandomNumberGenerator) -> String {
    let adjective = adjectives[Int.random(in: adjectives.indices, using: &generator)]
    let noun = nouns[Int.random(in: nouns.indices, using: &generator)]
    return adjective + " " + noun
  }

  private static let adjectives = [
    "Amber", "Bold", "Bright", "Busy", "Calm", "Clever", "Cosy", "Crisp", "Curious", "Eager",
    "Early", "Fresh", "Gentle", "Golden", "Happy", "Honest", "Jolly", "Keen", "Lively", "Lucky",
    "Mellow", "Merry", "Misty", "Nimble", "Patient", "Plain", "Polite", "Quick", "Quiet", "Ready",
    "Round", "Silver", "Simple", "Steady", "Sunny", "Swift", "Tidy", "Velvet", "Warm", "Wild",
  ]

  private static let nouns = [
    "Acorn", "Anchor", "Basket", "Bridge", "Brook", "Canoe", "Cedar", "Compass", "Cottage",
    "Falcon", "Feather", "Garden", "Harbor", "Hedge", "Island", "Kettle", "Ladder", "Lantern",
    "Maple", "Meadow", "Mountain", "Orchard", "Otter", "Paddle", "Pebble", "Pocket", "Puddle",
    "River", "Robin", "Sail", "Shelf", "Sparrow", "Spoon", "Teapot", "Thimble", "Thistle", "Tulip",
    "Valley", "Whistle", "Willow",
  ]
}
