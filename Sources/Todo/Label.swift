/// What a step did, as data: pages say it in the language of the reader.
public struct Label: Sendable {
  public enum Verb: String, Sendable, CaseIterable {
    case addItem, deleteItem, restoreItem
    case moveUp, moveDown, moveToTop, moveToBottom, moveItem, moveToList
    case markDone, markOpen, favorite, unfavorite
    /// A new title: the subject has the earlier one, `detail` the new one.
    case renameItem
    case editDetail
    /// A new count: `detail` has the number.
    case changeCount
    /// Another property, or several of them.
    case updateItem
    /// `count` done items went from the list.
    case clearDone
    case addList, renameList, deleteList, restoreList, moveList
    /// `count` items came.
    case importItems
    /// The list that the first start makes.
    case start
  }

  public enum Subject: Hashable, Sendable {
    case item(ItemID)
    case list(ListID)
    case none
  }

  public let verb: Verb
  /// What it was done to.
  public let subject: Subject
  /// The subject's title or name at that time, whole.
  public let name: String
  /// The other text that the verb needs: a new title, a list's name, a number.
  public let detail: String
  /// How many items it was done to, where that can be more than one.
  public let count: Int

  public init(_ verb: Verb, _ subject: Subject, name: String, detail: String = "", count: Int = 1) {
    self.verb = verb
    self.subject = subject
    self.name = name
    self.detail = detail
    self.count = count
  }
}

extension Document {
  /// Says what changes do, seen from the document before them: one thing done to one subject by its
  /// own verb, several things done to one item as an update.
  public func label(describing changes: [Change]) -> Label {
    if changes.count == 1 { return label(describing: changes.span, at: 0) }
    guard let first = changes.first else {
      return Label(.updateItem, .none, name: "", count: 0)
    }
    // A restored item brings its list back; all other mixtures are updates.
    if case .insertList = first, case .insertItem(let item, _) = changes[1] {
      return Label(.restoreItem, .item(item.id), name: item.title, count: changes.count - 1)
    }
    let label = label(describing: changes.span, at: 0)
    return Label(.updateItem, label.subject, name: label.name)
  }

  private func label(describing changes: Span<Change>, at position: Int) -> Label {
    switch changes[position] {
    case .insertItem(let item, _):
      if handle(of: item.id) == nil {
        Label(.addItem, .item(item.id), name: item.title)
      } else {
        Label(.restoreItem, .item(item.id), name: item.title)
      }
    case .removeItem(let item, _): Label(.deleteItem, .item(item.id), name: item.title)
    case .moveItem(let id, let from, let to):
      if from.list == to.list {
        Label(.moveItem, .item(id), name: title(of: id))
      } else {
        Label(.moveToList, .item(id), name: title(of: id), detail: name(of: to.list))
      }
    case .setProperty(let id, let property, _, let value):
      Label(setting: property, to: value, of: id, named: title(of: id))
    case .insertList(let list, _):
      if handle(of: list.id) == nil {
        Label(.addList, .list(list.id), name: list.name)
      } else {
        Label(.restoreList, .list(list.id), name: list.name)
      }
    case .removeList(let list, _): Label(.deleteList, .list(list.id), name: list.name)
    case .moveList(let id, _, _): Label(.moveList, .list(id), name: name(of: id))
    case .renameList(let id, let from, let to):
      Label(.renameList, .list(id), name: from, detail: to)
    }
  }
}

extension Label {
  fileprivate init(
    setting property: AnyProperty, to value: StoredValue, of id: ItemID, named title: String
  ) {
    switch (property, value) {
    case (Property.title.erased, .text(let text)):
      self.init(.renameItem, .item(id), name: title, detail: text)
    case (Property.detail.erased, _): self.init(.editDetail, .item(id), name: title)
    case (Property.favorite.erased, .flag(let flag)):
      self.init(flag ? .favorite : .unfavorite, .item(id), name: title)
    case (Property.done.erased, .flag(let flag)):
      self.init(flag ? .markDone : .markOpen, .item(id), name: title)
    case (Property.count.erased, .number(let number)):
      self.init(.changeCount, .item(id), name: title, detail: String(number))
    default: self.init(.updateItem, .item(id), name: title)
    }
  }
}

extension Document {
  /// The title of a known item, deleted or not; empty of an unknown one.
  func title(of id: ItemID) -> String {
    handle(of: id).map { items.title($0) } ?? ""
  }

  /// The name of a known list, deleted or not; empty of an unknown one.
  func name(of id: ListID) -> String {
    handle(of: id).map { listSlots[Int($0)].list.name } ?? ""
  }
}
