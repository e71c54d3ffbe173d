public import Todo

/// Where the lists of a file go in a store.
///
/// - A list that the store has (by its identity, else by its name) gets the items at its end; a
///   list with an identity that the store has not becomes a list of its own.
/// - What names no list goes to the one that the person chose.
/// - An identity that the store has already is replaced by a new one.
/// - If the store has nothing but one empty list, a lossless file takes its place: what was written
///   from one store and read into a new one gives the same file again.
public struct ImportPlan: Sendable {
  public struct Part: Sendable {
    public let name: String
    /// Whether the list is made.
    public let isNew: Bool
    public let count: Int
    /// The titles of the first few items.
    public let titles: [String]

    public init(name: String, isNew: Bool, count: Int, titles: [String]) {
      self.name = name
      self.isNew = isNew
      self.count = count
      self.titles = titles
    }
  }

  public let command: ImportLists
  /// What the command does, list by list, for people.
  public let parts: [Part]

  /// The number of titles that a part names.
  public static let titleCount = 5

  /// - Parameters:
  ///   - chosen: the list for items that name none; without it the first one.
  ///   - time: when items were made that do not say it.
  /// - Returns: `nil` if there is no list for items that name none.
  public init?(_ imported: Imported, into document: Document, chosen: ListID?, time: Timestamp) {
    var plan = Planner(document: document, time: time)
    for list in imported.lists {
      guard plan.add(list, chosen: chosen ?? document.firstList?.id) else { return nil }
    }
    plan.orderByCreation(imported)
    let lists = document.lists
    let isLossless =
      !imported.lists.isEmpty && imported.lists.allSatisfy { $0.id != nil }
    let isFresh = lists.count == 1 && document.counts(of: lists[0].id).all == 0
    let isUntouched = isFresh && !plan.targets(lists[0].id)
    command = ImportLists(
      plan.commandParts, replacing: isLossless && isUntouched ? lists[0].id : nil)
    parts = plan.parts.map { part in
      Part(
        name: part.name, isNew: part.isNew, count: part.items.count,
        titles: part.items.prefix(Self.titleCount).map(\.title))
    }
  }
}

/// Makes a plan list by list.
private struct Planner {
  struct Part {
    let name: String
    let target: ImportLists.Target
    var items: [Item] = []

    var isNew: Bool { if case .new = target { true } else { false } }
    var id: ListID {
      switch target {
      case .list(let id): id
      case .new(let list): list.id
      }
    }
  }

  let document: Document
  let time: Timestamp
  private(set) var parts: [Part] = []
  private var taken: Set<ItemID> = []
  private let byName: [[UInt8]: ListID]

  init(document: Document, time: Timestamp) {
    self.document = document
    self.time = time
    byName = Dictionary(
      document.lists.map { (Array($0.name.utf8), $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  var commandParts: [ImportLists.Part] { parts.map { .init($0.target, items: $0.items) } }

  func targets(_ id: ListID) -> Bool { parts.contains { $0.id == id } }

  mutating func add(_ list: ImportedList, chosen: ListID?) -> Bool {
    guard let target = target(of: list, chosen: chosen) else { return false }
    let index: Int
    if let known = parts.firstIndex(where: { $0.id == target.id }) {
      index = known
    } else {
      index = parts.count
      parts.append(target)
    }
    parts[index].items.reserveCapacity(parts[index].items.count + list.items.count)
    for item in list.items {
      parts[index].items.append(
        Item(
          id: identity(item.id), title: item.title.value, detail: item.detail.value,
          favorite: item.favorite, done: item.done, completed: item.completed,
          count: item.count, created: item.created ?? time, ordinal: item.ordinal ?? 0))
    }
    return true
  }

  private func target(of list: ImportedList, chosen: ListID?) -> Part? {
    guard let name = list.name?.value else {
      guard let chosen, case .live(let known) = document.list(chosen) else { return nil }
      return Part(name: known.name, target: .list(chosen))
    }
    var id = list.id ?? .random()
    if list.id == nil, let known = byName[Array(name.utf8)] {
      return Part(name: name, target: .list(known))
    }
    switch document.list(id) {
    case .live(let known): return Part(name: known.name, target: .list(known.id))
    case .removed: id = .random()
    case .unknown: if targets(id) { id = .random() }
    }
    let new = ItemList(id: id, name: name, created: list.created ?? time)
    return Part(name: name, target: .new(new))
  }

  /// The identity that an item keeps, or a new one.
  private mutating func identity(_ id: ItemID?) -> ItemID {
    if let id, case .unknown = document.item(id), taken.insert(id).inserted { return id }
    return .random()
  }

  /// Numbers the items in the order in which they were made: as the file says, else by their times.
  mutating func orderByCreation(_ imported: Imported) {
    let isNumbered = imported.lists.allSatisfy { $0.items.allSatisfy { $0.ordinal != nil } }
    if isNumbered { return }
    let places = parts.indices.flatMap { part in
      parts[part].items.indices.map { (part: part, index: $0) }
    }
    let times = places.map { parts[$0.part].items[$0.index].created.milliseconds }
    let order = places.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    for (rank, index) in order.enumerated() {
      let place = places[index]
      parts[place.part].items[place.index] = parts[place.part].items[place.index].numbered(rank)
    }
  }
}
