internal import Synchronization
internal import Templating
internal import Todo

/// Pages as they were rendered, kept as long as nothing changes, and their rows, each kept as long as
/// its item does not change.
///
/// A page stands here without its one-time tokens: those are put in anew for each request, so that
/// no two tabs ever send the same one.
final class PageCache: Sendable {
  /// Pages kept; of more the longest unused are dropped.
  static let limit = 24
  /// Pages longer than this many bytes are not kept.
  static let sizeLimit = 1 << 19

  /// What a page depends on besides the store's state.
  struct Key: Hashable {
    let session: SessionID?
    let language: String
    /// Path and query.
    let address: String
    /// The page from which the person came, where that makes a difference.
    let origin: String?
    /// The time zone of the times on the page, if it has any.
    let zone: ZoneName?
  }

  /// A run of bytes of a page, as the arrays that it was put together from.
  typealias Part = [[UInt8]]

  private struct Entry: Sendable {
    /// The state from which it was rendered; the largest number, which no state has, if only parts
    /// of it are kept.
    var edition: UInt64
    /// The bytes between the tokens: one part more than there are tokens.
    var parts: [Part]
    /// Of a list's page.
    var list: ListParts?
    var lastUse: UInt64
  }

  private struct State: Sendable {
    var entries: [Key: Entry] = [:]
    var uses: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The page, if it was rendered from this very state: its bytes around the tokens.
  func page(_ key: Key, edition: UInt64) -> [Part]? {
    state.withLock { state in
      guard let index = state.entries.index(forKey: key),
        state.entries.values[index].edition == edition
      else { return nil }
      state.uses += 1
      state.entries.values[index].lastUse = state.uses
      return state.entries.values[index].parts
    }
  }

  /// Puts fresh tokens into a page.
  static func complete(_ parts: [Part]) -> [[UInt8]] {
    var fragments: [[UInt8]] = []
    fragments.reserveCapacity(parts.reduce(parts.count) { $0 + $1.count })
    var tokens = OnceToken.several()
    for index in parts.indices {
      if index > 0 { fragments.append(tokens.nextOctets()) }
      for fragment in parts[index] { fragments.append(fragment) }
    }
    return fragments
  }

  /// What is known of a list's page from when it was last rendered.
  func list(_ key: Key) -> ListParts? {
    state.withLock { $0.entries[key]?.list }
  }

  /// Keeps a page that was rendered with these tokens, in the order in which they stand in it.
  func keep(_ key: Key, _ html: HTML, tokens: [String], list: ListParts?, edition: UInt64) {
    guard html.count <= Self.sizeLimit, let parts = Self.parts(of: html, around: tokens) else {
      return
    }
    keep(key, Entry(edition: edition, parts: parts, list: list, lastUse: 0))
  }

  /// Keeps parts of a page that is itself not to be shown again.
  func keep(_ key: Key, list: ListParts?) {
    guard let list else { return }
    keep(key, Entry(edition: .max, parts: [], list: list, lastUse: 0))
  }

  private func keep(_ key: Key, _ entry: Entry) {
    state.withLock { state in
      state.uses += 1
      state.entries[key] = entry
      state.entries[key]?.lastUse = state.uses
      if state.entries.count > Self.limit,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        state.entries[oldest] = nil
      }
    }
  }

  /// Cuts a page at its tokens; `nil` if they are not there. The tokens stand near its start, so
  /// little of it is searched, and nothing but what they stand in is copied.
  private static func parts(of html: HTML, around tokens: [String]) -> [Part]? {
    var parts: [Part] = []
    var part: Part = []
    var wanted = tokens.map { Array($0.utf8) }[...]
    for fragment in html.fragments {
      var start = 0
      while let token = wanted.first, let end = position(of: token, in: fragment, from: start) {
        part.append(Array(fragment[start..<end]))
        parts.append(part)
        part = []
        start = end + token.count
        wanted.removeFirst()
      }
      part.append(start == 0 ? fragment : Array(fragment[start...]))
    }
    parts.append(part)
    return wanted.isEmpty ? parts : nil
  }

  private static func position(of token: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    // Horspool's search: what does not end the token moves it on by as much as it can.
    var steps = InlineArray<256, Int>(repeating: token.count)
    for index in token.indices.dropLast() {
      steps[Int(token[index])] = token.count - 1 - index
    }
    var position = start
    while position + token.count <= bytes.count {
      let end = position + token.count
      if bytes[end - 1] == token.last, bytes[position..<end].elementsEqual(token) {
        return position
      }
      position += steps[Int(bytes[end - 1])]
    }
    return nil
  }
}

/// What of a list's page the next one can use again.
struct ListParts: Sendable {
  let list: ListID
  /// The hidden fields of each row.
  let hidden: HTML
  let views: HTML
  var blocks: [RowBlock] = []
}
