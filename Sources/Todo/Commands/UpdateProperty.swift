/// Gives a property of an item a value; nothing if it has that value. One command for all properties:
/// what it reads is named by a key path.
public struct UpdateProperty<Value: PropertyValue>: Command {
  public let id: ItemID
  public let property: AnyProperty
  public let keyPath: any WritableKeyPath<Item, Value> & Sendable
  public let value: Value

  @inlinable
  public init(_ id: ItemID, _ property: Property<Value>, to value: Value) {
    self.id = id
    self.property = property.erased
    keyPath = property.keyPath
    self.value = value
  }

  /// - Parameter keyPath: that of the property.
  init(
    _ id: ItemID, _ property: AnyProperty,
    _ keyPath: any WritableKeyPath<Item, Value> & Sendable, to value: Value
  ) {
    self.id = id
    self.property = property
    self.keyPath = keyPath
    self.value = value
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    let handle = try document.liveHandle(id)
    let item = document.items.item(handle, for: property)
    let present = item[keyPath: keyPath].stored
    let wanted = value.stored
    if present == wanted { return [] }
    var changes: [Change] = []
    // Room for what is noted along with it.
    changes.reserveCapacity(2)
    changes.append(.setProperty(id, property, from: present, to: wanted))
    return changes
  }
}

/// Several commands as one step. Each sees the document as it was before all of them, so they must
/// not depend on one another: different properties of an item, different items.
public struct CompositeCommand: Command {
  public let parts: [any Command]
  private let name: Label?

  /// The label is made from the changes unless one is given.
  public init(_ parts: [any Command], label: Label? = nil) {
    self.parts = parts
    name = label
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    var changes: [Change] = []
    for part in parts { changes += try part.changes(in: document) }
    return changes
  }

  public func label(for changes: [Change], in document: Document) -> Label {
    name ?? document.label(describing: changes)
  }
}
