internal import Kernel

/// How far something is that takes long, as a bar on a terminal; nothing where there is none.
struct ProgressBar {
  /// Whether there is a terminal to show it on.
  let isShown: Bool

  private static let width = 30

  /// Shows the bar in place of the one before.
  ///
  /// - Parameter percent: `nil`: nobody knows.
  func show(_ percent: Int?) {
    guard isShown else { return }
    let text =
      percent.map { percent in
        let filled = Self.width * min(max(percent, 0), 100) / 100
        let bar = String(repeating: "#", count: filled)
        return "[\(bar)\(String(repeating: " ", count: Self.width - filled))] \(percent) %"
      } ?? "[\(String(repeating: "·", count: Self.width))]"
    StandardStream.error.write(Array("\r\u{1B}[K\(text)".utf8))
  }

  /// Takes the bar away.
  func end() {
    if isShown { StandardStream.error.write(Array("\r\u{1B}[K".utf8)) }
  }
}
