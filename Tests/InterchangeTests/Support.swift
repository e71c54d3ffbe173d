import Interchange
import Testing
import Todo

/// A moment with milliseconds: 2026-07-01T09:30:00.125Z.
let moment = Timestamp(milliseconds: 1_782_898_200_125)

func item(
  _ title: String, detail: String = "", favorite: Bool = false, done: Bool = false,
  completed: Timestamp? = nil, count: Int = 0, created: Timestamp = moment, ordinal: Int = 1
) -> Item {
  Item(
    id: ItemID(high: 0x1111_2222_3333_4444, low: 0x8555_6666_7777_0000 + UInt64(ordinal)),
    title: title, detail: detail, favorite: favorite, done: done, completed: completed,
    count: count, created: created, ordinal: ordinal)
}

func list(_ name: String, number: UInt64 = 1) -> ItemList {
  ItemList(
    id: ListID(high: 0xAAAA_BBBB_CCCC_4DDD, low: 0x8EEE_FFFF_0000_0000 + number), name: name,
    created: moment)
}

func selection(_ name: String = "Home", _ items: Item...) -> Selection {
  Selection(title: name, parts: [.init(list(name), items: items)])
}

func text(_ format: Format, _ selection: Selection) -> String {
  String(decoding: format.write(selection), as: UTF8.self)
}

func read(_ text: String, _ format: Format) throws -> Imported {
  try Imported(Array(text.utf8), name: "file.\(format.suffix)")
}

/// What items are compared by: all that a format may keep, in one line each.
func lines(_ selection: Selection, without omissions: [Format.Omission]) -> [String] {
  selection.parts.flatMap { part in
    part.items.map { item in
      line(
        list: part.list.name, item.title, item.detail, item.done, item.favorite, item.count,
        id: item.id, created: item.created, completed: item.completed, without: omissions)
    }
  }
}

func lines(_ imported: Imported, without omissions: [Format.Omission]) -> [String] {
  imported.lists.flatMap { list in
    list.items.map { item in
      line(
        list: list.name?.value ?? "(none)", item.title.value, item.detail.value, item.done,
        item.favorite, item.count, id: item.id, created: item.created, completed: item.completed,
        without: omissions)
    }
  }
}

private func line(
  list: String, _ title: String, _ detail: String, _ done: Bool, _ favorite: Bool, _ count: Int,
  id: ItemID?, created: Timestamp?, completed: Timestamp?, without omissions: [Format.Omission]
) -> String {
  var unit: Int64 = 1
  if omissions.contains(.fraction) { unit = 1_000 }
  if omissions.contains(.timeOfDay) { unit = 86_400_000 }
  let time =
    omissions.contains(.creation) ? "" : created.map { String($0.milliseconds / unit) } ?? "nil"
  let end =
    omissions.contains(.completion)
    ? "" : completed.map { "|\($0.milliseconds / unit)" } ?? ""
  let identity = omissions.contains(.identity) ? "" : id?.description ?? "nil"
  let line = "\(list)|\(title)|\(detail)|\(done)|\(favorite)|\(count)|\(identity)|\(time)\(end)"
  guard omissions.contains(.controlCharacters) else { return line.hex }
  return String(String.UnicodeScalarView(line.unicodeScalars.filter { !$0.isDropped })).hex
}

extension Unicode.Scalar {
  fileprivate var isDropped: Bool {
    value < 0x20 && self != "\n" && self != "\t" || value == 0x7F
  }
}

extension String {
  /// The bytes, since equal strings may have different ones; readable where they are ASCII.
  fileprivate var hex: String {
    utf8.map { $0 < 0x80 && $0 >= 0x20 ? String(UnicodeScalar($0)) : "<\(String($0, radix: 16))>" }
      .joined()
  }
}
