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
    for (index, change) in changes.enumerated() {
      if index > 0 { raw(",") }
      self.change(change)
    }
    raw("]")
  }

  private mutating func change(_ change: Change) {
    switch change {
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
      raw("{\"set\":")
      text(property.name)
      raw(",\"of\":")
      self.id(id)
      raw(",\"from\":")
      value(from)
      raw(",\"to\":")
      value(to)
    case .insertList, .removeList, .moveList, .renameList:
      listChange(change)
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
    for property in Item.properties where property.read(item) != .time(nil) {
      raw(",")
      text(property.name)
      raw(":")
      value(property.read(item))
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

  private mutating func value(_ value: StoredValue) {
    switch value {
    case .text(let text): self.text(text)
    case .flag(let flag): self.flag(flag)
    case .number(let number): self.number(number)
    case .time(let time?): self.time(time)
    case .time(nil): raw("null")
    }
  }
}

extension LineReader {
  mutating func changes() throws(FormatError) -> [Change] {
    try expect("[")
    var changes: [Change] = []
    if skip("]") { return changes }
    repeat { changes.append(try change()) } while skip(",")
    try expect("]")
    return changes
  }

  private mutating func change() throws(FormatError) -> Change {
    let change: Change
    if skip("{\"insert item\":") {
      let item = try item()
      try expect(",\"at\":")
      change = .insertItem(item, at: try place())
    } else if skip("{\"set\":") {
      change = try propertyChange()
    } else if skip("{\"remove item\":") {
      let item = try item()
      try expect(",\"from\":")
      change = .removeItem(item, from: try place())
    } else if skip("{\"move item\":") {
      let id: ItemID = try id()
      try expect(",\"from\":")
      let from: Place = try place()
      try expect(",\"to\":")
      change = .moveItem(id, from: from, to: try place())
    } else {
      change = try listChange()
    }
    try expect("}")
    return change
  }

  private mutating func propertyChange() throws(FormatError) -> Change {
    let start = position
    let name = try text()
    guard let property = AnyProperty.named(name) else { throw FormatError(.property, start) }
    try expect(",\"of\":")
    let id: ItemID = try id()
    try expect(",\"from\":")
    let from = try value(of: property)
    try expect(",\"to\":")
    return .setProperty(id, property, from: from, to: try value(of: property))
  }

  private mutating func listChange() throws(FormatError) -> Change {
    if skip("{\"insert list\":") {
      let list = try list()
      try expect(",\"at\":")
      return .insertList(list, at: try listPlace())
    }
    if skip("{\"remove list\":") {
      let list = try list()
      try expect(",\"from\":")
      return .removeList(list, from: try listPlace())
    }
    if skip("{\"move list\":") {
      let id: ListID = try id()
      try expect(",\"from\":")
      let from = try listPlace()
      try expect(",\"to\":")
      return .moveList(id, from: from, to: try listPlace())
    }
    try expect("{\"rename list\":")
    let id: ListID = try id()
    try expect(",\"from\":")
    let from = try text()
    try expect(",\"to\":")
    return .renameList(id, from: from, to: try text())
  }

  /// A property that the line lacks has the value that `Item` gives to new ones: the line is older
  /// than the property.
  mutating func item() throws(FormatError) -> Item {
    try expect("{\"id\":")
    let id: ItemID = try id()
    try expect(",\"created\":")
    let created = try time()
    try expect(",\"ordinal\":")
    var item = Item(id: id, title: "", created: created, ordinal: try number())
    for known in KnownProperty.all where skip(known.key) {
      let start = position
      let value = try value(of: known.property)
      guard known.property.write(&item, value) else { throw FormatError(.property, start) }
    }
    try expect("}")
    return item
  }

  mutating func list() throws(FormatError) -> ItemList {
    try expect("{\"id\":")
    let id: ListID = try id()
    try expect(",\"name\":")
    let name = try text()
    try expect(",\"created\":")
    let created = try time()
    try expect("}")
    return ItemList(id: id, name: name, created: created)
  }

  private mutating func place() throws(FormatError) -> Place {
    try expect("{\"list\":")
    let list: ListID = try id()
    try expect(",\"after\":")
    let after: ItemID? = try optionalID()
    try expect(",\"before\":")
    let before: ItemID? = try optionalID()
    try expect(",\"stamp\":")
    let stamp = try number()
    try expect("}")
    return Place(list: list, after: after, before: before, stamp: stamp)
  }

  private mutating func listPlace() throws(FormatError) -> ListPlace {
    try expect("{\"after\":")
    let after: ListID? = try optionalID()
    try expect(",\"before\":")
    let before: ListID? = try optionalID()
    try expect(",\"stamp\":")
    let stamp = try number()
    try expect("}")
    return ListPlace(after: after, before: before, stamp: stamp)
  }

  private mutating func value(of property: AnyProperty) throws(FormatError) -> StoredValue {
    if property.kind == .time { return .time(skip("null") ? nil : try time()) }
    guard position < end else { throw FormatError(.unexpected, position) }
    switch bytes[position] {
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .flag(try flag())
    default: return .number(try number())
    }
  }
}

/// A property of items and the bytes that announce its value in a line.
struct KnownProperty: Sendable {
  let property: AnyProperty
  /// Such as `,"title":`.
  let key: [UInt8]

  static let all = Item.properties.map { property in
    KnownProperty(property: property, key: Array(",\"\(property.name)\":".utf8))
  }
}
