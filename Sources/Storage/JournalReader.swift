import Kernel
import Todo

/// What a journal says, and how far it goes.
struct JournalContents {
  var workspace: Workspace
  /// How many bytes the header and the snapshot have.
  var snapshotEnd: Int
  /// How many transactions follow the snapshot.
  var transactions: Int
  /// The end of the last whole line.
  var end: Int
  /// The end of the last line that is known to have been on disk while the program ran: the last
  /// line and those that were written with it are not.
  var provedEnd: Int
  /// What stands behind the end.
  var tornTail: TornTail?
}

/// The remains of a write that nobody was told had succeeded.
public struct TornTail: Hashable, Sendable {
  public let file: String
  /// The number of its first line in the file, counted from 1.
  public let line: Int
  /// Its offset.
  public let byte: Int
  /// How many bytes it has.
  public let length: Int
  /// How many it has up to the last one that is not zero; none if it is room that was not used.
  public let written: Int
  public let reason: String
}

/// Reads a journal from its beginning; see JournalFormat.swift for the rules.
struct JournalReader {
  private let file: OpenFile
  /// What messages call the file.
  private let path: String
  private let size: Int
  /// How many lines were read, good ones.
  private var lines = 0

  /// - Parameter size: where reading ends, in bytes.
  init(_ file: OpenFile, path: String, size: Int) {
    self.file = file
    self.path = path
    self.size = size
  }

  /// Everything that the file says.
  mutating func contents() throws(StorageError) -> JournalContents {
    var source = JournalLines(file, size: size)
    defer { source.stop() }
    let workspace = try snapshot(&source)
    var contents = JournalContents(
      workspace: workspace, snapshotEnd: source.offset, transactions: 0, end: source.offset,
      provedEnd: source.offset)
    try transactions(&source, &contents)
    return contents
  }

  // MARK: Header and snapshot

  private mutating func snapshot(_ source: inout JournalLines) throws(StorageError) -> Workspace {
    guard let line = try next(&source) else {
      let reason = size == 0 ? "it is empty" : FormatError.Reason.unfinished.rawValue
      throw damage(number: 0, reason, byte: 0)
    }
    lines = 1
    switch line.content {
    case .header(.header(let header)): return try snapshot(header, &source)
    case .header(.newer(let format)): throw .newerFormat(file: path, format: format)
    case .wrong(let reason), .unsealed(let reason):
      lines = 0
      throw damage(number: 0, reason.rawValue, byte: line.offset)
    case .entry, .transaction, .newItem:
      preconditionFailure("the first line is read as a header")
    }
  }

  private mutating func snapshot(
    _ header: Header, _ source: inout JournalLines
  ) throws(StorageError) -> Workspace {
    var reader = SnapshotReader(header)
    for _ in 0..<header.snapshotLines {
      guard let line = try next(&source) else {
        let reason = "the file ends before its snapshot does"
        throw damage(number: header.revision, reason, byte: source.offset)
      }
      do throws(FormatError) {
        switch line.content {
        case .entry(let index):
          try reader.add(source.chunk, index, number: lines + 1)
        case .newItem(let index):
          try reader.add(newItem: index, of: source.chunk, number: lines + 1)
        case .header, .transaction: throw FormatError(.unexpected, 0)
        case .unsealed(let reason), .wrong(let reason): throw FormatError(reason, 0)
        }
      } catch {
        throw damage(number: header.revision, error.reason.rawValue, byte: line.offset)
      }
      lines += 1
    }
    do throws(FormatError) {
      return try reader.finish()
    } catch {
      throw damage(number: header.revision, error.reason.rawValue, byte: source.offset)
    }
  }

  // MARK: Transactions

  private mutating func transactions(
    _ source: inout JournalLines, _ contents: inout JournalContents
  ) throws(StorageError) {
    var synced = -1
    while true {
      let start = source.offset
      let number = contents.workspace.revision + 1
      guard let line = try next(&source) else {
        if source.chunk.rest == 0 { return }
        contents.tornTail = try tornTail(from: start, number: number, .unfinished)
        return
      }
      if case .unsealed(let reason) = line.content {
        contents.tornTail = try tornTail(from: start, number: number, reason)
        return
      }
      do throws(FormatError) {
        switch line.content {
        case .transaction(let index):
          synced = try contents.replay(source.chunk, index, number: number, synced: synced)
          if synced == number - 1 { contents.provedEnd = start }
        case .newItem(let index):
          synced = try contents.replay(
            newItem: index, of: source.chunk, number: number, synced: synced)
          if synced == number - 1 { contents.provedEnd = start }
        case .wrong(let reason): throw FormatError(reason, 0)
        case .header, .entry, .unsealed: throw FormatError(.unexpected, 0)
        }
      } catch {
        // Its checksum fits, so it was not torn.
        throw damage(number: number, error.reason.rawValue, byte: start)
      }
      contents.end = line.end
      contents.transactions += 1
      lines += 1
    }
  }

