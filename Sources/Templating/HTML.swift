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

  init(fragments: [[UInt8]]) {
    self.fragments = fragments
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
  public init(joining parts: some Sequence<HTML>) {
    var output = Output(sharedSize: HTML.sharedSize)
    for part in parts { output.append(part) }
    self = output.finish()
  }

  public var isEmpty: Bool { fragments.allSatisfy(\.isEmpty) }

  /// In bytes.
  public var count: Int { fragments.reduce(0) { $0 + $1.count } }

  /// All of it in one array: a copy, unless there is but one fragment.
  public var bytes: [UInt8] {
    fragments.count == 1 ? fragments[0] : Array(fragments.joined())
  }
}

/// Where markup is put together: bytes are appended to an array, and big markup that exists is put
/// between such arrays.
struct Output {
  /// The array being filled.
  var bytes: [UInt8] = []
  private var fragments: [[UInt8]] = []
  private let sharedSize: Int

  /// Markup of at least `sharedSize` bytes is shared rather than copied.
  init(sharedSize: Int) {
    self.sharedSize = sharedSize
  }

  /// Appends a part of an array.
  mutating func append(_ source: [UInt8], _ part: Extent) {
    bytes.append(contentsOf: source[part.range])
  }

  mutating func append(_ html: HTML) {
    for fragment in html.fragments {
      if fragment.count < sharedSize {
        bytes.append(contentsOf: fragment)
      } else {
        closeFragment()
        fragments.append(fragment)
      }
    }
  }

  mutating func finish() -> HTML {
    closeFragment()
    return HTML(fragments: fragments)
  }

  private mutating func closeFragment() {
    guard !bytes.isEmpty else { return }
    fragments.append(bytes)
    bytes = []
  }
}
