/// Finds the handle that goes with an id. The ids themselves stay where they are, with the caller;
/// an entry takes eight bytes.
///
/// A hash table with open addressing: half of an entry is a part of the hash of the id, the other
/// one its handle. Nothing depends on the order of the entries, so the hash can differ in every
/// process, and nobody can choose ids that collide. An id may have several handles, which are then met
/// in no order.
struct HandleTable: Sendable {
  typealias Handle = OrderForest.Handle

  /// The upper half of each is a part of the hash, the lower one the handle plus 1; 0 is no entry.
  private var entries = ChunkedArray<UInt64>()
  private var count = 0

  private static let seed = (UInt64.random(in: 1 ... .max), UInt64.random(in: 1 ... .max))

  /// How much of the table may be in use: four fifths.
  private static func limit(_ capacity: Int) -> Int { capacity / 5 * 4 }

  mutating func reserveCapacity(_ count: Int) {
    var capacity = max(16, entries.count)
    while Self.limit(capacity) < count { capacity *= 2 }
    if capacity > entries.count { resize(capacity) }
  }

  /// A handle of an id, or `nil`.
  ///
  /// - Parameter isMatch: whether that is the id of a handle.
  @inline(__always)
  func find<Subject>(_ id: ID<Subject>, _ isMatch: (Handle) -> Bool) -> Handle? {
    if entries.count == 0 { return nil }
    let mark = Self.mark(of: id)
    var place = place(of: mark)
    while true {
      let entry = entries[place]
      if entry == 0 { return nil }
      if entry >> 32 == mark {
        let handle = Handle(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1
        if isMatch(handle) { return handle }
      }
      place = (place + 1) & (entries.count - 1)
    }
  }

  /// Adds a handle of an id, which it does not have yet.
  mutating func add<Subject>(_ id: ID<Subject>, _ handle: Handle) {
    if count >= Self.limit(entries.count) { resize(max(16, entries.count * 2)) }
    count += 1
    insert(Self.mark(of: id) << 32 | UInt64(UInt32(bitPattern: handle + 1)))
  }

  /// Forgets a handle of an id, which must be there.
  mutating func remove<Subject>(_ id: ID<Subject>, _ handle: Handle) {
    let entry = Self.mark(of: id) << 32 | UInt64(UInt32(bitPattern: handle + 1))
    let mask = entries.count - 1
    var gap = place(of: entry >> 32)
    while entries[gap] != entry {
      precondition(entries[gap] != 0, "an id without a handle")
      gap = (gap + 1) & mask
    }
    // What stands behind it moves up, unless that would put it before its own place.
    var next = (gap + 1) & mask
    while entries[next] != 0 {
      let home = place(of: entries[next] >> 32)
      if (next &- home) & mask >= (next &- gap) & mask {
        entries[gap] = entries[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    entries[gap] = 0
    count -= 1
  }

  private mutating func insert(_ entry: UInt64) {
    var place = place(of: entry >> 32)
    while entries[place] != 0 { place = (place + 1) & (entries.count - 1) }
    entries[place] = entry
  }

  private mutating func resize(_ capacity: Int) {
    let old = entries
    entries = ChunkedArray(repeating: 0, count: capacity)
    for place in 0..<old.count where old[place] != 0 { insert(old[place]) }
  }

  /// Where the search for an entry begins. The capacity is a power of two.
  private func place(of mark: UInt64) -> Int {
    Int(truncatingIfNeeded: mark) & (entries.count - 1)
  }

  /// 32 bits of the hash of an id.
  @inline(__always)
  private static func mark<Subject>(of id: ID<Subject>) -> UInt64 {
    let product = (id.high ^ seed.0).multipliedFullWidth(by: id.low ^ seed.1)
    return (product.high ^ product.low) >> 32
  }
}
