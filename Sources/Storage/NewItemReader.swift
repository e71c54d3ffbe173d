import Kernel
import Todo

/// Reads the lines by which new items come, those of a snapshot and those of transactions with one
/// item and no session: nearly all of a large file that was compacted or read in. They take no memory
/// but for a share of that of all of them. (A session keeps its steps with all that they say.)
///
/// A line is read if it is exactly as it would be written, and in no way unusual; all others, wrong
/// ones among them, are left to `LineReader`.
struct NewItemReader {
  private(set) var items = NewItems()
  /// What else the line of each item says.
  private(set) var entries: [Entry] = []
  private var texts = GatheredText()
  private var lastMinute = LastMinute()

  enum Entry: Sendable {
    /// A line of a snapshot.
    case snapshot(number: Int, list: ListID, stamp: Int, Deletion?)
    case transaction(NewItemTransaction, synced: Int)
  }

  /// The properties behind title and detail; `nil` if items do not begin with these.
  private static let others: [KnownProperty]? = {
    let all = KnownProperty.all.map(\.property)
    guard all.starts(with: [Property.title.erased, Property.detail.erased]),
      KnownProperty.countBeforeEnd == 2
    else { return nil }
    return Array(KnownProperty.all.dropFirst(2))
  }()

  init(expected: Int) {
    guard expected > 16 else { return }
    items.reserveCapacity(expected)
    entries.reserveCapacity(expected)
    texts.reserveCapacity(expected * 160)
  }

  /// Everything that was read.
  consuming func finish() -> (items: NewItems, entries: [Entry]) {
    items.finish(texts.text)
    return (items, entries)
  }

  /// Reads a line of a snapshot whose checksum was verified.
  ///
  /// - Returns: the index of the item, or `nil` if this is not such a line.
  mutating func readEntry(_ reader: borrowing LineReader) -> Int? {
    var line = LineCursor(from: reader.position, to: reader.end)
    let before = texts.count
    return take(entry(&line, reader.bytes.span), before)
  }

  /// Reads the rest of the line of a transaction.
  ///
  /// - Returns: the index of the item, or `nil` if this is not such a line.
  mutating func read(_ reader: borrowing LineReader, behind start: JournalLine.Start) -> Int? {
    guard start.session == nil else { return nil }
    var line = LineCursor(from: reader.position, to: reader.end)
    let before = texts.count
    return take(transaction(&line, reader.bytes.span, start), before)
  }

  private mutating func take(_ read: (NewItem, Entry)?, _ before: Int) -> Int? {
    guard let (item, entry) = read else {
      texts.cut(to: before)
      return nil
    }
    items.append(item.item, textsFrom: item.start, title: item.title, detail: item.detail)
    entries.append(entry)
    return entries.count - 1
  }

  // MARK: Lines

  private mutating func entry(
    _ line: inout LineCursor, _ bytes: Span<UInt8>
  ) -> (NewItem, Entry)? {
    guard line.skip(SnapshotEntry.start, in: bytes), let number = line.number(in: bytes),
      line.skip(",\"item\":", in: bytes),
      let item = item(&line, bytes), line.skip(",\"in\":", in: bytes),
      let list: ListID = line.id(in: bytes), line.skip(",\"stamp\":", in: bytes),
      let stamp = line.number(in: bytes), line.skip(",\"deleted\":", in: bytes)
    else { return nil }
    var deletion: Deletion?
    if !line.skip("null", in: bytes) {
      guard line.skip("{\"number\":", in: bytes), let number = line.number(in: bytes),
        line.skip(",\"seq\":", in: bytes), let revision = line.number(in: bytes),
        line.skip("}", in: bytes)
      else { return nil }
      deletion = Deletion(number: number, revision: revision)
    }
    guard line.isAtEnd else { return nil }
    return (item, .snapshot(number: number, list: list, stamp: stamp, deletion))
  }

  private mutating func transaction(
    _ line: inout LineCursor, _ bytes: Span<UInt8>, _ start: JournalLine.Start
  ) -> (NewItem, Entry)? {
    guard line.skip(",\"step\":{\"verb\":\"", in: bytes), skipLabel(&line, bytes),
      line.skip(",\"changes\":[{\"insert item\":", in: bytes), let item = item(&line, bytes),
      line.skip(",\"at\":", in: bytes), let place = place(&line, bytes),
      line.skip("}]", in: bytes), line.isAtEnd
    else { return nil }
    let transaction = NewItemTransaction(revision: start.revision, time: start.time, place: place)
    return (item, .transaction(transaction, synced: start.synced))
  }

