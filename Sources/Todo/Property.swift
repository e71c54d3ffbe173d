/// A value that a property of an item can hold.
public protocol PropertyValue: Sendable {
  /// Which of the stored values it is kept as.
  static var kind: StoredValue.Kind { get }
  /// The value as the journal keeps it.
  var stored: StoredValue { get }
  /// The value that the journal kept, or `nil` if it is of another kind.
  init?(_ stored: StoredValue)
}

/// A property's value as the journal keeps it.
public enum StoredValue: Sendable {
  case text(String)
  case flag(Bool)
  case number(Int)
  /// A point in time, or that there is none.
  case time(Timestamp?)

  public enum Kind: Sendable { case text, flag, number, time }

  public var kind: Kind {
    switch self {
    case .text: .text
    case .flag: .flag
    case .number: .number
    case .time: .time
    }
  }
}

extension StoredValue: Equatable {
  /// Texts are equal when their code points are. (`String` would call canonically equivalent texts
  /// equal, and a change from one normal form to another is a change.)
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.text(let a), .text(let b)): a.hasSameCodePoints(as: b)
    case (.flag(let a), .flag(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.time(let a), .time(let b)): a == b
    default: false
    }
  }
}

extension String: PropertyValue {
  public static var kind: StoredValue.Kind { .text }
  public var stored: StoredValue { .text(self) }
  public init?(_ stored: StoredValue) {
    guard case .text(let value) = stored else { return nil }
    self = value
  }
}

extension Bool: PropertyValue {
  public static var kind: StoredValue.Kind { .flag }
  public var stored: StoredValue { .flag(self) }
  public init?(_ stored: StoredValue) {
    guard case .flag(let value) = stored else { return nil }
    self = value
  }
}

extension Int: PropertyValue {
  public static var kind: StoredValue.Kind { .number }
  public var stored: StoredValue { .number(self) }
  public init?(_ stored: StoredValue) {
    guard case .number(let value) = stored else { return nil }
    self = value
  }
}

extension Timestamp?: PropertyValue {
  public static var kind: StoredValue.Kind { .time }
  public var stored: StoredValue { .time(self) }
  public init?(_ stored: StoredValue) {
    guard case .time(let value) = stored else { return nil }
    self = value
  }
}

/// A property of an item: a key path, and the name that it has in forms, in the journal and in
/// exports.
///
/// To add one: a stored property of `Item`, a `Property` below, its line in `Item.properties`, its
/// field in the templates. Update, undo, journal and conflict check follow by themselves.
public struct Property<Value: PropertyValue>: Sendable {
  public let name: String
  public let keyPath: any WritableKeyPath<Item, Value> & Sendable
  /// Whether it only notes something about another property, and is set along with that. Nobody
  /// types it, and nobody is in conflict over it.
  public let isNote: Bool
  /// The same property without its type, as changes and the journal see it.
  public let erased: AnyProperty

  public init(
    _ name: String, _ keyPath: any WritableKeyPath<Item, Value> & Sendable, isNote: Bool = false
  ) {
    self.name = name
    self.keyPath = keyPath
    self.isNote = isNote
    erased = AnyProperty(name, keyPath, isNote: isNote)
  }
}

extension Property where Value == String {
  public static let title = Property("title", \.title)
  public static let detail = Property("detail", \.detail)
}

extension Property where Value == Bool {
  public static let favorite = Property("favorite", \.favorite)
  public static let done = Property("done", \.done)
}

extension Property where Value == Int {
  public static let count = Property("count", \.count)
}

extension Property where Value == Timestamp? {
  public static let completed = Property("completed", \.completed, isNote: true)
}

extension Item {
  /// Every property, in the order in which the journal and the exports write them.
  public static let properties: [AnyProperty] = [
    Property.title.erased, Property.detail.erased, Property.favorite.erased, Property.done.erased,
    Property.completed.erased, Property.count.erased,
  ]

  /// Those that a person types or ticks.
  public static let editableProperties = properties.filter { !$0.isNote }
}

/// A property without its type. Two are the same when their names are.
///
/// An object, since every change of a property holds one.
public final class AnyProperty: Sendable {
  public let name: String
  public let kind: StoredValue.Kind
  /// See `Property.isNote`.
  public let isNote: Bool
  /// `nil` of a property that its key path alone reaches.
  private let field: Item.Field?
  private let readByKeyPath: @Sendable (Item) -> StoredValue
  private let exchangeByKeyPath: @Sendable (inout Item, StoredValue) -> StoredValue?
  private let command: @Sendable (ItemID, AnyProperty, StoredValue) -> (any Command)?

  fileprivate init<Value: PropertyValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Item, Value> & Sendable, isNote: Bool
  ) {
    self.name = name
    kind = Value.kind
    self.isNote = isNote
    field = Item.Field(keyPath)
    readByKeyPath = { item in item[keyPath: keyPath].stored }
    exchangeByKeyPath = { item, stored in
      guard let value = Value(stored) else { return nil }
      let old = item[keyPath: keyPath].stored
      item[keyPath: keyPath] = value
      return old
    }
    command = { id, property, stored in
      Value(stored).map { UpdateProperty(id, property, keyPath, to: $0) }
    }
  }

  /// The present value.
  public func read(_ item: borrowing Item) -> StoredValue {
    switch field {
    case .title: .text(item.title)
    case .detail: .text(item.detail)
    case .favorite: .flag(item.favorite)
    case .done: .flag(item.done)
    case .completed: .time(item.completed)
    case .count: .number(item.count)
    case nil: readByKeyPath(copy item)
    }
  }

  /// Sets the value; `false`, and nothing set, if it is of another kind than the property's.
  public func write(_ item: inout Item, _ value: StoredValue) -> Bool {
    exchange(&item, value) != nil
  }

  /// Sets the value and gives the one before; `nil`, and nothing set, if it is of another kind than
  /// the property's.
  func exchange(_ item: inout Item, _ value: StoredValue) -> StoredValue? {
    switch (field, value) {
    case (.title, .text(let value)): .text(swapped(&item.title, value))
    case (.detail, .text(let value)): .text(swapped(&item.detail, value))
    case (.favorite, .flag(let value)): .flag(swapped(&item.favorite, value))
    case (.done, .flag(let value)): .flag(swapped(&item.done, value))
    case (.completed, .time(let value)): .time(swapped(&item.completed, value))
    case (.count, .number(let value)): .number(swapped(&item.count, value))
    case (nil, _): exchangeByKeyPath(&item, value)
    default: nil
    }
  }

  private func swapped<Value>(_ place: inout Value, _ value: Value) -> Value {
    var value = value
    swap(&place, &value)
    return value
  }

  /// The command that gives an item's property a value; `nil` if that is of another kind than the
  /// property's.
  public func update(_ id: ItemID, to value: StoredValue) -> (any Command)? {
    command(id, self, value)
  }
}

extension Item {
  /// The properties that are reached directly, since the way along a key path is long and journals
  /// have many of them.
  fileprivate enum Field {
    case title, detail, favorite, done, completed, count

    init?(_ keyPath: AnyKeyPath) {
      switch keyPath {
      case \Item.title: self = .title
      case \Item.detail: self = .detail
      case \Item.favorite: self = .favorite
      case \Item.done: self = .done
      case \Item.completed: self = .completed
      case \Item.count: self = .count
      default: return nil
      }
    }
  }
}

extension AnyProperty: Hashable {
  public static func == (a: AnyProperty, b: AnyProperty) -> Bool { a === b || a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The property of that name, or `nil`.
  public static func named(_ name: some StringProtocol) -> AnyProperty? {
    Item.properties.first { $0.name == name }
  }
}
