import Todo

// The reading half of ChangeCodec.swift.

extension LineReader {
  mutating func changes() throws(FormatError) -> [Change] {
    try expect("[")
    if skip("]") { return [] }
    let first = try change()
    if skip("]") { return [first] }
    var changes: [Change] = []
    changes.reserveCapacity(2)
    changes.append(first)
    while skip(",") { changes.append(try change()) }
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
    let property = try property()
    try expect(",\"of\":")
    let id: ItemID = try id()
    try expect(",\"from\":")
    let from = try value(property.kind)
    try expect(",\"to\":")
    return .setProperty(id, property, from: from, to: try value(property.kind))
  }

  private mutating func property() throws(FormatError) -> AnyProperty {
    let start = position
    if skip("\""),
      let name = ShortName(bytes.span, endingWithQuoteFrom: position, before: end),
      let property = KnownProperty.property(name)
    {
      skip(count: name.count + 1)
      return property
    }
    goBack(to: start)
    guard let known = AnyProperty.named(try text()) else { throw FormatError(.property, start) }
    return known
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
    var item = Item(id: id, title: "", created: created, ordinal: try counter())
    let all = KnownProperty.all
    let usualEnd = KnownProperty.usualEnd
    for place in all.span.indices {
      // Most properties of most items have the value with which an item begins.
      if place == KnownProperty.countBeforeEnd, skip(usualEnd) { return item }
      let known = all.span[place]
      if begins(with: known.start), isPlain(behind: known.start) {
        skip(count: known.start.count)
      } else if skip(known.key) {
        try read(known, of: &item)
      }
    }
    try expect("}")
    return item
  }

  /// Whether a value ends with these bytes that stand here.
  private func isPlain(behind text: [UInt8]) -> Bool {
    let next = position + text.count
    return next < end && (bytes[next] == UInt8(ascii: ",") || bytes[next] == UInt8(ascii: "}"))
  }

  private mutating func read(_ known: KnownProperty, of item: inout Item) throws(FormatError) {
    let start = position
    let value = try value(known.property.kind)
    guard known.property.write(&item, value) else { throw FormatError(.property, start) }
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
    let stamp = try counter()
    try expect("}")
    return Place(list: list, after: after, before: before, stamp: stamp)
  }

  private mutating func listPlace() throws(FormatError) -> ListPlace {
    try expect("{\"after\":")
    let after: ListID? = try optionalID()
    try expect(",\"before\":")
    let before: ListID? = try optionalID()
    try expect(",\"stamp\":")
    let stamp = try counter()
    try expect("}")
    return ListPlace(after: after, before: before, stamp: stamp)
  }

  private mutating func value(_ kind: StoredValue.Kind) throws(FormatError) -> StoredValue {
    if kind == .time { return .time(skip("null") ? nil : try time()) }
    guard position < end else { throw FormatError(.unexpected, position) }
    switch bytes[position] {
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .flag(try flag())
    default: return .number(try number())
    }
  }
}