  // MARK: Parts of lines

  private struct NewItem {
    var item: Item
    /// Where its texts begin among all.
    let start: Int
    var title = 0
    var detail = 0
  }

  /// Goes past a label, which nobody keeps without a session.
  private mutating func skipLabel(_ line: inout LineCursor, _ bytes: Span<UInt8>) -> Bool {
    guard let name = line.shortName(in: bytes), Label.Verb(name) != nil else { return false }
    if line.skip(",\"item\":", in: bytes) {
      guard let _: ItemID = line.id(in: bytes) else { return false }
    } else if line.skip(",\"list\":", in: bytes) {
      guard let _: ListID = line.id(in: bytes) else { return false }
    }
    guard line.skip(",\"name\":\"", in: bytes), skipText(&line, bytes) else { return false }
    if line.skip(",\"detail\":\"", in: bytes), !skipText(&line, bytes) { return false }
    if line.skip(",\"count\":", in: bytes), line.number(in: bytes) == nil { return false }
    return line.skip("}", in: bytes)
  }

  /// Goes past a text, which is read and dropped.
  private mutating func skipText(_ line: inout LineCursor, _ bytes: Span<UInt8>) -> Bool {
    let before = texts.count
    defer { texts.cut(to: before) }
    return line.text(in: bytes, to: &texts) != nil
  }

  private mutating func item(_ line: inout LineCursor, _ bytes: Span<UInt8>) -> NewItem? {
    guard let others = Self.others, line.skip("{\"id\":", in: bytes),
      let id: ItemID = line.id(in: bytes), line.skip(",\"created\":", in: bytes),
      let created = line.time(in: bytes, &lastMinute), line.skip(",\"ordinal\":", in: bytes),
      let ordinal = line.number(in: bytes), line.skip(",\"title\":\"", in: bytes)
    else { return nil }
    var new = NewItem(
      item: NewItems.item(id, created: created, ordinal: ordinal), start: texts.count)
    guard let title = line.text(in: bytes, to: &texts), line.skip(",\"detail\":\"", in: bytes)
    else { return nil }
    texts.append(0)
    guard let detail = line.text(in: bytes, to: &texts), title + detail <= NewItems.longestTexts
    else { return nil }
    (new.title, new.detail) = (title, detail)
    let usualEnd = KnownProperty.usualEnd
    if line.skip(usualEnd.span, in: bytes) { return new }
    for place in others.span.indices {
      guard read(others.span[place], of: &new.item, &line, bytes) else { return nil }
    }
    return line.skip("}", in: bytes) ? new : nil
  }

  /// Reads a property, if it is there.
  private mutating func read(
    _ known: KnownProperty, of item: inout Item, _ line: inout LineCursor, _ bytes: Span<UInt8>
  ) -> Bool {
    let (start, key) = (known.start, known.key)
    if line.skip(whole: start.span, in: bytes) { return true }
    guard line.skip(key.span, in: bytes) else { return true }
    let value: StoredValue
    switch known.property.kind {
    case .flag:
      if line.skip("true", in: bytes) {
        value = .flag(true)
      } else if line.skip("false", in: bytes) {
        value = .flag(false)
      } else {
        return false
      }
    case .number:
      guard let number = line.number(in: bytes) else { return false }
      value = .number(number)
    case .time:
      guard let time = line.time(in: bytes, &lastMinute) else { return false }
      value = .time(time)
    case .text: return false
    }
    return known.property.write(&item, value)
  }

  private func place(_ line: inout LineCursor, _ bytes: Span<UInt8>) -> Place? {
    guard line.skip("{\"list\":", in: bytes), let list: ListID = line.id(in: bytes),
      line.skip(",\"after\":", in: bytes), let after: ItemID? = line.optionalID(in: bytes),
      line.skip(",\"before\":", in: bytes), let before: ItemID? = line.optionalID(in: bytes),
      line.skip(",\"stamp\":", in: bytes), let stamp = line.number(in: bytes),
      line.skip("}", in: bytes)
    else { return nil }
    return Place(list: list, after: after, before: before, stamp: stamp)
  }
}
