import Templating

/// Two texts word by word: what each of them has that the other has not.
package struct WordDifference: Sendable {
  /// A stretch of one of the texts.
  package struct Piece: Hashable, Sendable {
    package let text: String
    /// Whether the other text lacks it.
    package let isMarked: Bool

    package init(text: String, isMarked: Bool) {
      self.text = text
      self.isMarked = isMarked
    }

    var fields: Fields { [.text: .text(text), .marked: .flag(isMarked)] }
  }

  package let old: [Piece]
  package let new: [Piece]

  /// Comparisons of words that are worth the time; texts that need more are marked from the first
  /// word that differs to the last one.
  private static let limit = 250_000

  package init(_ old: String, _ new: String) {
    let oldWords = Self.words(old)
    let newWords = Self.words(new)
    var numbers: [[UInt8]: Int] = [:]
    func number(_ word: Substring) -> Int {
      // By bytes: two spellings of é look alike, and are a difference all the same.
      let bytes = Array(word.utf8)
      if let known = numbers[bytes] { return known }
      numbers[bytes] = numbers.count
      return numbers.count - 1
    }
    let a = oldWords.map(number)
    let b = newWords.map(number)
    let (inOld, inNew) = Self.common(a, b)
    self.old = Self.pieces(oldWords, inOld)
    self.new = Self.pieces(newWords, inNew)
  }

  /// Runs of letters and digits, and each other character for itself; so is each Chinese character
  /// and kana, since there are no spaces between words.
  private static func words(_ text: String) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      let next = text.index(after: index)
      if !joins(text[index]) {
        if start < index { words.append(text[start..<index]) }
        words.append(text[index..<next])
        start = next
      }
      index = next
    }
    if start < index { words.append(text[start..<index]) }
    return words
  }

  private static func joins(_ character: Character) -> Bool {
    guard character.isLetter || character.isNumber, let first = character.unicodeScalars.first
    else { return false }
    return first.value < 0x2E80
  }

  /// Which words of each are in the longest sequence that both have in common.
  private static func common(_ a: [Int], _ b: [Int]) -> ([Bool], [Bool]) {
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    var end = 0
    while end < a.count - start, end < b.count - start, a[a.count - 1 - end] == b[b.count - 1 - end]
    { end += 1 }
    var inA = [Bool](repeating: true, count: a.count)
    var inB = [Bool](repeating: true, count: b.count)
    let rows = a.count - end - start
    let columns = b.count - end - start
    for index in 0..<rows { inA[start + index] = false }
    for index in 0..<columns { inB[start + index] = false }
    guard rows * columns <= limit else { return (inA, inB) }
    // lengths[r][c]: the longest common sequence of what follows row r and column c.
    let width = columns + 1
    var lengths = [Int32](repeating: 0, count: (rows + 1) * width)
    for row in stride(from: rows - 1, through: 0, by: -1) {
      for column in stride(from: columns - 1, through: 0, by: -1) {
        lengths[row * width + column] =
          a[start + row] == b[start + column]
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      if a[start + row] == b[start + column] {
        inA[start + row] = true
        inB[start + column] = true
        row += 1
        column += 1
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return (inA, inB)
  }

  /// The words in stretches of common and of marked ones.
  private static func pieces(_ words: [Substring], _ isCommon: [Bool]) -> [Piece] {
    var pieces: [Piece] = []
    var text = ""
    for (index, word) in words.enumerated() {
      text += word
      if index + 1 == words.count || isCommon[index + 1] != isCommon[index] {
        pieces.append(Piece(text: text, isMarked: !isCommon[index]))
        text = ""
      }
    }
    return pieces
  }
}
