internal import Todo

/// The lossless format, one item a line:
///
///     {"format":"modosu","version":1,"title":"…","lists":[
///     {"id":"…","name":"…","created":"…","items":[
///     {"id":"…","title":"…","detail":"…","favorite":false,"done":false,
///      "completed":null,"count":0,"created":"…","ordinal":1}
///     ]}
///     ]}
///
/// `ordinal` is the item's position by creation among the items of the file. ``Schema`` has the
/// rest.
enum JSONFile {
  static let version = 1

  static func write(_ selection: Selection, to output: inout FileOutput) {
    let ranks = ranks(selection)
    var next = ranks.makeIterator()
    var json = JSONText()
    json.object { json in
      json.member("format", "modosu")
      json.member("version", version)
      json.member("title", selection.title)
      json.name("lists")
      json.array { json in
        for part in selection.parts {
          json.newLine()
          json.object { json in
            json.member("id", part.list.id)
            json.member("name", part.list.name)
            json.member("created", part.list.created)
            json.name("items")
            json.array { json in
              for item in part.items {
                json.newLine()
                json.item(item, ordinal: next.next() ?? 0)
                json.move(to: &output)
              }
              if !part.items.isEmpty { json.endLine() }
            }
          }
        }
        if !selection.parts.isEmpty { json.endLine() }
      }
    }
    json.endLine()
    json.move(to: &output)
  }

  /// Of each item in the order of the file its position by creation, from 1.
  private static func ranks(_ selection: Selection) -> [Int] {
    let ordinals = selection.parts.flatMap { $0.items.map(\.ordinal) }
    var ranks = Array(repeating: 0, count: ordinals.count)
    let order = ordinals.indices.sorted { (ordinals[$0], $0) < (ordinals[$1], $1) }
    for (rank, index) in order.enumerated() { ranks[index] = rank + 1 }
    return ranks
  }

  // MARK: Reading

  /// Reads a file of this format item by item, so that it never stands in memory as a whole value;
  /// `nil` if it is the JSON of something else.
  static func read(
    _ file: JSONParser, _ meter: ReadingMeter?
  ) throws(ImportError) -> Imported? {
    var parser = file
    var isMine = false
    var version: JSONValue?
    var lists: JSONParser?
    try parser.members { (name, parser) throws(ImportError) in
      switch name {
      case "format": isMine = try parser.value().string == "modosu"
      case "version": version = try parser.value()
      case "lists":
        lists = parser
        try parser.skip()
      default: try parser.skip()
      }
    }
    try parser.end()
    guard isMine else { return nil }
    guard case .integer(let version)? = version else { throw ImportError(.missing("version")) }
    guard version <= Self.version else { throw ImportError(.newerVersion) }
    guard var lists else { throw ImportError(.missing("lists")) }
    var builder = ImportBuilder()
    lists.note(in: meter)
    try lists.elements { (list) throws(ImportError) in try read(&list, &builder) }
    return builder.imported
  }

  private static func read(
    _ list: inout JSONParser, _ builder: inout ImportBuilder
  ) throws(ImportError) {
    var name: String?
    var id: ListID?
    var created: Timestamp?
    var items: JSONParser?
    try list.members { (member, parser) throws(ImportError) in
      switch member {
      case "name": name = try parser.value().string
      case "id": id = try parser.value().string.flatMap { ListID($0) }
      case "created": created = time(try parser.value())
      case "items":
        items = parser
        try parser.skip()
      default: try parser.skip()
      }
    }
    guard let name, var items else { throw ImportError(.missing("name")) }
    let index = builder.newList(named: name, id: id, created: created)
    try items.elements { (item) throws(ImportError) in
      try read(try item.value(), into: index, &builder)
    }
  }

  private static func read(
    _ value: JSONValue, into list: Int, _ builder: inout ImportBuilder
  ) throws(ImportError) {
    guard case .object(let members) = value else { throw ImportError(.missing("title")) }
    var item = Item(
      id: ItemID(high: 0, low: 0), title: "", created: Timestamp(milliseconds: 0), ordinal: 0)
    var found = FoundItem()
    for (name, value) in members {
      switch name {
      case "id": found.id = value.string.flatMap { ItemID($0) }
      case "created": found.created = time(value)
      case "ordinal": if case .integer(let number) = value { found.ordinal = number }
      default:
        guard let property = AnyProperty.named(name) else {
          builder.lose(.property, name)
          continue
        }
        guard let stored = value.stored(as: property.kind), property.write(&item, stored) else {
          builder.lose(.value, name)
          continue
        }
      }
    }
    found.take(item)
    builder.add(found, to: list)
  }

  private static func time(_ value: JSONValue?) -> Timestamp? {
    value?.string.flatMap { CalendarTime.timestamp(Array($0.utf8)[...]) }
  }
}

extension FoundItem {
  /// Takes every property of an item.
  mutating func take(_ item: Item) {
    title = item.title
    detail = item.detail
    done = item.done
    completed = item.completed
    favorite = item.favorite
    count = item.count
  }
}

extension JSONValue {
  /// The value as a property would hold it; `nil` if none can.
  fileprivate func stored(as kind: StoredValue.Kind) -> StoredValue? {
    switch (self, kind) {
    case (.null, .time): .time(nil)
    case (.text(let text), .time): CalendarTime.timestamp(text).map { .time($0) }
    case (.flag(let flag), _): .flag(flag)
    case (.integer(let number), _): .number(number)
    case (.text(let text), _): .text(text)
    case (.null, _), (.decimal, _), (.array, _), (.object, _): nil
    }
  }
}
