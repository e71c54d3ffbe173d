internal import Synchronization
internal import Templating
internal import Todo

/// Pages as they were rendered, kept as long as nothing changes, and their rows, each kept as long as
/// its item does not change.
///
/// A page has gaps in the place of its one-time tokens: those are put in anew for each request, so
/// that no two tabs ever send the same one.
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

  private struct Entry: Sendable {
    /// The state from which it was rendered; the largest number, which no state has, if only parts
    /// of it are kept.
    var edition: UInt64
    var html: HTML
    /// Of a list's page.
    var list: ListParts?
    var lastUse: UInt64
  }

  private struct State: Sendable {
    var entries: [Key: Entry] = [:]
    var uses: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The page, if it was rendered from this very state.
  func page(_ key: Key, edition: UInt64) -> HTML? {
    state.withLock { state in
      guard let index = state.entries.index(forKey: key),
        state.entries.values[index].edition == edition
      else { return nil }
      state.uses += 1
      state.entries.values[index].lastUse = state.uses
      return state.entries.values[index].html
    }
  }

  /// What is known of a list's page from when it was last rendered.
  func list(_ key: Key) -> ListParts? {
    state.withLock { $0.entries[key]?.list }
  }

  /// Keeps a page.
  func keep(_ key: Key, _ html: HTML, list: ListParts?, edition: UInt64) {
    guard html.count <= Self.sizeLimit else { return }
    keep(key, Entry(edition: edition, html: html, list: list, lastUse: 0))
  }

  /// Keeps parts of a page that is itself not to be shown again.
  func keep(_ key: Key, list: ListParts?) {
    guard let list else { return }
    keep(key, Entry(edition: .max, html: HTML(), list: list, lastUse: 0))
  }

  private func keep(_ key: Key, _ entry: Entry) {
    state.withLock { state in
      state.uses += 1
      var entry = entry
      entry.lastUse = state.uses
      state.entries[key] = entry
      if state.entries.count > Self.limit,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        state.entries[oldest] = nil
      }
    }
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
