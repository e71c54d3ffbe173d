/// Folds the code points of one text, one after the other.
struct Folder {
  private struct Mark {
    let order: UInt8
    let scalar: UInt32
  }

  /// A Hangul syllable that the next code point may be a part of; 0 for none.
  private var syllable: UInt32 = 0
  /// Marks that stay, to be written in canonical order when no more of them come: as a rule one.
  private var mark: Mark?
  private var moreMarks: [Mark] = []
  /// What came so far besides the case of ASCII letters.
  private(set) var trace = FoldingTrace()

  mutating func take(_ scalar: Unicode.Scalar, into bytes: inout OutputSpan<UInt8>) {
    let value = scalar.value
    switch value {
    // Ideographs, which have neither case nor marks.
    case 0x3400...0x9FFF: write(value, into: &bytes)
    case 0xAC00...0xD7A3: takeHangul(value, into: &bytes)
    case 0x1100...0x11FF:
      trace.entangle()
      takeHangul(value, into: &bytes)
    default:
      let folded = FoldedScalar.of(scalar)
      if folded.isJust(scalar) { write(value, into: &bytes) } else { take(folded, into: &bytes) }
    }
  }

  private mutating func take(_ folded: FoldedScalar, into bytes: inout OutputSpan<UInt8>) {
    var rest = folded
    var isFirst = true
    while let (part, order) = rest.popFirst() {
      if order > 0 {
        // A mark of a code point of its own may change places with others.
        if isFirst { trace.entangle() }
        add(Mark(order: order, scalar: part))
      } else {
        write(part, into: &bytes)
      }
      trace.insert(part)
      isFirst = false
    }
    if isFirst { trace.entangle() }
  }

  private mutating func add(_ mark: Mark) {
    if self.mark == nil { self.mark = mark } else { moreMarks.append(mark) }
  }

  mutating func finish(into bytes: inout OutputSpan<UInt8>) {
    if syllable != 0 {
      Self.encode(syllable, into: &bytes)
      syllable = 0
    }
    guard let first = mark else { return }
    mark = nil
    if moreMarks.isEmpty { return Self.encode(first.scalar, into: &bytes) }
    moreMarks.insert(first, at: 0)
    // Few, and marks of one class keep their order.
    for index in moreMarks.indices.dropFirst() {
      var place = index
      while place > 0, moreMarks[place - 1].order > moreMarks[place].order {
        moreMarks.swapAt(place - 1, place)
        place -= 1
      }
    }
    for mark in moreMarks { Self.encode(mark.scalar, into: &bytes) }
    moreMarks.removeAll(keepingCapacity: true)
  }

  private mutating func write(_ scalar: UInt32, into bytes: inout OutputSpan<UInt8>) {
    if syllable != 0 || mark != nil { finish(into: &bytes) }
    Self.encode(scalar, into: &bytes)
  }

  /// Puts conjoining letters together to syllables (Unicode 3.12, Hangul Syllable Composition).
  private mutating func takeHangul(_ value: UInt32, into bytes: inout OutputSpan<UInt8>) {
    let (leads, vowels, tails, syllables) = (
      0x1100 as UInt32, 0x1161 as UInt32, 0x11A7 as UInt32, 0xAC00 as UInt32
    )
    if mark == nil {
      if syllable >= leads, syllable < leads + 19, value >= vowels, value < vowels + 21 {
        syllable = syllables + ((syllable - leads) * 21 + (value - vowels)) * 28
        return
      }
      if syllable >= syllables, (syllable - syllables) % 28 == 0, value > tails, value < tails + 28
      {
        syllable += value - tails
        return
      }
    }
    finish(into: &bytes)
    syllable = value
  }

  private static func encode(_ scalar: UInt32, into bytes: inout OutputSpan<UInt8>) {
    var rest = UTF8Bytes(scalar)
    while let byte = rest.popFirst() { bytes.append(byte) }
  }
}

/// What a code point folds to: up to three code points of 21 bits each, and their canonical combining
/// classes.
struct FoldedScalar {
  private var bits: UInt64 = 0
  private var orders: UInt32 = 0
  private var count: UInt32 = 0

  /// Whether it folds to itself, and is no mark.
  func isJust(_ scalar: Unicode.Scalar) -> Bool {
    bits == UInt64(scalar.value) && orders == 0
  }

  mutating func popFirst() -> (scalar: UInt32, order: UInt8)? {
    if count == 0 { return nil }
    count -= 1
    defer {
      bits >>= 21
      orders >>= 8
    }
    return (UInt32(truncatingIfNeeded: bits) & 0x1F_FFFF, UInt8(truncatingIfNeeded: orders))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    guard count < 3 else { return }
    bits |= UInt64(scalar.value) << UInt64(21 * count)
    orders |= UInt32(scalar.properties.canonicalCombiningClass.rawValue) << (8 * count)
    count += 1
  }

  /// From a table where that is worth it, for scripts with case, kana, symbols and
  /// emoji.
  static func of(_ scalar: Unicode.Scalar) -> FoldedScalar {
    switch scalar.value {
    case 0x80..<0x600: european[Int(scalar.value) - 0x80]
    case 0x1E00..<0x2000: extended[Int(scalar.value) - 0x1E00]
    case 0x2000..<0x2C00: symbols[Int(scalar.value) - 0x2000]
    case 0x3000..<0x3100: kana[Int(scalar.value) - 0x3000]
    case 0x1_F000..<0x1_FB00: pictures[Int(scalar.value) - 0x1_F000]
    default: FoldedScalar(folding: scalar)
    }
  }

  private init(folding scalar: Unicode.Scalar) {
    for part in Self.bases[scalar.value] ?? [scalar] where !Self.isDiacritic(part) {
      if part.properties.canonicalCombiningClass != .notReordered {
        append(part)
        continue
      }
      let upper = part.properties.lowercaseMapping.unicodeScalars
        .map(\.properties.uppercaseMapping).joined()
      for lower in upper.unicodeScalars.map(\.properties.lowercaseMapping).joined().unicodeScalars
      where !Self.isDiacritic(lower) {
        append(lower)
      }
    }
  }

  /// A mark that adorns a letter, or a vowel point that is as a rule not written. Signs of scripts
  /// where they make the letter (nukta, virama, voicing, vowels, tones) are none.
  private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.canonicalCombiningClass.rawValue {
    case 10...36, 200...240: true
    default: false
    }
  }

  private static let european = table(0x80..<0x600)
  private static let extended = table(0x1E00..<0x2000)
  private static let symbols = table(0x2000..<0x2C00)
  private static let kana = table(0x3000..<0x3100)
  private static let pictures = table(0x1_F000..<0x1_FB00)

  private static func table(_ range: Range<UInt32>) -> [FoldedScalar] {
    range.map { Unicode.Scalar($0).map(FoldedScalar.init(folding:)) ?? FoldedScalar() }
  }

  private init() {}

  private static let bases: [UInt32: [Unicode.Scalar]] = {
    var bases: [UInt32: [Unicode.Scalar]] = [:]
    for run in BaseLetters.runs {
      for (offset, letter) in run.letters.unicodeScalars.enumerated() where letter != "_" {
        bases[run.first + UInt32(offset)] = [letter] + run.rest.unicodeScalars
      }
    }
    return bases
  }()
}
