/// Gives a property of an item a value; nothing if it has that value.
public struct UpdateProperty: Command {
  public let id: ItemID
  public let property: AnyProperty
  public let value: StoredValue

  public init<Value: PropertyValue>(_ id: ItemID, _ property: Property<Value>, to value: Value) {
    self.id = id
    self.property = property.erased
    self.value = value.stored
  }

  /// `nil` if the value is of another kind than the property's.
  public init?(_ id: ItemID, _ property: AnyProperty, to value: StoredValue) {
    guard value.kind == property.kind else { return nil }
    self.id = id
    self.property = property
    self.value = value
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    let handle = try document.liveHandle(id)
    let present = property.read(document.items[Int(handle)].item)
    return present == value ? [] : [.setProperty(id, property, from: present, to: value)]
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
    name ?? Label(describing: changes, in: document)
  }
}
