/// A point in time in milliseconds since 1970-01-01T00:00:00Z. It is only ever shown: order comes
/// from `Item.ordinal` and from the position of records in the journal, so a clock that is set back
/// disturbs nothing.
public struct Timestamp: Hashable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }
}
