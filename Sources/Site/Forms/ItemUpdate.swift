internal import Todo

/// What an update asks for, told from what the form was loaded with and what the item is now.
struct ItemUpdate {
  /// What is wrong with the typed values, in the order of the fields.
  private(set) var problems: [InputProblem] = []
  /// The names of what both this form and someone else since have changed, each to another value.
  private(set) var conflicts: [String] = []
  /// The names of what the person changed, in conflict or not.
  private(set) var mine: [String] = []
  private var parts: [any Command] = []
  private let base: Base?

  /// One command of only those properties that differ.
  var command: CompositeCommand { CompositeCommand(parts) }

  /// - Parameter isLive: whether there is a list of that id.
  init(
    _ item: Item, in list: ListID, _ edit: ItemEdit, _ base: Base?, isLive: (ListID) -> Bool
  ) {
    self.base = base
    let step = edit.by.map { text in Result { () throws(CountProblem) in try Count(text) } }
    var typedCount: Int?
    for (property, text) in edit.fields {
      do throws(InputProblem) {
        let value = try property.value(of: text, for: item)
        if step != nil, property == Property.count.erased {
          typedCount = isAsLoaded(property.name, value) ? nil : Int(value)
          if typedCount != nil { mine.append(property.name) }
        } else if isChange(property.name, from: property.read(item), to: value) {
          if let part = property.update(item.id, to: value) { parts.append(part) }
        }
      } catch {
        problems.append(error)
      }
    }
    switch step {
    case .success(let step)?: add(step, to: typedCount, of: item)
    case .failure?: problems.append(.badBy)
    case nil: break
    }
    if let text = edit.list { move(item, from: list, to: text, isLive) }
  }

  private func isAsLoaded(_ name: String, _ value: StoredValue) -> Bool {
    base?.matches(name, value) == true
  }

  /// Whether the person changed the value; that someone else did so too is a conflict.
  private mutating func isChange(
    _ name: String, from present: StoredValue, to typed: StoredValue
  ) -> Bool {
    if isAsLoaded(name, typed) { return false }
    mine.append(name)
    if present == typed { return false }
    if base?.matches(name, present) == false {
      conflicts.append(name)
      return false
    }
    return true
  }

  /// A step is added to a count that was typed, else to the present one, whatever that was before:
  /// so it is never in conflict.
  private mutating func add(_ step: Count, to typed: Int?, of item: Item) {
    guard let typed else { return parts.append(AddToCount(item.id, by: step)) }
    let sum = typed + step.value
    if Count.range.contains(sum) {
      parts.append(UpdateProperty(item.id, .count, to: sum))
    } else {
      problems.append(.countOutOfRange)
    }
  }

  private mutating func move(
    _ item: Item, from list: ListID, to text: String, _ isLive: (ListID) -> Bool
  ) {
    guard let target = ListID(text), isLive(target) else {
      return problems.append(.unknownList)
    }
    let isChange = isChange(
      Base.list, from: .text(list.description), to: .text(target.description))
    if isChange { parts.append(MoveItem(item.id, to: .into(target))) }
  }
}
