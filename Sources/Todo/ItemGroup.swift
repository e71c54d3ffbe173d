/// Some items whose texts stand one after the other, which takes half the memory of strings and
/// lets a search look into them in one sweep.
struct ItemGroup: Sendable {
  /// How many items a full one has.
  static let size = 512

  /// The items, without their texts where those are short.
  private(set) var slots: [Document.ItemSlot] = []
  private var places: [Place] = []
  /// The short texts: a string, for a part of one is known to be text and is copied as it is.
  private var texts = ""
  /// Bytes that belong to no item any more.
  private var unused = 0

  /// Where an item's texts are, the title first.
  private struct Place {
    /// `.max` if they are with the item.
    var start: UInt32 = .max
    var title: UInt32 = 0
    var detail: UInt32 = 0

    var isKnown: Bool { start != .max }
    /// With the zero byte between them, across which nothing is found.
    var count: Int { isKnown ? Int(title + 1 + detail) : 0 }
    var range: Range<Int> { Int(start)..<Int(start) + count }
    var titleRange: Range<Int> { Int(start)..<Int(start + title) }
    var detailRange: Range<Int> { Int(start + title + 1)..<Int(start + title + 1 + detail) }
  }

  /// Longer texts stay with their item, so that no more than some memory is ever moved at once.
  static let longestShort = 4_096
  /// In place of texts that stand with the others: no text that is stored has a zero byte.
  static let elsewhere = "\0"

  /// - Parameters:
  ///   - count: how many items will come.
  ///   - length: how many bytes their texts may have.
  init(expecting count: Int, texts length: Int = 0) {
    slots.reserveCapacity(count)
    places.reserveCapacity(count)
    texts.reserveCapacity(length)
  }

  var count: Int { slots.count }

  /// How many bytes the short texts have.
  var textLength: Int { texts.utf8.count }

  // MARK: Changing

  mutating func append(_ slot: Document.ItemSlot) {
    slots.append(slot)
    places.append(Place())
    store(slot.item.title, slot.item.detail, slots.count - 1)
    // A group that is full is as a rule left as it is.
    if slots.count == Self.size { compact() }
  }

  /// Adds an item whose texts are among those of new ones.
  mutating func append(_ slot: Document.ItemSlot, of new: NewItems, _ index: Int) {
    slots.append(slot)
    let extent = new.extents[index]
    places.append(
      Place(
        start: UInt32(texts.utf8.count), title: UInt32(extent.title), detail: UInt32(extent.detail))
    )
    texts += new.texts(index)
    if slots.count == Self.size { compact() }
  }

  mutating func removeLast() {
    slots.removeLast()
    unused += places.removeLast().count
  }

  mutating func update(_ index: Int, _ body: (inout Document.ItemSlot) -> Void) {
    body(&slots[index])
  }

  /// See `ItemStore.set`.
  mutating func set(
    _ index: Int, _ property: AnyProperty, _ value: StoredValue
  ) -> (old: StoredValue, changed: ChangedTexts)? {
    if property.kind == .text {
      var item = item(index)
      guard let old = property.exchange(&item, value) else { return nil }
      let changed = old == value ? [] : ChangedTexts(property)
      put(item, index, changed)
      return (old, changed)
    }
    guard let old = property.exchange(&slots[index].item, value) else { return nil }
    // Whoever says that an item is open says as well that it was never done.
    if property === Property.done.erased, !slots[index].item.done {
      slots[index].item.completed = nil
    }
    return (old, [])
  }

  /// See `ItemStore.set`.
  mutating func set(_ index: Int, _ item: Item) -> ChangedTexts {
    let old = self.item(index)
    var changed: ChangedTexts = []
    if !item.title.hasSameCodePoints(as: old.title) { changed.insert(.title) }
    if !item.detail.hasSameCodePoints(as: old.detail) { changed.insert(.detail) }
    put(item, index, changed)
    return changed
  }

  /// Puts an item with its texts in the place of one from which these texts differ.
  private mutating func put(_ item: Item, _ index: Int, _ changed: ChangedTexts) {
    slots[index].item = item
    if changed.isEmpty, places[index].isKnown { return leaveTexts(index) }
    store(item.title, item.detail, index)
    if unused > 4_096, unused > texts.utf8.count / 2 { compact() }
  }

  /// Puts an item's texts with the others if they are short.
  private mutating func store(_ title: String, _ detail: String, _ index: Int) {
    let (titleCount, detailCount) = (title.utf8.count, detail.utf8.count)
    let old = places[index]
    guard titleCount + detailCount <= Self.longestShort else {
      unused += old.count
      places[index] = Place()
      return
    }
    leaveTexts(index)
    unused += old.count
    places[index] = Place(
      start: UInt32(texts.utf8.count), title: UInt32(titleCount), detail: UInt32(detailCount))
    texts += title
    texts += "\0"
    texts += detail
  }

  private mutating func leaveTexts(_ index: Int) {
    slots[index].item.title = Self.elsewhere
    slots[index].item.detail = Self.elsewhere
  }

  private mutating func compact() {
    var kept = ""
    kept.reserveCapacity(texts.utf8.count - unused)
    if unused == 0 {
      kept += texts
      texts = kept
      return
    }
    for index in places.indices {
      let place = places[index]
      guard place.isKnown else { continue }
      places[index].start = UInt32(kept.utf8.count)
      kept += part(place.range)
    }
    texts = kept
    unused = 0
  }

  // MARK: Reading

  /// An item with its texts.
  func item(_ index: Int) -> Item {
    var item = slots[index].item
    let place = places[index]
    if place.isKnown {
      item.title = text(place.titleRange)
      item.detail = text(place.detailRange)
    }
    return item
  }

  func title(_ index: Int) -> String {
    let place = places[index]
    return place.isKnown ? text(place.titleRange) : slots[index].item.title
  }

  private func text(_ range: Range<Int>) -> String { String(part(range)) }

  private func part(_ range: Range<Int>) -> Substring {
    let bytes = texts.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    return Substring(bytes[start..<bytes.index(start, offsetBy: range.count)])
  }

  /// Gives the bytes of an item's title.
  func withTitle<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    let place = places[index]
    if place.isKnown { return body(texts.utf8.span.extracting(place.titleRange)) }
    return body(slots[index].item.title.utf8.span)
  }

  /// Gives the bytes of an item's title and detail, a zero byte between them.
  func withTexts<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    let place = places[index]
    if place.isKnown { return body(texts.utf8.span.extracting(place.range)) }
    let item = slots[index].item
    return body((item.title + "\0" + item.detail).utf8.span)
  }
}
