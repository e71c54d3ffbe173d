/// The connections of a loop. A token of one that is closed finds nothing, though its place is used
/// again: events may come late.
struct ConnectionTable {
  private var slots: [(connection: Connection?, generation: UInt32)] = []
  private var free: [UInt32] = []
  private(set) var count = 0

  subscript(token: ConnectionToken) -> Connection? {
    guard Int(token.slot) < slots.count, slots[Int(token.slot)].generation == token.generation
    else { return nil }
    return slots[Int(token.slot)].connection
  }

  /// Keeps a connection that a function makes for a token.
  mutating func add(_ make: (ConnectionToken) -> Connection) -> Connection {
    if free.isEmpty {
      free.append(UInt32(slots.count))
      slots.append((nil, 0))
    }
    let slot = free.removeLast()
    let connection = make(ConnectionToken(slot: slot, generation: slots[Int(slot)].generation))
    slots[Int(slot)].connection = connection
    count += 1
    return connection
  }

  /// Lets go of a connection.
  mutating func remove(_ token: ConnectionToken) {
    guard self[token] != nil else { return }
    slots[Int(token.slot)] = (nil, token.generation &+ 1)
    free.append(token.slot)
    count -= 1
  }

  /// All connections; a copy, so that they may be closed on the way.
  var all: [Connection] { slots.compactMap(\.connection) }
}
