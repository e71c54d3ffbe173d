internal import Synchronization
public import Todo

/// Making ready what is read often. It is done piece by piece, and between two pieces others have
/// their turn; what they change meanwhile is not missed.
extension FileStore {
  /// Makes ready what a view of a list needs to be read fast.
  public func prepare(for view: View, of list: ListID) {
    while !state.withLock({ $0.workspace.prepareSome(for: view, of: list) }) {}
    dropDurable(unless: { $0.isPrepared(for: view, of: list) })
  }

  /// Makes ready what a search needs to be fast.
  public func prepareSearch(for text: String) {
    while !state.withLock({ $0.workspace.prepareSomeSearch(for: text) }) {}
    dropDurable(unless: { $0.isSearchPrepared(for: text) })
  }
}
