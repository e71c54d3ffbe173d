/// Says once a minute of what goes wrong again and again that it does: whoever causes it must not be
/// able to fill the log.
struct RareReport {
  private var nextTime = Int.min
  private static let milliseconds = 60_000

  /// Passes a sentence on, unless another one was within the last minute.
  mutating func say(_ sentence: String, to report: (String) -> Void, at now: Int) {
    guard now >= nextTime else { return }
    nextTime = now + Self.milliseconds
    report(sentence)
  }
}
