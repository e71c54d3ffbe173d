internal import Todo

/// What a reader found out about an item, not yet fit for the store.
struct FoundItem {
  var title = ""
  var detail = ""
  var done = false
  var favorite = false
  var count = 0
  var id: ItemID?
  var created: Timestamp?
  /// When it was done; says nothing of an item that is not.
  var completed: Timestamp?
  var ordinal: Int?
  /// Where it stands in the file.
  var line: Int?
}

/// Collects what readers find: makes it fit for the store and keeps account of what is lost.
struct ImportBuilder {
  private(set) var imported = Imported()
  private var byName: [[UInt8]: Int] = [:]
  private var unnamed: Int?
  private var lossIndex: [LossKey: Int] = [:]

  private struct LossKey: Hashable {
    let kind: Loss.Kind
    let name: [UInt8]
  }

  /// Notes that something is lost.
  mutating func lose(_ kind: Loss.Kind, _ name: String = "", line: Int? = nil) {
    let key = LossKey(kind: kind, name: Array(name.utf8))
    if let index = lossIndex[key] {
      imported.losses[index].count += 1
    } else {
      lossIndex[key] = imported.losses.count
      imported.losses.append(Loss(kind: kind, name: name, line: line, count: 1))
    }
  }

  /// The list of that name, a new one if there is none yet; without a name the one that the person
  /// chooses.
  mutating func list(named text: String?, line: Int? = nil) -> Int {
    guard let text, let name = name(text, line) else {
      if let unnamed { return unnamed }
      unnamed = imported.lists.count
      imported.lists.append(ImportedList(name: nil, id: nil, created: nil))
      return imported.lists.count - 1
    }
    let key = Array(name.value.utf8)
    if let known = byName[key] { return known }
    byName[key] = imported.lists.count
    imported.lists.append(ImportedList(name: name, id: nil, created: nil))
    return imported.lists.count - 1
  }

  /// A list of its own, whatever the others are called.
  mutating func newList(named text: String, id: ListID?, created: Timestamp?) -> Int {
    imported.lists.append(ImportedList(name: name(text, nil), id: id, created: created))
    return imported.lists.count - 1
  }

  mutating func add(_ found: FoundItem, to list: Int) {
    var detailText = withoutNUL(found.detail, found.line)
    guard let title = title(of: found, &detailText) else {
      return lose(.blank, line: found.line)
    }
    imported.lists[list].items.append(
      ImportedItem(
        title: title, detail: detail(detailText, found.line), done: found.done,
        favorite: found.favorite, count: count(found), id: found.id, created: found.created,
        completed: completed(found), ordinal: found.ordinal))
  }

  /// The item's title, or the first line of its detail in place of a blank one; `nil` if that is
  /// blank, too.
  private mutating func title(of found: FoundItem, _ detail: inout String) -> Title? {
    let text = withoutNUL(found.title, found.line)
    do throws(TextProblem) {
      return try Title(text)
    } catch {
      switch error {
      case .tooLong(let limit):
        lose(.longTitle, line: found.line)
        detail = detail.isEmpty ? text : text + "\n\n" + detail
        return try? Title(String(text.unicodeScalars.prefix(limit)))
      case .blank, .containsNUL:
        let lines = detail.utf8.split(separator: .lineFeed)
        return lines.lazy.compactMap { try? Title(String($0) ?? "") }.first
      }
    }
  }

  private mutating func detail(_ text: String, _ line: Int?) -> Detail {
    if let detail = try? Detail(text) { return detail }
    lose(.longDetail, line: line)
    return (try? Detail(String(text.unicodeScalars.prefix(Detail.limit)))) ?? Detail()
  }

  private mutating func name(_ text: String, _ line: Int?) -> Title? {
    let text = withoutNUL(text, line)
    do throws(TextProblem) {
      return try Title(text)
    } catch {
      guard case .tooLong(let limit) = error else { return nil }
      lose(.longTitle, line: line)
      return try? Title(String(text.unicodeScalars.prefix(limit)))
    }
  }

  private mutating func completed(_ found: FoundItem) -> Timestamp? {
    if found.done { return found.completed }
    if found.completed != nil { lose(.value, "completed", line: found.line) }
    return nil
  }

  private mutating func count(_ found: FoundItem) -> Int {
    if Count.range.contains(found.count) { return found.count }
    lose(.countRange, line: found.line)
    return found.count < 0 ? Count.range.lowerBound : Count.range.upperBound
  }

  private mutating func withoutNUL(_ text: String, _ line: Int?) -> String {
    guard text.utf8.contains(0) else { return text }
    lose(.nul, line: line)
    return String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self)
  }
}
