import Kernel

/// Gives the lines of a file one after the other, without holding the whole file.
struct LineSource {
  private let file: OpenFile
  /// The offset at which reading ends, whatever comes behind it.
  private let limit: Int
  private(set) var buffer: [UInt8] = []
  /// The offset of the buffer's first byte in the file.
  private(set) var bufferOffset: Int
  private var position = 0

  /// How much is read at a time; more when a line is longer.
  private static let chunk = 1 << 20

  init(_ file: OpenFile, from offset: Int, to limit: Int) {
    self.file = file
    self.limit = limit
    bufferOffset = offset
  }

  /// The offset of the first byte that was not given yet.
  var offset: Int { bufferOffset + position }

  /// The next whole line: its part of the buffer, without the newline. `nil` when there is none;
  /// what then remains is `writtenRest`.
  mutating func next() throws(SystemError) -> Range<Int>? {
    var searched = position
    while true {
      if let newline = buffer.position(of: UInt8(ascii: "\n"), from: searched, to: buffer.count) {
        defer { position = newline + 1 }
        return position..<newline
      }
      searched = buffer.count - position
      guard try readMore() else { return nil }
    }
  }

  /// The bytes behind the last newline.
  private var rest: Range<Int> { position..<buffer.count }

  /// The bytes behind the last newline, without zeros at the end: those are room for lines that never
  /// came (JournalRoom.swift).
  var writtenRest: Range<Int> {
    rest.lowerBound..<(buffer[rest].lastIndex { $0 != 0 }.map { $0 + 1 } ?? rest.lowerBound)
  }

  /// Drops what was given from the buffer and adds the next part of the file; `false` at the end.
  private mutating func readMore() throws(SystemError) -> Bool {
    let held = buffer.count - position
    let next = bufferOffset + buffer.count
    let wanted = min(max(Self.chunk, held), limit - next)
    bufferOffset += position
    let kept = position
    position = 0
    guard wanted > 0 else {
      buffer.removeFirst(kept)
      return false
    }
    let more: [UInt8]
    do throws(SystemError) {
      more = try file.read(at: next, count: wanted)
    } catch {
      bufferOffset -= kept
      position = kept
      throw error
    }
    if held == 0 {
      buffer = more
    } else {
      buffer.removeFirst(kept)
      buffer += more
    }
    return !more.isEmpty
  }
}
