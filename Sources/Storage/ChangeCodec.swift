import Todo

// How changes are written and read:
//
//   {"insert item":ITEM,"at":PLACE}
//   {"remove item":ITEM,"from":PLACE}
//   {"move item":ID,"from":PLACE,"to":PLACE}
//   {"set":"title","of":ID,"from":VALUE,"to":VALUE}
//   {"insert list":LIST,"at":LISTPLACE}
//   {"remove list":LIST,"from":LISTPLACE}
//   {"move list":ID,"from":LISTPLACE,"to":LISTPLACE}
//   {"rename list":ID,"from":TEXT,"to":TEXT}
//
// ITEM is {"id":ID,"created":TIME,"ordinal":NUMBER,...} with every property of `Item.properties`
// under its name, in that order, but for times that are null; LIST is
// {"id":ID,"name":TEXT,"created":TIME}; PLACE is {"list":ID,"after":ID,"before":ID,"stamp":NUMBER}
// and LISTPLACE the same without "list". "after" and "before" are null at the ends.

extension LineWriter {
  mutating func changes(_ changes: [Change]) {
    raw("[")
    let changes = changes.span
    for position in changes.indices {
      if position > 0 { raw(",") }
      change(changes, position)
    }
    raw("]")
  }

  private mutating func change(_ changes: Span<Change>, _ position: Int) {
    switch changes[position] {
    case .insertItem(let item, let place):
      raw("{\"insert item\":")
      self.item(item)
      raw(",\"at\":")
      self.place(place)
    case .removeItem(let item, let place):
      raw("{\"remove item\":")
      self.item(item)
      raw(",\"from\":")
      self.place(place)
    case .moveItem(let id, let from, let to):
      raw("{\"move item\":")
      self.id(id)
      raw(",\"from\":")
      place(from)
      raw(",\"to\":")
      place(to)
    case .setProperty(let id, let property, let from, let to):
      raw(KnownProperty.announcement(of: property))
      self.id(id)
      raw(",\"from\":")
      value(from)
      raw(",\"to\":")
      value(to)
    case .insertList, .removeList, .moveList, .renameList:
      listChange(changes[position])
    }
    raw("}")
  }

  private mutating func listChange(_ change: Change) {
    switch change {
    case .insertList(let list, let place):
      raw("{\"insert list\":")
      self.list(list)
      raw(",\"at\":")
      self.place(place)
    case .removeList(let list, let place):
      raw("{\"remove list\":")
      self.list(list)
      raw(",\"from\":")
      self.place(place)
    case .moveList(let id, let from, let to):
      raw("{\"move list\":")
      self.id(id)
      raw(",\"from\":")
      place(from)
      raw(",\"to\":")
      place(to)
    case .renameList(let id, let from, let to):
      raw("{\"rename list\":")
      self.id(id)
      raw(",\"from\":")
      text(from)
      raw(",\"to\":")
      text(to)
    case .insertItem, .removeItem, .moveItem, .setProperty: break
    }
  }

  mutating func item(_ item: Item) {
    raw("{\"id\":")
    id(item.id)
    raw(",\"created\":")
    time(item.created)
    raw(",\"ordinal\":")
    number(item.ordinal)
    for known in KnownProperty.all {
      let value = known.property.read(item)
      if value == .time(nil) { continue }
      raw(known.key)
      self.value(value)
    }
    raw("}")
  }

  mutating func list(_ list: ItemList) {
    raw("{\"id\":")
    id(list.id)
    raw(",\"name\":")
    text(list.name)
    raw(",\"created\":")
    time(list.created)
    raw("}")
  }

  private mutating func place(_ place: Place) {
    raw("{\"list\":")
    id(place.list)
    raw(",\"after\":")
    id(place.after)
    raw(",\"before\":")
    id(place.before)
    raw(",\"stamp\":")
    number(place.stamp)
    raw("}")
  }

  private mutating func place(_ place: ListPlace) {
    raw("{\"after\":")
    id(place.after)
    raw(",\"before\":")
    id(place.before)
    raw(",\"stamp\":")
    number(place.stamp)
    raw("}")
  }

  fileprivate mutating func value(_ value: StoredValue) {
    switch value {
    case .text(let text): self.text(text)
    case .flag(let flag): self.flag(flag)
    case .number(let number): self.number(number)
    case .time(let time?): self.time(time)
    case .time(nil): raw("null")
    }
  }
}

extension Change {
  /// About how many bytes it takes in a line.
  var roughSize: Int {
    switch self {
    case .insertItem(let item, _), .removeItem(let item, _):
      448 + item.title.utf8.count + item.detail.utf8.count
    default: 448
    }
  }
}

/// A property of items and the bytes that announce its value in a line.
final class KnownProperty: Sendable {
  let property: AnyProperty
  let isText: Bool
  /// Such as `,"title":`.
  let key: [UInt8]
  /// The key with the value that an item without the property in its line has.
  let start: [UInt8]
  /// Such as `{"set":"title","of":`.
  let announcement: [UInt8]

  private init(_ property: AnyProperty) {
    self.property = property
    isText = property.kind == .text
    key = Array(",\"\(property.name)\":".utf8)
    announcement = Array("{\"set\":\"\(property.name)\",\"of\":".utf8)
    var writer = LineWriter()
    writer.raw(key)
    writer.value(
      property.read(
        Item(id: ItemID(high: 0, low: 0), title: "", created: .init(milliseconds: 0), ordinal: 0)))
    start = writer.bytes
  }

  /// What the change of a property begins with.
  static func announcement(of property: AnyProperty) -> [UInt8] {
    for known in all where known.property === property { return known.announcement }
    return KnownProperty(property).announcement
  }

  static let all = Item.properties.map { KnownProperty($0) }

  /// How many properties come before `usualEnd`.
  static let countBeforeEnd = (all.lastIndex { $0.isText } ?? -1) + 1

  /// How nearly all items end: what comes behind the texts has the value with which an item begins.
  static let usualEnd =
    all[countBeforeEnd...].filter { $0.property.kind != .time }.flatMap(\.start)
    + [UInt8(ascii: "}")]

  /// The property of that name, if there is one.
  static func property(_ name: ShortName) -> AnyProperty? {
    let names = names.span
    for place in names.indices where names[place].name == name { return names[place].property }
    return nil
  }

  private static let names = Item.properties.compactMap { property in
    ShortName(property.name).map { (name: $0, property: property) }
  }
}
