import Kernel

/// Room for lines to come: zeros behind the journal's end.
///
/// A sync of a file that has grown writes down its new size as well, which takes as long as writing
/// its bytes. So where appends come fast, the file grows by much at once, and the lines then take the
/// place of zeros. What is left of them is cut off when the store is closed, or at the next start. A
/// journal that is written to at a person's pace is never longer than its lines.
package struct JournalRoom: Sendable {
  /// Everything up to this offset can be written without the file growing; 0: there is no room.
  private(set) var end = 0
  /// How much is made at a time, in bytes.
  let size: Int
  private let fastCount: Int
  private let fastSpan: Int
  private var isFast = false
  private var count = 0
  /// When they began to be counted, in nanoseconds of the monotonic clock.
  private var countedSince = 0

  /// - Parameters:
  ///   - fastCount: how many appends within a span of time are fast.
  ///   - fastSpan: that span, in nanoseconds.
  ///   - size: how much room is made at a time, in bytes.
  package init(fastCount: Int = 64, fastSpan: Int = 1_000_000_000, size: Int = 256 << 10) {
    self.fastCount = fastCount
    self.fastSpan = fastSpan
    self.size = size
  }

  /// Whether room is to be made before lines are written that end at an offset.
  func isWanted(upTo offset: Int) -> Bool { isFast && offset > end }

  /// There is room up to an offset now; 0: none.
  mutating func note(end: Int) { self.end = end }

  /// Learns how fast appends come.
  mutating func noteAppend(at now: Int) {
    count += 1
    if count < fastCount { return }
    isFast = now - countedSince < fastSpan
    countedSince = now
    count = 0
  }
}

extension Journal {
  /// Makes room behind an offset if the disk has it; lines can be written without. It becomes durable
  /// with the next sync.
  mutating func makeRoom(behind offset: Int) throws(AppendFailure) {
    do throws(SystemError) {
      try file.write([UInt8](repeating: 0, count: room.size), at: offset)
      room.note(end: offset + room.size)
    } catch {
      try cutBack()
    }
  }

  /// Cuts off the room that is left. If that fails, the next start does it.
  mutating func giveRoomBack() {
    guard room.end > end else { return }
    room.note(end: 0)
    do throws(SystemError) { try file.truncate(to: end) } catch {}
  }
}
