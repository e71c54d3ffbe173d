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
