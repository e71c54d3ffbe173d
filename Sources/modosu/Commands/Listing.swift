internal import Interchange
internal import Kernel

/// A list as the command line shows it.
struct Listing {
  struct Item {
    let id: String
    let title: String
    let done: Bool
    let favorite: Bool
    let count: Int
  }

  let id: String
  let name: String
  let items: [Item]

  /// The lists of a JSON file of the site.
  static func lists(in file: JSONValue) -> [Listing] {
    (file["lists"]?.elements ?? []).map { list in
      Listing(
        id: list["id"]?.string ?? "", name: list["name"]?.string ?? "",
        items: (list["items"]?.elements ?? []).map { item in
          Item(
            id: item["id"]?.string ?? "", title: item["title"]?.string ?? "",
            done: item["done"]?.flag ?? false, favorite: item["favorite"]?.flag ?? false,
            count: item["count"]?.integer ?? 0)
        })
    }
  }

  /// The item that a word means: by its id, by its beginning, or by its title.
  static func find(_ word: String, in items: [Item]) throws(CommandFailure) -> Item {
    let byID = items.filter { $0.id.hasPrefix(word.lowercased()) }
    let found = byID.isEmpty || word.isEmpty ? items.filter { $0.title == word } : byID
    guard let first = found.first else {
      throw CommandFailure(text: "there is no item “\(word)”")
    }
    guard found.count == 1 else {
      throw CommandFailure(text: "\(found.count) items are meant by “\(word)”; give more of the id")
    }
    return first
  }

  func text(showing show: String) -> String {
    let shown = items.filter { item in
      switch show {
      case "open": !item.done
      case "done": item.done
      case "favorite": item.favorite
      default: true
      }
    }
    let lines = shown.map { item in
      "\(item.done ? "x" : "-") \(item.id.prefix(8)) \(item.favorite ? "* " : "")\(Self.line(item.title))"
        + (item.count == 0 ? "" : " (\(item.count))")
    }
    return ([Self.line(name)] + lines).joined(separator: "\n")
  }

  static func write(preview: JSONValue) {
    for list in preview["lists"]?.elements ?? [] {
      let kind = list["new"]?.flag == true ? "new list" : "list"
      StandardStream.output.writeLine(
        "\(kind) \(line(list["name"]?.string ?? "")): \(list["items"]?.integer ?? 0)")
    }
    for loss in preview["losses"]?.elements ?? [] {
      StandardStream.output.writeLine("not kept: \(line(loss["detail"]?.string ?? ""))")
    }
  }

  /// A text that a terminal takes for nothing but a text: no control characters.
  private static func line(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
