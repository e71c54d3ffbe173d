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

  struct Row {
    let item: ItemID
    let edition: UInt64
    let ends: Ends
    let html: HTML
  }

  /// Whether a row is the first or the last one, and so cannot be moved on.
  struct Ends: OptionSet {
    let rawValue: UInt8
    static let first = Ends(rawValue: 1)
    static let last = Ends(rawValue: 2)
  }

  /// A run of bytes of a page, as the arrays that it was put together from.
  typealias Part = [[UInt8]]

  private struct Entry: Sendable {
    /// The state from which it was rendered; the largest number, which no state has, if only the
    /// rows are kept.
    var edition: UInt64
    /// The bytes between the tokens: one part more than there are tokens.
    var parts: [Part]
    var rows: [Row]
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
      guard var entry = state.entries[key], entry.edition == edition else { return nil }
      state.uses += 1
      entry.lastUse = state.uses
      // A page that is asked for twice is likely to be asked for again: one array for each part is
      // sent at less cost than many.
      for index in entry.parts.indices where entry.parts[index].count > 1 {
        entry.parts[index] = [Self.joined(entry.parts[index])]
      }
      state.entries[key] = entry
      return entry.parts
    }
  }

  private static func joined(_ part: Part) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.reduce(0) { $0 + $1.count })
    for array in part { bytes += array }
    return bytes
  }

  /// Puts fresh tokens into a page.
  static func complete(_ parts: [Part]) -> [[UInt8]] {
    guard let last = parts.last else { return [] }
    var fragments: [[UInt8]] = []
    fragments.reserveCapacity(parts.count * 2)
    var tokens = OnceToken.several()
    for part in parts.dropLast() {
      fragments += part
      fragments.append(Array(tokens.next().utf8))
    }
    return fragments + last
  }

  /// The rows of the page when it was last rendered.
  func rows(_ key: Key) -> [Row] {
    state.withLock { $0.entries[key]?.rows ?? [] }
  }

  /// Keeps a page that was rendered with these tokens, in the order in which they stand in it.
  func keep(_ key: Key, _ html: HTML, tokens: [String], rows: [Row], edition: UInt64) {
    guard html.count <= Self.sizeLimit, let parts = Self.parts(of: html, around: tokens) else {
      return
    }
    keep(key, Entry(edition: edition, parts: parts, rows: rows, lastUse: 0))
  }

  /// Keeps the rows of a page that is itself not to be shown again.
  func keep(_ key: Key, rows: [Row]) {
    if rows.isEmpty { return }
    keep(key, Entry(edition: .max, parts: [], rows: rows, lastUse: 0))
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
    guard let first = token.first else { return nil }
    var position = start
    while position + token.count <= bytes.count {
      if bytes[position] == first, bytes[position..<position + token.count].elementsEqual(token) {
        return position
      }
      position += 1
    }
    return nil
  }
}

extension PageCache.Row: Sendable {}
extension PageCache.Ends: Sendable {}
