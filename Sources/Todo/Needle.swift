/// A text to search for.
///
/// Another text has it if its folded bytes are in that one's folded bytes. As a rule this can be
/// seen from a text as it is; it is folded only where its `FoldingTrace` leaves that open.
struct Needle: Sendable {
  private let folded: BytePattern
  /// The text as it was typed, but for its case, unless that is the same.
  private let typed: BytePattern?
  /// The texts in which the folded bytes, where they are found as they are, are also found when the
  /// text is folded.
  private let ownPlaces: Places
  /// The bytes that folding must bring for the text to be found only then.
  private let trace: FoldingTrace
  /// The rows of a signature that have the bit of every item with the text; none for a text of less
  /// than three bytes. See `SignatureGroup`.
  let rows: [Int]

  private enum Places {
    case none
    case textsWithoutEntanglement
    case everyText
  }

  /// More would leave hardly less.
  private static let mostRows = 16

  /// `nil` if the text is blank, or has a zero byte, which no item has.
  init?(_ text: String) {
    let text = text.trimmingWhiteSpace
    let bytes = Folding.fold(text)
    if bytes.isEmpty || bytes.contains(0) { return nil }
    folded = BytePattern(bytes)
    let lower = text.utf8.map(Folding.lowercase)
    typed = lower == bytes ? nil : BytePattern(lower)
    ownPlaces = Self.places(of: bytes)
    var trace = FoldingTrace()
    for byte in bytes { trace.insert(byte) }
    self.trace = trace
    var rows: [Int] = []
    for start in bytes.indices.dropLast(2) where rows.count < Self.mostRows {
      let three =
        UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]) << 16
      if let row = Self.row(of: three), !rows.contains(row) { rows.append(row) }
    }
    self.rows = rows
  }

  private static func places(of folded: [UInt8]) -> Places {
    var again: [UInt8] = []
    guard Folding.append(folded.span, to: &again).isEmpty else { return .none }
    // What follows a syllable may become a part of it.
    let hasSyllables = String(decoding: folded, as: UTF8.self).unicodeScalars.contains {
      (0xAC00...0xD7A3).contains($0.value)
    }
    return hasSyllables ? .textsWithoutEntanglement : .everyText
  }

  /// The row that three bytes choose, the first one lowest, one of 4,096; `nil` if one of them is
  /// zero, and so beyond the end of a text.
  @inline(__always)
  static func row(of bytes: UInt32) -> Int? {
    if bytes & 0xFF == 0 || bytes & 0xFF00 == 0 || bytes & 0xFF_0000 == 0 { return nil }
    return Int(truncatingIfNeeded: ((bytes & 0xFF_FFFF) &* 0x9E37_79B1) >> 20)
  }

  /// Whether a text has it; `nil` if that cannot be said without folding the text.
  ///
  /// - Parameter trace: what comes when the text is folded.
  func isFound(in text: Span<UInt8>, _ trace: FoldingTrace) -> Bool? {
    let isThere = folded.isFound(in: text)
    if trace.isEmpty { return isThere }
    let isEntangled = trace.isEntangled
    if isThere {
      switch ownPlaces {
      case .everyText: return true
      case .textsWithoutEntanglement: if !isEntangled { return true }
      case .none: break
      }
    }
    // Where each code point folds by itself, what was typed folds to what is sought.
    if !isEntangled, let typed, typed.isFound(in: text) { return true }
    return !isThere && trace.isDisjoint(with: self.trace) ? false : nil
  }

  /// Whether a folded text has it.
  func isFound(inFolded text: Span<UInt8>) -> Bool { folded.isFound(in: text) }
}

extension Needle: Equatable {
  /// Texts that fold to the same find the same.
  static func == (a: Self, b: Self) -> Bool { a.folded == b.folded }
}
