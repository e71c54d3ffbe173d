/// Folds the code points of one text, one after the other.
struct Folder {
  /// A Hangul syllable that the next code point may be a part of; 0 for none.
  private var syllable: UInt32 = 0
  /// Marks that stay, to be written in canonical order when no more of them come.
  private var marks: [(order: UInt8, scalar: UInt32)] = []

  /// Takes ASCII, which most texts are, a short way.
  mutating func take(_ ascii: Span<UInt8>, into bytes: inout [UInt8]) {
    finish(into: &bytes)
    for index in ascii.indices { bytes.append(Folding.lowercase(ascii[index])) }
  }

  mutating func take(_ scalar: Unicode.Scalar, into bytes: inout [UInt8]) {
    let value = scalar.value
    switch value {
    // Ideographs, which have neither case nor marks.
    case 0x3400...0x9FFF: write(value, into: &bytes)
    case 0x1100...0x11FF, 0xAC00...0xD7A3: takeHangul(value, into: &bytes)
    default:
      var folded = FoldedScalar.of(scalar)
      let hasMarks = folded.hasMarks
      while let part = folded.popFirst() {
        let order = hasMarks ? Unicode.Scalar(part)?.properties.canonicalCombiningClass.rawValue : 0
        if let order, order > 0 {
          marks.append((order, part))
        } else {
          write(part, into: &bytes)
        }
      }
    }
  }

  mutating func finish(into bytes: inout [UInt8]) {
    if syllable != 0 {
      Self.encode(syllable, into: &bytes)
      syllable = 0
    }
    guard !marks.isEmpty else { return }
    // Few, and marks of one class keep their order.
    for index in marks.indices.dropFirst() {
      var place = index
      while place > 0, marks[place - 1].order > marks[place].order {
        marks.swapAt(place - 1, place)
        place -= 1
      }
    }
    for mark in marks { Self.encode(mark.scalar, into: &bytes) }
    marks.removeAll(keepingCapacity: true)
  }

  private mutating func write(_ scalar: UInt32, into bytes: inout [UInt8]) {
    if syllable != 0 || !marks.isEmpty { finish(into: &bytes) }
    Self.encode(scalar, into: &bytes)
  }

  /// Puts conjoining letters together to syllables (Unicode 3.12, Hangul Syllable Composition).
  private mutating func takeHangul(_ value: UInt32, into bytes: inout [UInt8]) {
    let (leads, vowels, tails, syllables) = (
      0x1100 as UInt32, 0x1161 as UInt32, 0x11A7 as UInt32, 0xAC00 as UInt32
    )
    if marks.isEmpty {
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

  private static func encode(_ scalar: UInt32, into bytes: inout [UInt8]) {
    let low = { (shift: UInt32) in UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F | 0x80 }
    switch scalar {
    case ..<0x80: bytes.append(UInt8(scalar))
    case ..<0x800:
      bytes.append(UInt8(truncatingIfNeeded: scalar >> 6) | 0xC0)
      bytes.append(low(0))
    case ..<0x1_0000:
      bytes.append(UInt8(truncatingIfNeeded: scalar >> 12) | 0xE0)
      bytes.append(low(6))
      bytes.append(low(0))
    default:
      bytes.append(UInt8(truncatingIfNeeded: scalar >> 18) | 0xF0)
      bytes.append(low(12))
      bytes.append(low(6))
      bytes.append(low(0))
    }
  }
}

/// What a code point folds to: up to three code points of 21 bits each, and whether a mark is among
/// them.
struct FoldedScalar {
  private var bits: UInt64 = 0
  private var count: UInt64 = 0

  var hasMarks: Bool { bits >> 63 == 1 }

  mutating func popFirst() -> UInt32? {
    let first = UInt32(truncatingIfNeeded: bits) & 0x1F_FFFF
    bits = (bits & ~(1 << 63)) >> 21
    return first == 0 ? nil : first
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    guard count < 3 else { return }
    bits |= UInt64(scalar.value) << (21 * count)
    count += 1
    if scalar.properties.canonicalCombiningClass != .notReordered { bits |= 1 << 63 }
  }

  /// From a table where that is worth it, for scripts with case and for kana.
  static func of(_ scalar: Unicode.Scalar) -> FoldedScalar {
    switch scalar.value {
    case 0x80..<0x600: european[Int(scalar.value) - 0x80]
    case 0x1E00..<0x2000: extended[Int(scalar.value) - 0x1E00]
    case 0x3040..<0x3100: kana[Int(scalar.value) - 0x3040]
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
  private static let kana = table(0x3040..<0x3100)

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
