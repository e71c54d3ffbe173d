public import HTTP
internal import Kernel
public import Serving
public import Storage

extension Settlement {
  /// What became of a ticket of the store, as servers call it.
  public init(_ settlement: FileStore.Settlement) {
    self =
      switch settlement {
      case .pending: .pending
      case .durable: .durable
      case .failed: .failed
      }
  }
}

extension Reply {
  /// The answer, once what it says is on disk, for a thread that may wait for that.
  public func awaited(by store: FileStore) -> Response {
    awaited(
      settlement: { Settlement(store.settlement(of: $0)) },
      pause: {
        store.push(here: true)
        Clock.pause(milliseconds: 1)
      })
  }
}
