/// One thing to do.
public struct Item: Sendable {
  public let id: ItemID
  /// One line, 1 to 1,000 code points.
  public var title: String
  /// Any number of lines that end in LF, at most 100,000 code points.
  public var detail: String
  /// When it was marked done, as far as that is known; `nil` unless it is done.
  public var completed: Timestamp?
  public var favorite: Bool
  public var done: Bool
  /// Between -999,999,999 and 999,999,999.
  public var count: Int
  /// When it was made, by the clock of that moment.
  public let created: Timestamp
  /// The how-manieth item of the store it is: what "by creation" sorts by.
  public private(set) var ordinal: Int

  public init(
    id: ItemID, title: String, detail: String = "", favorite: Bool = false, done: Bool = false,
    completed: Timestamp? = nil, count: Int = 0,
    created: Timestamp, ordinal: Int
  ) {
    self.id = id
    self.title = title
    self.detail = detail
    self.favorite = favorite
    self.done = done
    self.completed = done ? completed : nil
    self.count = count
    self.created = created
    self.ordinal = ordinal
  }

  /// The same item as the how-manieth one of a store.
  public func numbered(_ ordinal: Int) -> Item {
    var item = self
    item.ordinal = ordinal
    return item
  }
}

/// What a row shows of an item besides its title.
public struct ItemSummary: Sendable {
  public let id: ItemID
  public let favorite: Bool
  public let done: Bool
  public let count: Int
  public let ordinal: Int

  public init(_ item: Item) {
    id = item.id
    favorite = item.favorite
    done = item.done
    count = item.count
    ordinal = item.ordinal
  }
}

/// An ordered group of items.
public struct ItemList: Sendable {
  public let id: ListID
  /// One line, 1 to 1,000 code points.
  public var name: String
  public let created: Timestamp

  public init(id: ListID, name: String, created: Timestamp) {
    self.id = id
    self.name = name
    self.created = created
  }
}
