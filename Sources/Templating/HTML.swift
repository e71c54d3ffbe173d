internal import Kernel

/// Markup that is safe to put into a page: it was made by escaping text or by rendering a template,
/// and there is no way to declare a string to be markup.
///
/// It is kept as a list of byte arrays. Markup put together from other markup shares the arrays of
/// its parts, so a page of a hundred rows that were rendered before costs a hundred references.
public struct HTML: Sendable {
  /// Markup shorter than this many bytes is copied into its surroundings, for one more array to
  /// allocate and to send costs more than that; anything longer is shared.
  public static let sharedSize = 1024

  /// UTF-8 (as far as the templates are), to be sent one after the other.
  public private(set) var fragments: [[UInt8]]

  /// The places that were left open, in the order in which they stand: each is before the fragment
  /// of its number. What belongs there is not known when the page is rendered, such as a token that
  /// is another one each time the page is sent.
  public private(set) var gaps: [Int] = []

  init(fragments: [[UInt8]], gaps: [Int] = []) {
    self.fragments = fragments
    self.gaps = gaps
  }

  /// No markup.
  public init() {
    fragments = []
  }

  /// Text as markup: `& < > " '` become entities, so it can stand between tags and in quoted
  /// attributes.
  public init(escaping text: String) {
    var bytes: [UInt8] = []
    bytes.append(escaping: text)
    fragments = bytes.isEmpty ? [] : [bytes]
  }

  /// Pieces of markup, one after the other.
  public init(joining parts: [HTML]) {
    var bytes: [UInt8] = []
    var cuts: [Cut] = []
    cuts.reserveCapacity(parts.count)
    for part in parts {
      for index in 0...part.fragments.count {
        for gap in part.gaps where gap == index {
          cuts.append(Cut(offset: bytes.count, fragment: nil))
        }
        guard index < part.fragments.count else { break }
        let fragment = part.fragments[index]
        if fragment.count < Self.sharedSize {
          bytes.append(copying: fragment.span)
        } else {
          cuts.append(Cut(offset: bytes.count, fragment: fragment))
        }
      }
    }
    self.init(bytes, cuts: cuts)
  }

  public var isEmpty: Bool { gaps.isEmpty && fragments.allSatisfy(\.isEmpty) }

  /// In bytes.
  public var count: Int { fragments.reduce(0) { $0 + $1.count } }

  /// All of it in one array: a copy, unless there is but one fragment.
  public var bytes: [UInt8] {
    if fragments.count == 1 { return fragments[0] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    // An array of `joined()` would be filled byte by byte.
    for fragment in fragments { bytes.append(contentsOf: fragment) }
    return bytes
  }
}

// How markup is put together: all that is copied in one array first, which is then cut where something
// stands between.
extension HTML {
  /// What stands between bytes that were put together.
  struct Cut {
    let offset: Int
    /// Markup that is shared; nil for a gap.
    let fragment: [UInt8]?
  }

  init(_ bytes: [UInt8], cuts: [Cut]) {
    guard !cuts.isEmpty else {
      self.init(fragments: bytes.isEmpty ? [] : [bytes])
      return
    }
    var fragments: [[UInt8]] = []
    var gaps: [Int] = []
    fragments.reserveCapacity(2 * cuts.count + 1)
    var start = 0
    func close(at end: Int) {
      if end > start { fragments.append(Array(bytes[start..<end])) }
      start = end
    }
    for cut in cuts {
      close(at: cut.offset)
      if let fragment = cut.fragment {
        fragments.append(fragment)
      } else {
        gaps.append(fragments.count)
      }
    }
    close(at: bytes.count)
    self.init(fragments: fragments, gaps: gaps)
  }
}