  /// Decides what a line means that is not whole, by what stands behind it.
  private func tornTail(
    from start: Int, number: Int, _ problem: FormatError.Reason
  ) throws(StorageError) -> TornTail {
    var rest = LineSource(file, from: start, to: size)
    while let range = try attempt("read", path, { () throws(SystemError) in try rest.next() }) {
      if Self.proves(number, rest.buffer, range) {
        throw damage(number: number, problem.rawValue, byte: start)
      }
    }
    return TornTail(
      file: path, line: lines + 1, byte: start, length: size - start,
      written: rest.bufferOffset + rest.writtenRest.upperBound - start, reason: problem.rawValue)
  }

  /// Whether a whole line anywhere in these bytes says that the number was on disk.
  private static func proves(_ number: Int, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while let brace = bytes.position(of: UInt8(ascii: "{"), from: at, to: range.upperBound) {
      at = brace + 1
      guard bytes.has(JournalLine.start, at: brace, before: range.upperBound) else { continue }
      var line = LineReader(bytes, from: brace, to: range.upperBound)
      do throws(FormatError) {
        if try line.sealedNumbers().synced >= number { return true }
      } catch {
        // Not a whole line: it proves nothing.
      }
    }
    return false
  }

  // MARK: Helpers

  private func next(_ source: inout JournalLines) throws(StorageError) -> TakenLine? {
    do throws(SystemError) {
      return try source.next()
    } catch {
      throw .system(StorageError.Failure("read", path, error))
    }
  }

  private func damage(number: Int, _ reason: String, byte: Int) -> StorageError {
    .damaged(
      Damage(file: path, line: lines + 1, byte: byte, number: number, reason: reason))
  }
}

extension JournalContents {
  /// Applies a transaction of a chunk.
  ///
  /// - Parameters:
  ///   - number: the number that the line must have.
  ///   - synced: what the line before it said was on disk.
  /// - Returns: what this line says was on disk.
  fileprivate mutating func replay(
    _ chunk: JournalChunk, _ index: Int, number: Int, synced: Int
  ) throws(FormatError) -> Int {
    // A span gives them where they are; the array would give copies.
    let all = chunk.transactions
    let transactions = all.span
    let before = transactions[index].synced
    guard transactions[index].transaction.revision == number else {
      throw FormatError(.sequence, 0)
    }
    guard before == number - 1 || before == synced else { throw FormatError(.synced, 0) }
    do throws(TransactionError) {
      try workspace.replay(transactions[index].transaction)
    } catch {
      throw FormatError(.state, 0)
    }
    return before
  }

  /// Applies the transaction of a new item of a chunk; see `replay(_:_:number:synced:)`.
  fileprivate mutating func replay(
    newItem index: Int, of chunk: JournalChunk, number: Int, synced: Int
  ) throws(FormatError) -> Int {
    guard case .transaction(let transaction, let before) = chunk.newEntries[index] else {
      throw FormatError(.unexpected, 0)
    }
    guard transaction.revision == number else { throw FormatError(.sequence, 0) }
    guard before == number - 1 || before == synced else { throw FormatError(.synced, 0) }
    do throws(TransactionError) {
      try workspace.replay(transaction, chunk.newItems, index)
    } catch {
      throw FormatError(.state, 0)
    }
    return before
  }
}

extension SnapshotReader {
  /// Adds an entry of a chunk, which must have that number.
  fileprivate mutating func add(
    _ chunk: JournalChunk, _ index: Int, number: Int
  ) throws(FormatError) {
    guard chunk.entries[index].number == number else { throw FormatError(.sequence, 0) }
    try add(chunk.entries[index].content)
  }

  /// Adds a new item of a chunk, whose line must have that number.
  fileprivate mutating func add(
    newItem index: Int, of chunk: JournalChunk, number: Int
  ) throws(FormatError) {
    guard case .snapshot(let found, let list, let stamp, let deletion) = chunk.newEntries[index]
    else { throw FormatError(.unexpected, 0) }
    guard found == number else { throw FormatError(.sequence, 0) }
    try add(chunk.newItems, index, to: list, stamp: stamp, deletion)
  }
}
