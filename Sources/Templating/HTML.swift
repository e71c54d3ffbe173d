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
    var output = Output()
    for part in parts { output.append(part) }
    self = output.finish()
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

/// Where markup is put together: bytes are appended to an array, and big markup that exists is put
/// between such arrays.
struct Output {
  /// Arrays are closed at this size: they need not grow, and the allocator has such ones at hand
  /// rather than asking the system for fresh memory.
  private static let chunkSize = 1 << 15

  /// The array being filled.
  private(set) var bytes: [UInt8]
  private var fragments: [[UInt8]] = []
  private var gaps: [Int] = []
  /// How many bytes are expected to be put in, beside what is shared.
  private var expected: Int
  private let isOneArray: Bool

  /// - Parameter capacity: how many bytes to make room for at first.
  init(capacity: Int = 0) {
    bytes = []
    expected = capacity
    isOneArray = false
    startChunk()
  }

  /// Everything is appended to the bytes, and nothing shared.
  init(appendingTo bytes: consuming [UInt8]) {
    self.bytes = bytes
    expected = 0
    isOneArray = true
  }

  /// Appends a part of an array.
  @inline(__always)
  mutating func append(_ source: [UInt8], _ part: Extent) {
    makeRoom(for: part.count)
    bytes.append(source.span, part)
  }

  mutating func append(_ source: [UInt8]) {
    append(source, Extent(0, source.count))
  }

  mutating func append(_ html: HTML) {
    var gaps = html.gaps[...]
    for (index, fragment) in html.fragments.enumerated() {
      while gaps.first == index {
        appendGap()
        gaps.removeFirst()
      }
      if isOneArray || fragment.count < HTML.sharedSize {
        append(fragment)
      } else {
        closeFragment()
        fragments.append(fragment)
        startChunk()
      }
    }
    for _ in gaps { appendGap() }
  }

  /// Leaves a place open.
  mutating func appendGap() {
    guard !isOneArray else { return }
    closeFragment()
    gaps.append(fragments.count)
    startChunk()
  }

  /// Appends a single value.
  mutating func append(_ value: FieldValue, escaped: Bool) {
    switch value {
    case .text(let text):
      if escaped { bytes.append(escaping: text) } else { bytes.append(contentsOf: text.utf8) }
    case .number(let number): bytes.append(decimal: number)
    case .html(let html): append(html)
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .gap: appendGap()
    case .list, .group: break
    }
  }

  mutating func finish() -> HTML {
    closeFragment()
    return HTML(fragments: fragments, gaps: gaps)
  }

  @inline(__always)
  private mutating func makeRoom(for count: Int) {
    if bytes.count + count > Self.chunkSize && !isOneArray {
      closeFragment()
      startChunk()
    }
  }

  @inline(never)
  private mutating func startChunk() {
    if expected > 0 { bytes.reserveCapacity(min(expected, Self.chunkSize)) }
  }

  private mutating func closeFragment() {
    guard !bytes.isEmpty else { return }
    expected -= bytes.count
    fragments.append(bytes)
    bytes = []
  }
}
