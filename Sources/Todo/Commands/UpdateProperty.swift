/// Gives a property of an item a value; nothing if it has that value.
public struct UpdateProperty<Value: PropertyValue>: Command {
  public let id: ItemID
  public let property: Property<Value>
  public let value: Value

  public init(_ id: ItemID, _ property: Property<Value>, to value: Value) {
    self.id = id
    self.property = property
    self.value = value
  }

  public func changes(in document: Document) throws(Refusal) -> [Change] {
    let present = property.read(try document.liveItem(id).item).stored
    if present == value.stored { return [] }
    return [.setProperty(id, property.erased, from: present, to: value.stored)]
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
